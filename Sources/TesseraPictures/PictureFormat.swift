/// Name of a file format, as error messages and `tessera image` write it: "PNG", "WebP".
public struct PictureFormat: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }

  /// Portable Network Graphics, and APNG.
  public static let png = PictureFormat(rawValue: "PNG")
  /// JPEG files.
  public static let jpeg = PictureFormat(rawValue: "JPEG")
}
