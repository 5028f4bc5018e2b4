public import TesseraRender

/// What a document is read with.
public struct SVGOptions: Sendable {
  /// Where texts find their fonts.
  public var fonts: FontLibrary
  /// The family of texts that name none, or one that is not known.
  public var defaultFamily: String?
  /// Families that stand for CSS's generic names (`serif`, `sans-serif`, `cursive`, `fantasy`, `monospace`).
  public var genericFamilies: [String: String]
  /// Languages of the person who looks, BCP 47, for `systemLanguage`.
  public var languages: [String]
  /// Decodes a picture that the document holds or refers to: gets its bytes; nil: it cannot be decoded.
  public var decode: @Sendable ([UInt8]) -> PixelBuffer?
  /// Reads a file that the document refers to by a relative path; nil: there is none, or it may not be read.
  public var load: @Sendable (String) -> [UInt8]?
  /// Returns the bytes that a picture takes when it is decoded, without decoding it; nil: that is measured afterwards.
  var decodedBytes: (@Sendable ([UInt8]) -> Int)?
  /// Whether `text` is drawn: not in glyphs of fonts.
  var readsText = true

  /// Makes options: no picture is decoded or loaded unless functions for it are given.
  public init(
    fonts: FontLibrary = .shared, defaultFamily: String? = nil, genericFamilies: [String: String] = [:], languages: [String] = ["en"],
    decode: @escaping @Sendable ([UInt8]) -> PixelBuffer? = { _ in nil }, load: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    (self.fonts, self.defaultFamily, self.genericFamilies, self.languages) = (fonts, defaultFamily, genericFamilies, languages)
    (self.decode, self.load) = (decode, load)
  }
}
