public import TesseraRender

/// Options for reading an animation.
public struct LottieOptions: Sendable {
  /// Fonts of texts that are not embedded in the file.
  public var fonts: FontLibrary
  /// Maximum size of the decoded pictures in the file, in bytes.
  public var byteLimit: Int
  /// Decodes the bytes of a picture that the file embeds or refers to; nil if they cannot be decoded.
  public var decode: @Sendable ([UInt8]) -> PixelBuffer?
  /// Reads a file that the animation refers to by a relative path; nil if it does not exist or may not be read.
  public var load: @Sendable (String) -> [UInt8]?

  /// Archive that contains the animation and its pictures.
  var archive: ZipArchive?

  /// Creates options. By default no picture is decoded or loaded.
  public init(
    fonts: FontLibrary = .shared, byteLimit: Int = DecodingBudget.shared.byteLimit,
    decode: @escaping @Sendable ([UInt8]) -> PixelBuffer? = { _ in nil }, load: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    (self.fonts, self.byteLimit, self.decode, self.load) = (fonts, byteLimit, decode, load)
  }
}
