public import TesseraRender

/// Options for reading a document.
public struct SVGOptions: Sendable {
  /// Fonts of texts.
  public var fonts: FontLibrary
  /// Font family of texts with no or an unknown family.
  public var defaultFamily: String?
  /// Families for CSS's generic names (`serif`, `sans-serif`, `cursive`, `fantasy`, `monospace`).
  public var genericFamilies: [String: String]
  /// Preferred languages of the user, BCP 47, for `systemLanguage`.
  public var languages: [String]
  /// Decodes the bytes of a picture that the document embeds or refers to; nil if they cannot be decoded.
  public var decode: @Sendable ([UInt8]) -> PixelBuffer?
  /// Reads a file that the document refers to by a relative path; nil if it does not exist or may not be read.
  public var load: @Sendable (String) -> [UInt8]?
  /// Returns the decoded size of a picture in bytes without decoding it. If nil, the size is measured after decoding.
  var decodedBytes: (@Sendable ([UInt8]) -> Int)?
  /// Whether `text` is drawn; false for glyphs of fonts.
  var readsText = true

  /// Creates options. By default no picture is decoded or loaded.
  public init(
    fonts: FontLibrary = .shared, defaultFamily: String? = nil, genericFamilies: [String: String] = [:], languages: [String] = ["en"],
    decode: @escaping @Sendable ([UInt8]) -> PixelBuffer? = { _ in nil }, load: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    (self.fonts, self.defaultFamily, self.genericFamilies, self.languages) = (fonts, defaultFamily, genericFamilies, languages)
    (self.decode, self.load) = (decode, load)
  }
}
