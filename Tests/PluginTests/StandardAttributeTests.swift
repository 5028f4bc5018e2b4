import Testing
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport

/// Sets each attribute of each standard type on a visible node, and on another before it is visible: both must look the same.
@Suite struct StandardAttributeTests {
  /// Attributes that the node needs so that others have an effect.
  private static let base: [String: [(String, AttributeValue)]] = [
    "text": [("string", .text("Toucans and\nother birds, seen in the forest"))], "button": [("title", .text("Go on"))],
    "editable-text": [("string", .text("Some words to edit"))],
    "shape": [("path", .text("M0 0 L24 0 L12 20 Z")), ("fill", .color(Color(red: 0.2, green: 0.5, blue: 0.8)))],
    "icon": [("name", .text("heat"))],
  ]

  /// Attributes whose effect is not only the look after the change.
  private static let left: [String: Set<String>] = [
    // Effective only when a field is first visible.
    "editable-text": ["autofocus", "initialSelection"],
    // A picture that exists when the attribute is set does not fade in.
    "image": ["fade"],
    // Shows the frames of the stage, whose number is increased by a change.
    "hud": ["range", "budget", "color"],
    // The phase of the spinner depends on the time at which it appeared.
    "button": ["loading"],
    // Limited by existing content.
    "scroll": ["offset"], "table": ["offset"], "collection": ["offset"], "pager": ["offset", "page"],
  ]

  private static func samples(_ kind: AttributeKind) -> [AttributeValue] {
    switch kind {
    case .text: return [.text("Other words"), .text("")]
    case .number(let range): return [3, 17.5, 0.4].map { .number(min(range.upperBound, max(range.lowerBound, $0))) }
    case .integer(let range): return [2, 5].map { .number(Double(min(range.upperBound, max(range.lowerBound, $0)))) }
    case .boolean: return [.boolean(true), .boolean(false)]
    case .color: return [.color(Color(red: 0.8, green: 0.1, blue: 0.2))]
    case .choice(let words): return words.map { .text($0) }
    case .list(let kind):
      guard let one = samples(kind).first else { return [] }
      return [.list([one]), .list([one, one]), .list([one, one, one, one])]
    case .map(let kinds):
      let pairs = kinds.sorted { $0.key < $1.key }.compactMap { key, kind in samples(kind).first.map { (key, $0) } }
      return [.map(pairs)]
    case .either(let kinds): return kinds.flatMap { samples($0) }
    default: return []
    }
  }

  private static func make(_ type: String) throws -> AnyNode {
    let node = try NodeRegistry.standard.makeNode(type)
    for (name, value) in base[type] ?? [] { try node.setAttribute(name, to: value) }
    if type == "image" { try node.setAttribute("source", to: .text(PackageFolder.root() + "/docs/examples/assets/photos/cat.jpg")) }
    if ["text", "button", "editable-text"].contains(type) { node.style.maxWidth = .points(110) }
    return node
  }

  private static func stage(of node: AnyNode) throws -> HeadlessStage {
    let root = BoxNode()
    root.style.alignItems = .start
    root.addSubnode(node)
    return try HeadlessStage(width: 160, height: 120) { root }
  }

  @Test(arguments: NodeRegistry.standard.names) func aChangedAttributeMatchesOneSetBefore(_ type: String) throws {
    let descriptor = try #require(NodeRegistry.standard[type])
    var count = 0
    for attribute in descriptor.attributes where !(Self.left[type]?.contains(attribute.name) ?? false) {
      for value in Self.samples(attribute.kind) {
        let fresh = try Self.make(type)
        // The kind cannot describe every restriction of a value.
        guard (try? fresh.setAttribute(attribute.name, to: value)) != nil else { continue }
        let expected = try Self.stage(of: fresh)
        try expected.advance(by: 1)
        let changed = try Self.make(type)
        let actual = try Self.stage(of: changed)
        try changed.setAttribute(attribute.name, to: value)
        try actual.advance(by: 1)
        let place = Comment(rawValue: "`\(attribute.name)` of `\(type)`: \(value)")
        #expect(changed.frame == fresh.frame, place)
        let (a, b) = (try actual.snapshot(), try expected.snapshot())
        #expect(a.withUnsafeBytes { Array($0) } == b.withUnsafeBytes { Array($0) }, place)
        count += 1
      }
    }
    #expect(count > 0 || descriptor.attributes.allSatisfy { Self.left[type]?.contains($0.name) ?? Self.samples($0.kind).isEmpty })
  }
}
