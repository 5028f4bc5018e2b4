internal import TesseraGeometry
public import TesseraPictures
public import TesseraRender

extension PictureFormat {
  /// Scalable Vector Graphics.
  public static let svg = PictureFormat(rawValue: "SVG")
}

/// Decoder of SVG pictures for image nodes. Pictures are drawn at the requested size, with `currentColor` in the node's tint.
///
/// Pictures embedded in a document are decoded by the given codecs. Files that a document refers to are read only below its own folder;
/// nothing is loaded from a network. Source: ``SVGDocument``.
public struct SVGCodec: PictureCodec {
  private let pictures: PictureCodecs
  private let fonts: FontLibrary

  /// Creates the codec, and enables painting of SVG glyphs of fonts in all text (``SVGGlyphPainter``).
  /// - Parameters:
  ///   - pictures: Codecs for pictures embedded in documents.
  ///   - fonts: Fonts of texts.
  public init(pictures: PictureCodecs = PictureCodecs(), fonts: FontLibrary = .shared) {
    (self.pictures, self.fonts) = (pictures, fonts)
    SVGGlyphPainter.register()
  }

  public var format: PictureFormat { .svg }
  public var fileExtensions: [String] { ["svg", "svgz"] }
  public var summary: String { "static SVG 1.1 with filters and text, and parts of SVG 2; drawn at any size" }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    // Other gzip content is rejected when it is parsed.
    if beginning.starts(with: [0x1F, 0x8B, 8]) { return true }
    // Text that begins with a markup and contains an element `svg`, possibly after a prolog, comments and a document type.
    let text = beginning.prefix(4096).drop { Scanner.isSpace($0) || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    guard text.first == UInt8(ascii: "<") else { return false }
    return text.indices.contains { at in text[at] == UInt8(ascii: "<") && Self.names(text[at...].dropFirst()) }
  }

  /// Whether an element `svg`, with or without a prefix, begins here.
  private static func names(_ text: Slice<UnsafeRawBufferPointer>.SubSequence) -> Bool {
    let name = text.prefix { ($0 | 32 >= 97 && $0 | 32 <= 122) || $0 == UInt8(ascii: ":") }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[(name.index(after: $0))...] } ?? name
    return local.elementsEqual("svg".utf8) && text.count > name.count
  }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    let size = try size(of: data)
    func side(_ v: Double) -> Int { Int(saturating: v.rounded(), in: 1...1_000_000_000) }
    var header = PictureHeader(format: .svg, width: side(size.width), height: side(size.height), isOpaque: false)
    header.isVector = true
    header.drawsTint = true
    return header
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { nil }
  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let document = try document(data, byteLimit: request.byteLimit)
    if request.isCancelled() { throw .cancelled(source: data.name) }
    let target = try request.makeBuffer(for: data.name)
    do throws(RenderError) {
      let canvas = try Canvas(
        target, textAntialiasing: request.isBilevel ? .bilevel : .grayscale, colorDepth: request.colorDepth)
      do throws(SVGError) {
        try document.draw(
          in: canvas, size: Size(Double(request.width), Double(request.height)), tint: request.tint, byteLimit: request.byteLimit,
          isCancelled: request.isCancelled)
      } catch {
        throw RenderError.badArgument(error.reason)
      }
      if let failure = canvas.failure { throw failure }
    } catch {
      if request.isCancelled() { throw .cancelled(source: data.name) }
      if case .badArgument(let reason) = error { throw .tooLarge(source: data.name, reason: reason) }
      throw .outOfMemory(source: data.name)
    }
    return target
  }

  private func document(_ data: PictureData, byteLimit: Int) throws(PictureError) -> SVGDocument {
    let bytes = try data.bytes(limit: byteLimit)
    let pictures = pictures
    let folder = data.name.lastIndex(of: "/").map { String(data.name[...$0]) } ?? ""
    let isFile = !data.isInMemory
    var options = SVGOptions(
      fonts: fonts,
      decode: { bytes in
        let data = PictureData(bytes)
        guard let header = try? pictures.header(of: data) else { return nil }
        return try? pictures.decode(data, PictureRequest(width: header.width, height: header.height, byteLimit: byteLimit))
      },
      load: { path in
        // Read only files below the document's folder, if the document is a file.
        guard isFile, !path.split(separator: "/").contains("..") else { return nil }
        return try? PictureData(file: folder + path).bytes(limit: byteLimit)
      })
    options.decodedBytes = { bytes in
      guard let header = try? pictures.header(of: PictureData(bytes)) else { return 0 }
      return header.width.multipliedReportingOverflow(by: 4 * header.height).partialValue
    }
    let settings = options
    return try Self.read(data.name) { () throws(SVGError) in try SVGDocument(parsing: bytes, named: data.name, options: settings) }
  }

  /// Returns the size of the document, from its root element if that has one.
  private func size(of data: PictureData) throws(PictureError) -> Size {
    let limit = DecodingBudget.shared.byteLimit
    let bytes = try data.bytes(limit: limit)
    let said = try Self.read(data.name) { () throws(SVGError) in try SVGDocument.size(of: bytes, named: data.name) }
    if let said { return said }
    return try document(data, byteLimit: limit).size
  }

  private static func read<Result>(_ name: String, _ body: () throws(SVGError) -> Result) throws(PictureError) -> Result {
    do throws(SVGError) {
      return try body()
    } catch {
      let reason = error.line.map { "line \($0): \(error.reason)" } ?? error.reason
      if error.isMissingLibrary { throw .missingLibrary(source: name, reason: reason) }
      throw .corrupt(source: name, reason: reason)
    }
  }
}
