/// CSS declaration.
struct StyleDeclaration: Sendable, Equatable {
  var name: String
  var value: String
  var isImportant = false
}

/// Rules of a document's `style` elements, indexed by the id, class or type of their last compound. Source: CSS Cascade 5, section 6.
struct StyleSheet: Sendable {
  struct Rule: Sendable {
    var selector: StyleSelector
    var declarations: [StyleDeclaration]
    /// Order of its cascade layer; rules without one are last.
    var layer = Int.max
    /// Scope that it applies in; nil: the document.
    var scope: StyleScope?
  }

  /// Maximum number of selectors in a document.
  static let mostRules = 50_000

  /// Rules in order of increasing strength.
  private(set) var rules: [Rule] = []
  /// Custom properties with a type.
  private(set) var registered: [String: RegisteredProperty] = [:]
  private var hasScopes = false
  private var layers: [String: Int] = [:]
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byTag: [String: [Int]] = [:]
  private var others: [Int] = []

  var isFull: Bool { rules.count >= Self.mostRules }

  /// Adds the valid rules of `text` that apply to `media`.
  /// - Parameter owner: Parent of the `style` element.
  mutating func add(_ text: String, for media: StyleMedia, owner: Int = -1) {
    var reader = StyleReader(text)
    reader.readRules(into: &self, for: media, owner: owner)
  }

  mutating func append(_ rule: Rule) {
    guard !isFull else { return }
    hasScopes = hasScopes || rule.scope != nil
    rules.append(rule)
  }

  /// Registers a custom property; a later registration replaces an earlier one.
  mutating func register(_ name: String, _ property: RegisteredProperty) {
    if registered.count < Self.mostRules { registered[name] = property }
  }

  /// Returns the number of a cascade layer, by first mention. The parts of `a.b` are a layer and one inside it.
  mutating func layer(_ name: String) -> Int {
    if let known = layers[name] { return known }
    if let dot = name.lastIndex(of: ".") { _ = layer(String(name[..<dot])) }
    layers[name] = layers.count
    return layers.count - 1
  }

  /// Returns a name for a layer that has none, different from all others.
  func unnamedLayer() -> String { "\u{0}\(layers.count)" }

  /// Replaces numbers of layers by their order: the rules of a layer follow those of the layers inside it.
  private mutating func orderLayers() {
    guard !layers.isEmpty else { return }
    let paths = layers.map { name, number in
      var (path, end) = ([Int.max], name.endIndex)
      while true {
        path.insert(layers[String(name[..<end])] ?? 0, at: 0)
        guard let dot = name[..<end].lastIndex(of: ".") else { break }
        end = dot
      }
      return (path: path, number: number)
    }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    var order = Array(repeating: 0, count: paths.count)
    for (place, item) in paths.enumerated() { order[item.number] = place }
    for index in rules.indices where rules[index].layer != .max { rules[index].layer = order[rules[index].layer] }
  }

  /// Sorts selectors by increasing strength; equal ones keep their order. Required before rules are looked up.
  mutating func sort() {
    orderLayers()
    rules = rules.enumerated().sorted {
      ($0.element.layer, $0.element.selector.weight, $0.offset) < ($1.element.layer, $1.element.selector.weight, $1.offset)
    }.map(\.element)
    for (index, rule) in rules.enumerated() {
      let last = rule.selector.parts[rule.selector.parts.count - 1]
      var (id, name) = (String?.none, String?.none)
      for test in last.tests {
        if case .id(let value) = test { id = id ?? value }
        if case .className(let value) = test { name = name ?? value }
      }
      if let id {
        byID[id, default: []].append(index)
      } else if let name {
        byClass[name, default: []].append(index)
      } else if let tag = last.tag {
        byTag[tag, default: []].append(index)
      } else {
        others.append(index)
      }
    }
  }

  /// Returns the rules that match an element, in order of increasing strength.
  func rules(for node: Int, in document: XMLDocument, _ matcher: StyleMatcher) -> [Rule] {
    guard !rules.isEmpty else { return [] }
    var found = others
    found += byTag[document.nodes[node].name] ?? []
    if !byID.isEmpty, let id = document.attribute("id", of: node) { found += byID[id] ?? [] }
    if !byClass.isEmpty, let names = document.attribute("class", of: node) {
      var seen: Set<Substring> = []
      for name in names.split(whereSeparator: \.isWhitespace) where seen.insert(name).inserted { found += byClass[String(name)] ?? [] }
      matcher.spend(names.utf8.count / 16)
    }
    matcher.spend(document.nodes[node].attributes.count / 8)
    var matching = found.compactMap { index in matcher.distance(of: node, to: rules[index]).map { (index: index, distance: $0) } }
    matching.sort {
      let (a, b) = (rules[$0.index], rules[$1.index])
      // Of equal rules, that with the nearer scoping root is stronger.
      if hasScopes, a.layer == b.layer, a.selector.weight == b.selector.weight, $0.distance != $1.distance {
        return $0.distance > $1.distance
      }
      return $0.index < $1.index
    }
    matcher.spend(matching.reduce(0) { $0 + rules[$1.index].declarations.count })
    return matching.map { rules[$0.index] }
  }
}
