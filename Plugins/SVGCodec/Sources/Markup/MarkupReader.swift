internal import CSVGMarkup

/// Builds an ``XMLDocument`` from parser events.
struct MarkupReader {
  private static let svg = "http://www.w3.org/2000/svg"
  private static let xlink = "http://www.w3.org/1999/xlink"
  private static let xml = "http://www.w3.org/XML/1998/namespace"

  private var document = XMLDocument()
  private var open: [Int] = []

  /// Parses a document. Throws if it is malformed, too deep or too large, or if libexpat is missing.
  /// - Parameter budget: Counts the bytes of a compressed document.
  static func read(_ bytes: [UInt8], source: String, budget: ReadingBudget? = nil) throws(SVGError) -> XMLDocument {
    guard bytes.count <= SVGLimits.bytes else {
      throw SVGError(source: source, reason: "the document has \(bytes.count) bytes; the maximum is \(SVGLimits.bytes)")
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      let bytes = try expanded(bytes, source)
      budget?.spend(.bytes, bytes.count)
      return try read(bytes, source: source)
    }
    var reader = MarkupReader()
    var error = sm_error()
    let status = withUnsafeMutablePointer(to: &reader) { reader in
      var handler = sm_handler(
        context: reader, start: { MarkupReader.of($0).start($1, $2, line: $3) }, end: { MarkupReader.of($0).end() },
        text: { MarkupReader.of($0).text($1, $2) })
      return bytes.withUnsafeBufferPointer { sm_parse($0.baseAddress, $0.count, Int32(SVGLimits.depth), &handler, &error) }
    }
    guard status != SM_OK else { return reader.document }
    let line = error.line > 0 ? Int(error.line) : nil
    switch status {
    case SM_MALFORMED:
      throw SVGError(source: source, line: line, reason: "not well-formed XML: \(message(of: error)), at column \(error.column)")
    case SM_TOO_DEEP:
      throw SVGError(source: source, line: line, reason: "elements are nested more than \(SVGLimits.depth) deep")
    case SM_STOPPED:
      throw SVGError(source: source, line: line, reason: "more than \(SVGLimits.elements) elements and texts")
    case SM_NO_LIBRARY:
      var missing = SVGError(source: source, reason: message(of: error))
      missing.isMissingLibrary = true
      throw missing
    default: throw SVGError(source: source, reason: "no memory for the document")
    }
  }

  /// Expands the document in a gzip stream; a nested gzip stream is an error.
  private static func expanded(_ bytes: [UInt8], _ source: String) throws(SVGError) -> [UInt8] {
    var out: UnsafeMutablePointer<UInt8>?
    var size = 0
    guard bytes.withUnsafeBufferPointer({ sm_gzip_expand($0.baseAddress, $0.count, SVGLimits.expandedBytes, &out, &size) }), let out else {
      throw SVGError(source: source, reason: "its gzip stream is damaged, or longer than \(SVGLimits.expandedBytes) bytes")
    }
    defer { sm_gzip_free(out) }
    let document = Array(UnsafeBufferPointer(start: out, count: size))
    if document.starts(with: [0x1F, 0x8B]) { throw SVGError(source: source, reason: "it is compressed twice") }
    return document
  }

  private static func message(of error: sm_error) -> String {
    withUnsafeBytes(of: error.message) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }

  // The context is that of `read`, which outlives the parsing; it is never nil.
  private static func of(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MarkupReader> {
    context!.assumingMemoryBound(to: MarkupReader.self)
  }
}

extension UnsafeMutablePointer<MarkupReader> {
  fileprivate func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafePointer<UnsafePointer<CChar>?>?, line: Int) -> Bool {
    pointee.start(name, attributes, line: line)
  }
  fileprivate func end() { pointee.end() }
  fileprivate func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) { pointee.text(bytes, count) }
}

extension MarkupReader {
  /// Elements whose text is read; in others it is white space or descriptions.
  private static let keepsText = XMLDocument.holdsText.union(SVGReading.shapes).union(["style"])

  private static func split(_ name: String) -> (space: Substring, local: String) {
    guard let at = name.lastIndex(of: " ") else { return ("", name) }
    return (name[..<at], String(name[name.index(after: at)...]))
  }

  fileprivate mutating func start(_ name: UnsafePointer<CChar>?, _ pairs: UnsafePointer<UnsafePointer<CChar>?>?, line: Int) -> Bool {
    guard let name, let pairs, document.nodes.count < SVGLimits.elements else { return false }
    let (space, local) = Self.split(String(cString: name))
    let first = document.attributes.count
    var at = 0
    while let key = pairs[at], let value = pairs[at + 1] {
      let (space, local) = Self.split(String(cString: key))
      let known: String? =
        space.isEmpty
        ? local : space == Self.xlink ? "xlink:\(local)" : space == Self.xml ? "xml:\(local)" : nil
      if let known { document.attributes.append(.init(name: known, value: String(cString: value))) }
      at += 2
    }
    append(
      .init(
        name: local, isSVG: space == Self.svg, attributes: first..<document.attributes.count, text: "", parent: open.last ?? -1, line: line)
    )
    open.append(document.nodes.count - 1)
    return true
  }

  fileprivate mutating func end() { open.removeLast() }

  fileprivate mutating func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
    guard let bytes, let parent = open.last, Self.keepsText.contains(document.nodes[parent].name) else { return }
    let text = bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
    let last = document.nodes[parent].lastChild
    if last >= 0, !document.nodes[last].isElement {
      document.nodes[last].text += text
    } else if document.nodes.count < SVGLimits.elements {
      append(.init(name: "", isSVG: false, attributes: 0..<0, text: text, parent: parent, line: 0))
    }
  }

  private mutating func append(_ node: XMLDocument.Node) {
    let index = document.nodes.count
    document.nodes.append(node)
    guard node.parent >= 0 else { return }
    let last = document.nodes[node.parent].lastChild
    if last >= 0 { document.nodes[last].nextSibling = index } else { document.nodes[node.parent].firstChild = index }
    document.nodes[node.parent].lastChild = index
  }
}
