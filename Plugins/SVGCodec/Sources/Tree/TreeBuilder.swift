/// Builds an ``SVGTree`` from a document: applies styles, resolves `inherit`, and copies targets below `use`.
struct TreeBuilder {
  let document: XMLDocument
  private let source: String
  var sheet = StyleSheet()
  let matcher: StyleMatcher
  var variables = CustomProperties()
  /// Cascaded values of the document's elements.
  var cascades: [Int: Cascade] = [:]
  var tree = SVGTree()
  /// Custom property scope of each node of the tree.
  var scopes: [Int] = []
  let rootScope: Int
  private let targets: UseTargets
  /// Targets of the `use` elements being resolved, outermost first.
  private var links: [Int] = []
  /// Bytes of text repeated by `tref`.
  private var repeated = 0

  /// Builds a tree.
  /// - Parameters:
  ///   - variables: Custom properties of the root element.
  ///   - onlyRoot: Whether only the root element is included.
  ///   - budget: Counts elements and comparisons, also those of a document that is refused.
  ///   - mostComparisons: Maximum number of comparisons of selectors with elements.
  static func build(
    _ document: XMLDocument, source: String, variables: [String: String] = [:], onlyRoot: Bool = false, budget: ReadingBudget? = nil,
    mostComparisons: Int = StyleMatcher.mostWork
  ) throws(SVGError) -> SVGTree {
    guard let root = document.root, document.nodes[root].name == "svg", document.nodes[root].isSVG else {
      let name = document.root.map { document.nodes[$0].name } ?? "nothing"
      throw SVGError(
        source: source, line: document.root.map { document.nodes[$0].line },
        reason: "the root element must be `svg` of the namespace http://www.w3.org/2000/svg, got `\(name)`")
    }
    var builder = TreeBuilder(document: document, source: source, variables: variables, mostComparisons: mostComparisons)
    defer {
      budget?.spend(.visits, builder.tree.nodes.count)
      budget?.spend(.comparisons, builder.matcher.work)
    }
    if builder.sheet.isFull {
      throw SVGError(source: source, reason: "style sheets have more than \(StyleSheet.mostRules) selectors")
    }
    if onlyRoot {
      _ = try builder.addElement(root, parent: -1, isCopy: false)
    } else {
      try builder.add(root, parent: -1, depth: 0, isCopy: false)
    }
    return builder.tree
  }

  private init(document: XMLDocument, source: String, variables: [String: String], mostComparisons: Int) {
    (self.document, self.source) = (document, source)
    matcher = StyleMatcher(document, mostWork: mostComparisons)
    targets = UseTargets(document)
    let media = Self.media(of: document)
    for index in document.nodes.indices where document.nodes[index].isElement && document.nodes[index].isSVG {
      guard document.nodes[index].name == "style" else { continue }
      let type = document.attribute("type", of: index) ?? ""
      guard type.isEmpty || type == "text/css", document.attribute("media", of: index).map(media.matches) ?? true else { continue }
      sheet.add(document.children(of: index).map { document.nodes[$0].text }.joined(), for: media, owner: document.nodes[index].parent)
    }
    sheet.sort()
    self.variables.registered = sheet.registered
    rootScope = self.variables.scope(declaring: variables, in: -1)
  }

  /// Returns the media for queries, with the size of the root element's attributes.
  private static func media(of document: XMLDocument) -> StyleMedia {
    func side(_ name: String) -> Double? {
      guard let length = document.attribute(name, of: 0).flatMap({ SVGLength($0) }), let factor = length.unit.pixels else { return nil }
      return length.number * factor
    }
    let box = document.attribute("viewBox", of: 0).flatMap(svgNumbers).flatMap { $0.count == 4 && $0[2] > 0 && $0[3] > 0 ? $0 : nil }
    let (width, height) = (side("width"), side("height"))
    let ratio = box.map { $0[2] / $0[3] } ?? 1
    return StyleMedia(
      width: width ?? height.map { $0 * ratio } ?? box?[2] ?? 100, height: height ?? width.map { $0 / ratio } ?? box?[3] ?? 100)
  }

  // MARK: nodes

  private mutating func add(_ index: Int, parent: Int, depth: Int, isCopy: Bool) throws(SVGError) {
    let node = document.nodes[index]
    guard node.isElement else {
      // Text is relevant only in text elements.
      guard parent >= 0, XMLDocument.holdsText.contains(tree[parent].tag) else { return }
      return try addText(node.text, parent: parent, line: node.line)
    }
    guard node.isSVG, node.name != "style" else { return }
    guard depth < 2 * SVGLimits.depth else {
      throw SVGError(
        source: source, line: node.line, reason: "elements are nested more than \(2 * SVGLimits.depth) deep, copies below `use` counted")
    }
    let made = try addElement(index, parent: parent, isCopy: isCopy)
    switch node.name {
    case "use": try addLinked(by: index, to: made, depth: depth)
    case "tref": try addReferredText(by: index, to: made)
    default:
      var child = node.firstChild
      while child >= 0 {
        try add(child, parent: made, depth: depth + 1, isCopy: isCopy)
        child = document.nodes[child].nextSibling
      }
    }
  }

  private mutating func addElement(_ index: Int, parent: Int, isCopy: Bool) throws(SVGError) -> Int {
    let node = document.nodes[index]
    try checkCount(node.line)
    let styled = style(of: index, parent: parent)
    if matcher.isExhausted || variables.isExhausted {
      let reason =
        matcher.isExhausted
        ? "style sheets take more than \(matcher.mostWork) comparisons of selectors with elements; use fewer rules or simpler selectors"
        : "custom properties and values with var() take more than \(CustomProperties.mostTotal) bytes"
      throw SVGError(source: source, line: node.line, reason: reason)
    }
    let made = tree.append(
      .init(
        tag: node.name, attributes: styled.attributes, parent: parent, line: node.line, isCopy: isCopy,
        origin: styled.dependsOnParent ? -1 : index))
    scopes.append(styled.scope)
    if !isCopy, let id = tree.attribute("id", of: made), tree.ids[id] == nil { tree.ids[id] = made }
    return made
  }

  private mutating func addText(_ text: String, parent: Int, line: Int) throws(SVGError) {
    try checkCount(line)
    _ = tree.append(.init(tag: "", text: text, parent: parent, line: line))
    scopes.append(-1)
  }

  private func checkCount(_ line: Int) throws(SVGError) {
    guard tree.nodes.count >= SVGLimits.elements else { return }
    throw SVGError(source: source, line: line, reason: "more than \(SVGLimits.elements) elements, those that `use` repeats counted")
  }

  private mutating func addLinked(by index: Int, to use: Int, depth: Int) throws(SVGError) {
    guard let target = targets[index], target != index, !links.contains(target), links.count < SVGLimits.references,
      !targets.isInside(index, target), !targets.leadsBack(target, from: index)
    else { return }
    links.append(target)
    try add(target, parent: use, depth: depth + 1, isCopy: true)
    links.removeLast()
  }

  /// Adds the text of a `tref`'s target.
  private mutating func addReferredText(by index: Int, to made: Int) throws(SVGError) {
    guard let target = targets[index], XMLDocument.holdsText.union(SVGReading.shapes).contains(document.nodes[target].name) else { return }
    var text = ""
    for node in targets.subtree(of: target) where !document.nodes[node].isElement {
      text += document.nodes[node].text
      repeated += document.nodes[node].text.utf8.count
    }
    guard repeated <= SVGLimits.bytes else {
      throw SVGError(
        source: source, line: document.nodes[index].line, reason: "`tref` repeats more than \(SVGLimits.bytes) bytes of text"
      )
    }
    if document.attribute("xml:space", of: target) != "preserve" {
      text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    try addText(text, parent: made, line: document.nodes[index].line)
  }
}

/// Targets of `use` and `tref` elements.
private struct UseTargets {
  private var targets: [Int: Int] = [:]
  /// Elements that refer to a target, in order.
  private var users: [Int: [Int]] = [:]
  /// Index after the last descendant of each node.
  private var ends: [Int32]

  /// - Complexity: O(n) in nodes.
  init(_ document: XMLDocument) {
    ends = document.nodes.indices.map { Int32($0 + 1) }
    var (ids, links) = ([String: Int](), [Int]())
    for index in document.nodes.indices.reversed() {
      let node = document.nodes[index]
      if node.lastChild >= 0 { ends[index] = ends[node.lastChild] }
      guard node.isElement, node.isSVG else { continue }
      if let id = document.attribute("id", of: index) { ids[id] = index }
      if node.name == "use" || node.name == "tref" { links.append(index) }
    }
    for index in links.reversed() {
      let href = document.attribute("href", of: index) ?? document.attribute("xlink:href", of: index)
      guard let href = href?.trimmed, href.hasPrefix("#"), let target = ids[String(href.dropFirst())] else { continue }
      targets[index] = target
      if document.nodes[index].name == "use" { users[target, default: []].append(index) }
    }
  }

  subscript(_ node: Int) -> Int? { targets[node] }

  func subtree(of node: Int) -> Range<Int> { node..<Int(ends[node]) }

  func isInside(_ node: Int, _ ancestor: Int) -> Bool { node > ancestor && node < Int(ends[ancestor]) }

  /// Whether a `use` in `target` refers to it, or to `index`.
  /// - Complexity: O(log n).
  func leadsBack(_ target: Int, from index: Int) -> Bool {
    let inside = subtree(of: target)
    return [target, index].contains { end in
      guard let users = users[end] else { return false }
      var (low, high) = (0, users.count)
      while low < high {
        let middle = (low + high) / 2
        if users[middle] < inside.lowerBound { low = middle + 1 } else { high = middle }
      }
      return low < users.count && users[low] < inside.upperBound
    }
  }
}
