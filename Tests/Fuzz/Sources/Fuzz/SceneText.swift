import TesseraKit
import TesseraScene

/// Makes scenes up of all node types, attributes and keys of styles that the registry has, by a seed.
struct SceneText {
  private var state: UInt64
  private let registry: NodeRegistry
  private var left = 12

  init(seed: UInt32, registry: NodeRegistry) { (state, self.registry) = (UInt64(seed) << 1 | 1, registry) }

  /// Returns a scene of up to twelve nodes.
  mutating func scene() -> String { "tessera: 1\nroot: \(node(depth: 0))\n" }

  private mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, count)
  }

  private mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }

  private mutating func node(depth: Int) -> String {
    left -= 1
    let containers = registry.names.filter { registry[$0]?.acceptsChildren ?? false }
    let name = depth == 0 || depth < 3 && below(3) == 0 ? pick(containers) : pick(registry.names)
    guard let type = registry[name] else { return "{type: box}" }
    var parts = ["type: \(name)"]
    if below(4) == 0 { parts.append("id: n\(left)") }
    var taken: Set<String> = []
    for attribute in choose(type.attributes, most: 6) + choose(AnyNode.commonAttributeDescriptions, most: 3) {
      // Of those that set the same, one.
      guard taken.insert(attribute.name).inserted else { continue }
      taken.formUnion(type.alternatives(of: attribute.name))
      parts.append("\(attribute.name): \(value(attribute.kind, depth: 0))")
    }
    let keys = choose(LayoutStyle.keys, most: 3)
    if !keys.isEmpty { parts.append("style: {" + keys.map { "\($0.name): \(style($0))" }.joined(separator: ", ") + "}") }
    if type.acceptsChildren, depth < 4 {
      var children: [String] = []
      while left > 0, below(4) != 0, children.count < 4 { children.append(node(depth: depth + 1)) }
      if !children.isEmpty { parts.append("children: [\(children.joined(separator: ", "))]") }
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func choose<T>(_ list: [T], most: Int) -> [T] { list.isEmpty ? [] : (0..<below(most + 1)).map { _ in pick(list) } }

  private mutating func style(_ key: StyleKey) -> String {
    if !key.words.isEmpty, key.forms.isEmpty || below(2) == 0 { return "\"\(pick(key.words))\"" }
    switch key.forms.isEmpty ? .number : pick(key.forms) {
    case .length: return pick(["0", "10", "57.5", "1000", "1e6", "-3"])
    case .percentage: return pick(["\"50%\"", "\"0%\"", "\"133%\""])
    case .number: return pick(["0", "1", "2.5"])
    case .integer: return pick(["0", "1", "-1", "7"])
    case .ratio: return pick(["\"3 / 2\"", "\"1 / 1000\""])
    case .list: return pick(["\"4 8\"", "\"1 2 3 4\"", "\"10% 5\""])
    }
  }

  private mutating func value(_ kind: AttributeKind, depth: Int) -> String {
    switch kind {
    case .text:
      return pick(["\"\"", "\"Go on\"", "\"a **b** [c](d) `e`\"", "\"שלום 12 world\"", "\"ä\\nö\\tü\"", "\"🏳️‍🌈 e\u{301}\"", "\"n3\""])
    case .number(let range): return number(range)
    case .integer(let range):
      return
        "\(pick([range.lowerBound, range.upperBound, min(max(1, range.lowerBound), range.upperBound), min(max(7, range.lowerBound), range.upperBound)]))"
    case .boolean: return pick(["true", "false"])
    case .color: return pick(["\"#2080f0\"", "\"#ff000040\"", "transparent", "steelblue"])
    case .choice(let words): return "\"\(words.isEmpty ? "" : pick(words))\""
    case .asset:
      return pick([
        "docs/examples/assets/icons/none.png", "\"\"", "docs/examples/assets/video/cat.y4m", "Tests/Fuzz/Seeds/image/rgb.png",
        "Tests/Fuzz/Seeds/lottie/text.json",
      ])
    case .language: return pick(["de", "ar-EG", "\"\"", "zh_Hant_TW", "5"])
    case .path: return pick(["\"\"", "\"M0 0 L24 0 L12 20 Z\"", "\"M1 2 A3 3 0 1 1 4 5 q1e9-1\"", "\"M0 0h\""])
    case .list(let kind):
      guard depth < 4 else { return "[]" }
      return "[" + (0..<below(4)).map { _ in value(kind, depth: depth + 1) }.joined(separator: ", ") + "]"
    case .map(let kinds):
      guard depth < 4 else { return "{}" }
      let keys = kinds.keys.sorted().filter { _ in below(3) != 0 }
      return "{" + keys.map { "\($0): \(value(kinds[$0] ?? .text, depth: depth + 1))" }.joined(separator: ", ") + "}"
    case .named(let kind): return depth < 4 ? "{one: \(value(kind, depth: depth + 1))}" : "{}"
    case .either(let kinds): return kinds.isEmpty ? "0" : value(pick(kinds), depth: depth + 1)
    }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> String {
    let number = pick([range.lowerBound, range.upperBound, 0, 1, 0.5, 12, 100, -20, Double(below(2000)) / 8])
    return "\(min(max(number, range.lowerBound), range.upperBound))"
  }
}
