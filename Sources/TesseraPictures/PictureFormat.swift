/// Name of a file format, as in error messages and `tessera image`: "PNG", "WebP".
public struct PictureFormat: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// Name of the format.
  public let rawValue: String

  /// Creates a format name.
  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }

  /// Portable Network Graphics, and APNG.
  public static let png = PictureFormat(rawValue: "PNG")
  /// JPEG files.
  public static let jpeg = PictureFormat(rawValue: "JPEG")
}
