internal import TesseraBase

/// Matches selectors with elements of a document and counts the comparisons. Used by one thread.
final class StyleMatcher {
  /// Maximum number of comparisons of a compound or value with an element, per document.
  static let mostWork = 3_000_000

  let mostWork: Int
  private let document: XMLDocument
  private lazy var siblings = SiblingTable(document)
  private(set) var work = 0
  /// Element of the innermost `:has()` under test.
  private var anchor = -1
  /// Scoping root of the rule under test; -1 outside of `@scope`.
  private var scopingRoot = -1

  init(_ document: XMLDocument, mostWork: Int = StyleMatcher.mostWork) { (self.document, self.mostWork) = (document, mostWork) }

  /// Whether the limit is exceeded; nothing matches from then on.
  var isExhausted: Bool { work > mostWork }

  /// Counts work of matching.
  func spend(_ amount: Int) { work += amount }

  func matches(_ selector: StyleSelector, _ node: Int) -> Bool { matches(selector.parts, selector.parts.count - 1, node) }

  /// Returns the number of elements from `node` up to the scoping root of a rule that matches it; nil if it does not match.
  func distance(of node: Int, to rule: StyleSheet.Rule) -> Int? {
    guard let scope = rule.scope else { return matches(rule.selector, node) ? .max : nil }
    let result = first(from: node, in: scope) { _ in matches(rule.selector, node) }
    scopingRoot = -1
    return result
  }

  /// Returns the distance to the nearest root of a scope that `node` is in and for which `test` holds.
  private func first(from node: Int, in scope: StyleScope, where test: (_ root: Int) -> Bool) -> Int? {
    var (root, distance) = (node, 0)
    while root >= 0, !isExhausted {
      work += 1
      if isRoot(root, of: scope) {
        scopingRoot = root
        if !isCut(node, by: scope, below: root), test(root) { return distance }
      }
      (root, distance) = (document.nodes[root].parent, distance + 1)
    }
    return nil
  }

  /// Whether an element is a scoping root. Selectors of roots are themselves in the enclosing scope.
  private func isRoot(_ node: Int, of scope: StyleScope) -> Bool {
    func fits() -> Bool { scope.roots.isEmpty ? node == scope.owner : scope.roots.contains { matches($0, node) } }
    guard let outer = scope.outer.first else {
      scopingRoot = -1
      return fits()
    }
    return first(from: node, in: outer) { _ in fits() } != nil
  }

  /// Whether a limit lies on the way from `node` up to `root`.
  private func isCut(_ node: Int, by scope: StyleScope, below root: Int) -> Bool {
    guard !scope.limits.isEmpty else { return false }
    var at = node
    while at >= 0, !isExhausted {
      if scope.limits.contains(where: { matches($0, at) }) { return true }
      if at == root { break }
      at = document.nodes[at].parent
    }
    return false
  }

  private func matches(_ parts: [StyleSelector.Part], _ index: Int, _ node: Int) -> Bool {
    guard node >= 0, fits(parts[index], node) else { return false }
    guard index > 0 else { return true }
    switch parts[index].joint {
    case .child: return matches(parts, index - 1, document.nodes[node].parent)
    case .next: return matches(parts, index - 1, siblings.previous(of: node))
    case .later:
      var sibling = siblings.previous(of: node)
      while sibling >= 0, !isExhausted {
        if matches(parts, index - 1, sibling) { return true }
        sibling = siblings.previous(of: sibling)
      }
      return false
    case .descendant:
      var ancestor = document.nodes[node].parent
      while ancestor >= 0, !isExhausted {
        if matches(parts, index - 1, ancestor) { return true }
        ancestor = document.nodes[ancestor].parent
      }
      return false
    }
  }

  private func fits(_ part: StyleSelector.Part, _ node: Int) -> Bool {
    work += 1
    guard !isExhausted else { return false }
    if let tag = part.tag, document.nodes[node].name != tag { return false }
    return part.tests.allSatisfy { holds($0, node) }
  }

  private func holds(_ test: StyleSelector.Test, _ node: Int) -> Bool {
    switch test {
    case .id(let id): return value("id", node) == id
    case .className(let name): return value("class", node)?.hasWord(name) == true
    case .attribute(let attribute): return attribute.names.contains { name in value(name, node).map { holds(attribute, $0) } ?? false }
    case .root: return document.nodes[node].parent < 0
    case .scope: return scopingRoot >= 0 ? node == scopingRoot : document.nodes[node].parent < 0
    case .empty:
      return document.children(of: node).allSatisfy { !document.nodes[$0].isElement && document.nodes[$0].text.isEmpty }
    case .link: return document.nodes[node].name == "a" && (value("href", node) ?? value("xlink:href", node)) != nil
    case .language(let wanted): return language(of: node).map { $0 == wanted || $0.hasPrefix(wanted + "-") } ?? false
    case .position(let position): return holds(position, node)
    case .not(let all): return !all.contains { matches($0, node) }
    case .any(let all): return all.contains { matches($0, node) }
    case .has(let all): return all.contains { hasRelative($0, of: node) }
    case .anchor: return node == anchor
    case .never: return false
    }
  }

  /// Whether an element after or inside `node` matches a selector that begins at `node`.
  private func hasRelative(_ selector: StyleSelector, of node: Int) -> Bool {
    let outer = anchor
    anchor = node
    defer { anchor = outer }
    var open: [Int]
    switch selector.parts[1].joint {
    case .child, .descendant: open = document.children(of: node)
    case .next, .later:
      open = []
      var sibling = siblings.neighbour(of: node, isAfter: true)
      while sibling >= 0, !isExhausted {
        work += 1
        open.append(sibling)
        sibling = siblings.neighbour(of: sibling, isAfter: true)
      }
    }
    while let next = open.popLast(), !isExhausted {
      work += 1
      guard document.nodes[next].isElement else { continue }
      if matches(selector, next) { return true }
      open += document.children(of: next)
    }
    return false
  }

  private func holds(_ attribute: StyleSelector.Attribute, _ value: String) -> Bool {
    var (value, wanted) = (value, attribute.value)
    if attribute.ignoresCase { (value, wanted) = (value.lowercased(), wanted.lowercased()) }
    switch attribute.test {
    case .exists: return true
    case .equals: return value == wanted
    case .includes: return value.hasWord(wanted)
    case .dashes: return value == wanted || value.hasPrefix(wanted + "-")
    case .begins: return !wanted.isEmpty && value.hasPrefix(wanted)
    case .ends: return !wanted.isEmpty && value.hasSuffix(wanted)
    case .contains: return !wanted.isEmpty && value.byteRange(of: wanted) != nil
    }
  }

  private func holds(_ position: StyleSelector.Position, _ node: Int) -> Bool {
    guard !position.among.isEmpty else {
      return position.holds(siblings.position(of: node, isOfType: position.isOfType, isFromEnd: position.isFromEnd))
    }
    guard position.among.contains(where: { matches($0, node) }) else { return false }
    var (count, sibling) = (1, siblings.neighbour(of: node, isAfter: position.isFromEnd))
    while sibling >= 0, !isExhausted {
      if position.among.contains(where: { matches($0, sibling) }) { count += 1 }
      sibling = siblings.neighbour(of: sibling, isAfter: position.isFromEnd)
    }
    return position.holds(count)
  }

  /// Returns an attribute; the lookup and the bytes read count as work.
  private func value(_ name: String, _ node: Int) -> String? {
    let value = document.attribute(name, of: node)
    work += document.nodes[node].attributes.count / 8 + (value?.utf8.count ?? 0) / 16
    return value
  }

  private func language(of node: Int) -> String? {
    var at = node
    while at >= 0 {
      if let value = value("xml:lang", at) ?? value("lang", at) { return value }
      at = document.nodes[at].parent
    }
    return nil
  }
}

/// Positions of the elements among their siblings.
private struct SiblingTable {
  private var before: [Int32]
  private var after: [Int32]
  /// From 1: from the start, from the end, and both among siblings of the same name.
  private var places: [(start: Int32, end: Int32, typeStart: Int32, typeEnd: Int32)]

  /// - Complexity: O(n) in nodes.
  init(_ document: XMLDocument) {
    before = Array(repeating: -1, count: document.nodes.count)
    after = before
    places = Array(repeating: (1, 1, 1, 1), count: document.nodes.count)
    for parent in document.nodes.indices where document.nodes[parent].firstChild >= 0 {
      let elements = document.children(of: parent).filter { document.nodes[$0].isElement }
      var types: [String: Int32] = [:]
      for (index, node) in elements.enumerated() {
        if index > 0 {
          before[node] = Int32(elements[index - 1])
          after[elements[index - 1]] = Int32(node)
        }
        let count = types[document.nodes[node].name, default: 0] + 1
        types[document.nodes[node].name] = count
        (places[node].start, places[node].end, places[node].typeStart) = (Int32(index + 1), Int32(elements.count - index), count)
      }
      for node in elements { places[node].typeEnd = types[document.nodes[node].name, default: 0] + 1 - places[node].typeStart }
    }
  }

  func previous(of node: Int) -> Int { Int(before[node]) }

  func neighbour(of node: Int, isAfter: Bool) -> Int { Int(isAfter ? after[node] : before[node]) }

  func position(of node: Int, isOfType: Bool, isFromEnd: Bool) -> Int {
    let place = places[node]
    return Int(isOfType ? (isFromEnd ? place.typeEnd : place.typeStart) : isFromEnd ? place.end : place.start)
  }
}

extension String {
  /// Whether the text contains `word` as a space-separated word.
  func hasWord(_ word: String) -> Bool {
    guard !word.isEmpty else { return false }
    return utf8.split(whereSeparator: Scanner.isSpace).contains { $0.elementsEqual(word.utf8) }
  }
}
