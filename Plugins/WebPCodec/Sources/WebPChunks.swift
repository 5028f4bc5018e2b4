internal import TesseraPictures

/// Chunks of a WebP that libwebp does not read.
///
/// Source: "WebP Container Specification", extended file format.
enum WebPChunks {
  /// Chunk, and the header bit that announces it.
  private enum Kind: String {
    case exif = "EXIF"
    case profile = "ICCP"

    var flag: UInt8 { self == .exif ? 0x08 : 0x20 }
    /// Maximum number of bytes read.
    var maximumBytes: Int { self == .exif ? 64 << 10 : 4 << 20 }
  }

  /// Maximum number of chunks examined.
  private static let maximumChunks = 256

  /// Returns the orientation of the EXIF chunk; nil if there is none.
  static func orientation(of data: PictureData) throws(PictureError) -> Int? {
    try content(of: .exif, in: data).flatMap { EXIF.orientation(in: $0) }
  }

  /// Returns the ICC profile; nil if there is none.
  static func profile(of data: PictureData) throws(PictureError) -> [UInt8]? { try content(of: .profile, in: data) }

  private static func content(of kind: Kind, in data: PictureData) throws(PictureError) -> [UInt8]? {
    let isThere = data.withBeginning { $0.count > 20 && $0[12..<16].elementsEqual("VP8X".utf8) && $0[20] & kind.flag != 0 }
    guard isThere else { return nil }
    var offset = 12
    for _ in 0..<maximumChunks where offset + 8 <= data.count {
      let head = try data.read(at: offset, count: 8)
      guard head.count == 8 else { return nil }
      let length = Int(head[4]) | Int(head[5]) << 8 | Int(head[6]) << 16 | Int(head[7]) << 24
      if head[0..<4].elementsEqual(kind.rawValue.utf8) { return try data.read(at: offset + 8, count: min(length, kind.maximumBytes)) }
      offset += 8 + length + length % 2
    }
    return nil
  }
}
