/// One declaration of CSS.
struct StyleDeclaration: Sendable, Equatable {
  var name: String
  var value: String
  var isImportant = false
}

/// The rules of a document's `style` elements, found by the id, class or type of their last compound. Source: CSS Cascade 5, section 6.
struct StyleSheet: Sendable {
  struct Rule: Sendable {
    var selector: StyleSelector
    var declarations: [StyleDeclaration]
    /// The place of its cascade layer; rules in none come last.
    var layer = Int.max
  }

  /// Most selectors of one document.
  static let mostRules = 50_000

  /// From the weakest to the strongest.
  private(set) var rules: [Rule] = []
  private var layers: [String: Int] = [:]
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byTag: [String: [Int]] = [:]
  private var others: [Int] = []

  var isFull: Bool { rules.count >= Self.mostRules }

  /// Adds the rules of `text` that hold for `media`, except those that are invalid.
  mutating func add(_ text: String, for media: StyleMedia) {
    var reader = StyleReader(text)
    reader.readRules(into: &self, for: media)
  }

  mutating func append(_ rule: Rule) { if !isFull { rules.append(rule) } }

  /// The place of a cascade layer, by its first mention.
  mutating func layer(_ name: String) -> Int {
    let place = layers[name] ?? layers.count
    layers[name] = place
    return place
  }

  /// Puts stronger selectors behind weaker ones; of equals the later stays behind. Then rules can be found.
  mutating func sort() {
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

  /// The rules that match an element, from the weakest to the strongest.
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
    let matching = found.filter { matcher.matches(rules[$0].selector, node) }.sorted()
    matcher.spend(matching.reduce(0) { $0 + rules[$1].declarations.count })
    return matching.map { rules[$0] }
  }
}
