internal import CImageCodecs

/// EXIF metadata, which cameras store with a picture.
public enum EXIF {
  /// Returns the orientation, 1...8, of EXIF data: a TIFF header and its content, with or without `Exif` before it. 1 if there is none.
  public static func orientation(in bytes: [UInt8]) -> Int {
    let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let body = bytes.starts(with: prefix) ? bytes.dropFirst(prefix.count) : bytes[...]
    return body.withUnsafeBufferPointer { Int(ic_exif_orientation($0.baseAddress, $0.count)) }
  }
}
