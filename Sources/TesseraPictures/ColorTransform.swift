internal import CImageCodecs

/// Turns the colours of an embedded profile into sRGB, by lcms2, which is opened at first use. Any thread, any number at once.
///
/// For codecs that read a profile beside their pixels. If the package is built without the part `color`, or lcms2 is not there, there are no
/// transforms and colours are taken as sRGB.
public final class ColorTransform: Sendable {
  /// Constant from the beginning; used by any number of threads, and freed with this object.
  nonisolated(unsafe) private let color: OpaquePointer

  /// Makes the transform of an ICC profile for RGB; nil where colours need none: the profile is sRGB to the eye, damaged, or of another colour space.
  public init?(profile: [UInt8]) {
    guard let color = profile.withUnsafeBufferPointer({ ic_color_create($0.baseAddress, $0.count, IC_COLOR_BGRA) }) else { return nil }
    self.color = color
  }

  /// Makes the transform of code points of ITU-T H.273; nil where colours are those of sRGB. HDR transfers are taken as that of sRGB.
  public init?(primaries: Int, transfer: Int) {
    guard let color = ic_color_create_coded(Int32(clamping: primaries), Int32(clamping: transfer), IC_COLOR_BGRA) else { return nil }
    self.color = color
  }

  deinit { ic_color_destroy(color) }

  /// Turns `count` pixels, bytes B G R A, not premultiplied, into premultiplied sRGB.
  public func apply(to pixels: UnsafeMutablePointer<UInt8>, count: Int) { ic_color_apply_in_place(color, pixels, max(0, count)) }

  /// Returns what an ICC profile calls itself; nil where it does not.
  public static func name(of profile: [UInt8]) -> String? {
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(IC_PROFILE_NAME_SIZE)) { room in
      room.initialize(repeating: 0)
      // The capacity is not zero, so there is a base address.
      profile.withUnsafeBufferPointer { ic_profile_name($0.baseAddress, $0.count, room.baseAddress!) }
      return String(cString: room.baseAddress!)
    }
    return name.isEmpty ? nil : name
  }
}
