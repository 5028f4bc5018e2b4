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
  }

  /// Maximum number of selectors in a document.
  static let mostRules = 50_000

  /// Rules in order of increasing strength.
  private(set) var rules: [Rule] = []
  private var layers: [String: Int] = [:]
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byTag: [String: [Int]] = [:]
  private var others: [Int] = []

  var isFull: Bool { rules.count >= Self.mostRules }

  /// Adds the valid rules of `text` that apply to `media`.
  mutating func add(_ text: String, for media: StyleMedia) {
    var reader = StyleReader(text)
    reader.readRules(into: &self, for: media)
  }

  mutating func append(_ rule: Rule) { if !isFull { rules.append(rule) } }

  /// Returns the order of a cascade layer, by first mention.
  mutating func layer(_ name: String) -> Int {
    let place = layers[name] ?? layers.count
    layers[name] = place
    return place
  }

  /// Sorts selectors by increasing strength; equal ones keep their order. Required before rules are looked up.
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
    let matching = found.filter { matcher.matches(rules[$0].selector, node) }.sorted()
    matcher.spend(matching.reduce(0) { $0 + rules[$1].declarations.count })
    return matching.map { rules[$0] }
  }
}
