internal import CImageCodecs

/// Converts colours of an embedded profile to sRGB with lcms2, which is loaded at first use. Any thread; one transform may be used by
/// several threads together.
///
/// For codecs that read a profile in addition to their pixels. If the package is built without the part `color`, or lcms2 is not installed,
/// there are no transforms and colours are taken as sRGB.
public final class ColorTransform: Sendable {
  /// Constant after `init`; used by any number of threads, and freed with this object.
  nonisolated(unsafe) private let color: OpaquePointer

  /// Creates the transform of an ICC profile for RGB. Returns nil if none is required or possible: the profile is visually equal to sRGB,
  /// damaged, or of another colour space.
  public init?(profile: [UInt8]) {
    guard let color = profile.withUnsafeBufferPointer({ ic_color_create($0.baseAddress, $0.count, IC_COLOR_BGRA) }) else { return nil }
    self.color = color
  }

  /// Creates the transform of code points of ITU-T H.273; nil if the colours are sRGB. HDR transfer functions are taken as that of sRGB.
  public init?(primaries: Int, transfer: Int) {
    guard let color = ic_color_create_coded(Int32(clamping: primaries), Int32(clamping: transfer), IC_COLOR_BGRA) else { return nil }
    self.color = color
  }

  deinit { ic_color_destroy(color) }

  /// Converts `count` pixels, bytes B G R A, not premultiplied, to premultiplied sRGB.
  public func apply(to pixels: UnsafeMutablePointer<UInt8>, count: Int) { ic_color_apply_in_place(color, pixels, max(0, count)) }

  /// Returns the description of an ICC profile; nil if it has none.
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
