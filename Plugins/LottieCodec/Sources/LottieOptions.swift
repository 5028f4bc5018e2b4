public import TesseraRender

/// What an animation is read with.
public struct LottieOptions: Sendable {
  /// Where texts find their fonts that are not in the file.
  public var fonts: FontLibrary
  /// Most bytes of the pictures in the file, decoded.
  public var byteLimit: Int
  /// Decodes a picture that the file holds or refers to: gets its bytes; nil: it cannot be decoded.
  public var decode: @Sendable ([UInt8]) -> PixelBuffer?
  /// Reads a file that the animation refers to by a relative path; nil: there is none, or it may not be read.
  public var load: @Sendable (String) -> [UInt8]?

  /// The archive that the animation lies in, and its pictures.
  var archive: ZipArchive?

  /// Makes options: no picture is decoded or loaded unless functions for it are given.
  public init(
    fonts: FontLibrary = .shared, byteLimit: Int = DecodingBudget.shared.byteLimit,
    decode: @escaping @Sendable ([UInt8]) -> PixelBuffer? = { _ in nil }, load: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    (self.fonts, self.byteLimit, self.decode, self.load) = (fonts, byteLimit, decode, load)
  }
}
