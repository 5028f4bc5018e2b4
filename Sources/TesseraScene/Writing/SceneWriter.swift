internal import TesseraJSON
public import Tessera
public import TesseraGeometry
internal import TesseraLayout
public import TesseraRender

/// Writes node trees as scene files that ``Scene/load(file:registry:)`` can read. A value; any thread.
public struct SceneWriter: Sendable {
  /// Reason why a tree cannot be written.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The type is not registered, so the file could not be read.
    case unknownType(String)
    /// The tree exceeds the depth limit of scene files.
    case tooDeep

    public var description: String {
      switch self {
      case .unknownType(let name): "a node of type `\(name)` cannot be written: register its plugin first"
      case .tooDeep: "a tree of more than \(SceneLimits.nodeDepth) levels cannot be written as a scene"
      }
    }
  }

  /// Node types that the tree may contain; default values are omitted from the file.
  public var registry: NodeRegistry
  /// Design size in logical units; nil is omitted.
  public var size: Size?
  /// Device pixels per logical unit; nil is omitted.
  public var scale: Double?
  /// Colour behind the root; nil is omitted.
  public var background: Color?
  /// Directory of the file: paths of files below it are written relative to it.
  public var directory: String

  /// Creates a writer.
  public init(registry: NodeRegistry, size: Size? = nil, scale: Double? = nil, background: Color? = nil, directory: String = "") {
    self.registry = registry
    self.size = size
    self.scale = scale
    self.background = background
    self.directory = directory
  }

  /// Returns the scene of `root` and its descendants, with the values that differ from the defaults. Subnodes that a node creates itself
  /// are omitted.
  public func text(of root: AnyNode) throws(Failure) -> String {
    var out = "tessera: \(Scene.version)\n"
    if let size, size.isFinite { out += "size: [\(NumberText.write(size.width)), \(NumberText.write(size.height))]\n" }
    if let scale, scale.isFinite { out += "scale: \(NumberText.write(scale))\n" }
    if let background { out += "background: " + Self.inline(.color(background)) + "\n" }
    out += "root:\n"
    var stack = [(node: root, depth: 1)]
    var known: [ObjectIdentifier: Initial] = [:]
    while let (node, depth) = stack.popLast() {
      guard depth <= SceneLimits.nodeDepth else { throw .tooDeep }
      let children = try write(node, depth: depth, isRoot: node === root, &known, to: &out)
      for child in children.reversed() { stack.append((child, depth + 1)) }
    }
    return out
  }

  /// Style and attributes of a new node of a type. The initial value of a type may differ from the default of nodes: a scrolling node clips.
  private struct Initial {
    let style: LayoutStyle
    let attributes: [(description: AttributeDescription, value: AttributeValue?)]

    init(_ type: NodeTypeDescriptor) {
      let node = type.makeNode()
      style = node.style
      attributes = (type.attributes + AnyNode.commonAttributeDescriptions).map { ($0, node.attribute($0.name) ?? $0.defaultValue) }
    }
  }

  /// Writes one node without its children, which are returned.
  private func write(_ node: AnyNode, depth: Int, isRoot: Bool, _ known: inout [ObjectIdentifier: Initial], to out: inout String)
    throws(Failure) -> [AnyNode]
  {
    guard registry[node.typeName] != nil else { throw .unknownType(node.typeName) }
    let type = node.descriptor
    let indent = String(repeating: "    ", count: depth - 1) + "  "
    let initial = known[ObjectIdentifier(type)] ?? Initial(type)
    known[ObjectIdentifier(type)] = initial
    var lines = ["type: \(node.typeName)"]
    if !node.id.isEmpty { lines.append("id: " + Self.inline(.text(node.id))) }
    let style = StyleWriting.entries(of: node.style, from: initial.style)
    if !style.isEmpty {
      let pairs = style.map { "\($0.key): " + Self.word(of: $0.value) }
      lines.append("style: {" + pairs.joined(separator: ", ") + "}")
    }
    var excluded: Set<String> = []
    for (attribute, initial) in initial.attributes where !excluded.contains(attribute.name) {
      guard let value = node.attribute(attribute.name), value != initial else { continue }
      lines.append("\(attribute.name): " + Self.inline(written(value, attribute.kind)))
      excluded.formUnion(type.alternatives(of: attribute.name))
    }
    let children = type.acceptsChildren ? node.sceneChildren : []
    if !children.isEmpty { lines.append("children:") }
    for (i, line) in lines.enumerated() {
      out += i == 0 && !isRoot ? indent.dropLast(2) + "- " : indent[...]
      out += line + "\n"
    }
    return children
  }

  /// Returns the value with files named relative to the scene.
  private func written(_ value: AttributeValue, _ kind: AttributeKind) -> AttributeValue {
    switch (kind, value) {
    case (.asset, .text(let path)): .text(FileReading.relative(path, to: directory))
    case (.list(let kind), .list(let items)): .list(items.map { written($0, kind) })
    case (.map(let kinds), .map(let pairs)):
      .map(pairs.map { pair in (pair.key, kinds[pair.key].map { written(pair.value, $0) } ?? pair.value) })
    case (.named(let kind), .map(let pairs)): .map(pairs.map { ($0.key, written($0.value, kind)) })
    case (.either(let kinds), _): kinds.reduce(value) { written($0, $1) }
    default: value
    }
  }

  // MARK: values in one line

  private static func word(of value: StyleValue) -> String {
    switch value {
    case .number(let number): NumberText.write(number)
    case .text(let text): plain(text)
    }
  }

  private static func inline(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): return plain(text)
    case .number(let number): return number.isFinite ? NumberText.write(number) : "0"
    case .boolean(let flag): return flag ? "true" : "false"
    case .color(let color): return "\"\(color.hex)\""
    case .path(let path): return plain(path.svg)
    case .list(let items): return "[" + items.map(inline).joined(separator: ", ") + "]"
    case .map(let pairs): return "{" + pairs.map { plain($0.key) + ": " + inline($0.value) }.joined(separator: ", ") + "}"
    }
  }

  /// Returns unambiguous words unchanged; other text is quoted.
  private static func plain(_ text: String) -> String {
    let isWord =
      text.utf8.first.map { isLetter($0) } ?? false
      && text.utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
    let taken = ["true", "false", "yes", "no", "on", "off", "null"]
    if isWord, text.utf8.count <= 64, !taken.contains(text.lowercased()) { return text }
    var out = ""
    JSONValue.quote(text, to: &out)
    return out
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
