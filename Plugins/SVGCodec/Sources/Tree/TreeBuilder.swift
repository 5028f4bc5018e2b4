/// Makes an ``SVGTree`` of a document: applies styles, resolves `inherit`, and puts below `use` what it refers to.
struct TreeBuilder {
  private let document: XMLDocument
  private let source: String
  private var sheet = StyleSheet()
  private var ids: [String: Int] = [:]
  private var tree = SVGTree()
  /// What the `use` elements refer to that are being resolved, outermost first.
  private var links: [Int] = []

  static func build(_ document: XMLDocument, source: String) throws(SVGError) -> SVGTree {
    guard let root = document.root, document.nodes[root].name == "svg", document.nodes[root].isSVG else {
      let name = document.root.map { document.nodes[$0].name } ?? "nothing"
      throw SVGError(
        source: source, line: document.root.map { document.nodes[$0].line },
        reason: "the outermost element is `\(name)`, must be `svg` of the namespace http://www.w3.org/2000/svg")
    }
    var builder = TreeBuilder(document: document, source: source)
    try builder.add(root, parent: -1, isCopy: false)
    return builder.tree
  }

  private init(document: XMLDocument, source: String) {
    (self.document, self.source) = (document, source)
    for index in document.nodes.indices where document.nodes[index].isElement && document.nodes[index].isSVG {
      if let id = document.attribute("id", of: index), ids[id] == nil { ids[id] = index }
      guard document.nodes[index].name == "style" else { continue }
      let type = document.attribute("type", of: index) ?? ""
      if type.isEmpty || type == "text/css" { sheet.add(document.children(of: index).map { document.nodes[$0].text }.joined()) }
    }
    sheet.sort()
  }

  private mutating func add(_ index: Int, parent: Int, isCopy: Bool) throws(SVGError) {
    let node = document.nodes[index]
    guard tree.nodes.count < SVGLimits.elements else {
      throw SVGError(source: source, line: node.line, reason: "more than \(SVGLimits.elements) elements, those that `use` repeats counted")
    }
    if !node.isElement {
      // Text is wanted where texts are, and nowhere else.
      guard parent >= 0, Self.holdsText.contains(tree.nodes[parent].tag) else { return }
      append(.init(tag: "", attributes: [], text: node.text, parent: parent, line: node.line))
      return
    }
    guard node.isSVG, node.name != "style" else { return }
    let made = append(
      .init(tag: node.name, attributes: attributes(of: index, parent: parent), parent: parent, line: node.line, isCopy: isCopy))
    if !isCopy, let id = tree.attribute("id", of: made), tree.ids[id] == nil { tree.ids[id] = made }
    switch node.name {
    case "use": try addLinked(by: index, to: made)
    case "tref": addText(by: index, to: made)
    default:
      var child = node.firstChild
      while child >= 0 {
        try add(child, parent: made, isCopy: isCopy)
        child = document.nodes[child].nextSibling
      }
    }
  }

  private static let holdsText: Set<String> = ["text", "tspan", "textPath", "a", "tref", "altGlyph"]

  @discardableResult private mutating func append(_ node: SVGTree.Node) -> Int {
    tree.nodes.append(node)
    let index = tree.nodes.count - 1
    if node.parent >= 0 { tree.nodes[node.parent].children.append(index) }
    return index
  }

  private func target(of index: Int) -> Int? {
    let href = document.attribute("href", of: index) ?? document.attribute("xlink:href", of: index)
    guard let href = href?.trimmed, href.hasPrefix("#") else { return nil }
    return ids[String(href.dropFirst())]
  }

  private mutating func addLinked(by index: Int, to use: Int) throws(SVGError) {
    guard let target = target(of: index), target != index, !links.contains(target), links.count < SVGLimits.references else { return }
    var ancestor = document.nodes[index].parent
    while ancestor >= 0 {
      if ancestor == target { return }
      ancestor = document.nodes[ancestor].parent
    }
    if leadsBack(target, from: index) { return }
    links.append(target)
    try add(target, parent: use, isCopy: true)
    links.removeLast()
  }

  /// Whether a `use` below `target` refers to it, or to `index`.
  private func leadsBack(_ target: Int, from index: Int) -> Bool {
    var open = document.children(of: target)
    while let node = open.popLast() {
      if document.nodes[node].name == "use", let next = self.target(of: node), next == target || next == index { return true }
      open += document.children(of: node)
    }
    return false
  }

  /// The text of what a `tref` refers to.
  private mutating func addText(by index: Int, to made: Int) {
    guard let target = target(of: index), Self.holdsText.union(SVGReading.shapes).contains(document.nodes[target].name) else { return }
    var text = ""
    func gather(_ node: Int) {
      text += document.nodes[node].text
      for child in document.children(of: node) { gather(child) }
    }
    gather(target)
    if document.attribute("xml:space", of: target) != "preserve" {
      text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    append(.init(tag: "", attributes: [], text: text, parent: made, line: document.nodes[index].line))
  }

  // MARK: styles

  private func attributes(of index: Int, parent: Int) -> [SVGTree.Attribute] {
    var result: [SVGTree.Attribute] = []
    func set(_ name: String, _ value: String) {
      let names: [String] = name == "marker" ? ["marker-start", "marker-mid", "marker-end"] : [name]
      for name in names {
        var value = value
        if value == "inherit", Presentation.isProperty(name) {
          guard let resolved = inherited(name, parent: parent) else {
            result.removeAll { $0.name == name }
            continue
          }
          value = resolved
        }
        if let at = result.firstIndex(where: { $0.name == name }) {
          result[at].value = value
        } else {
          result.append(.init(name: name, value: value))
        }
      }
    }
    for attribute in document.attributes[document.nodes[index].attributes] where attribute.name != "style" {
      if attribute.name == "xlink:href" {
        if document.attribute("href", of: index) == nil { set("href", attribute.value) }
      } else if !Presentation.styleOnly.contains(attribute.name) {
        set(attribute.name, attribute.value)
      }
    }
    let rules = sheet.rules.filter { $0.selector.matches(index, in: document) }.flatMap(\.declarations)
    var reader = StyleReader(document.attribute("style", of: index) ?? "")
    let own = reader.declarations()
    let ordered =
      rules.filter { !$0.isImportant } + own.filter { !$0.isImportant } + rules.filter(\.isImportant) + own.filter(\.isImportant)
    for declaration in ordered {
      if declaration.name == "marker" || Presentation.isProperty(declaration.name) {
        if declaration.name == "font" {
          Self.font(declaration.value).forEach { set($0.name, $0.value) }
        } else {
          set(declaration.name, declaration.value)
        }
      }
    }
    return result
  }

  private func inherited(_ name: String, parent: Int) -> String? {
    guard parent >= 0 else { return Presentation.initial(name) }
    let value = Presentation.inherited.contains(name) ? tree.inherited(name, of: parent) : tree.attribute(name, of: parent)
    return value ?? Presentation.initial(name)
  }

  /// The properties that `font` sets. Source: CSS Fonts 4, section 2.7.
  private static func font(_ value: String) -> [StyleDeclaration] {
    var words = value.split(whereSeparator: \.isWhitespace)
    var result: [StyleDeclaration] = ["font-style", "font-variant", "font-weight", "font-stretch"].map { .init(name: $0, value: "normal") }
    while let word = words.first {
      switch word {
      case "italic", "oblique": result[0].value = String(word)
      case "small-caps": result[1].value = String(word)
      case "bold", "bolder", "lighter", "100", "200", "300", "400", "500", "600", "700", "800", "900": result[2].value = String(word)
      case "normal": break
      default:
        guard word.hasSuffix("condensed") || word.hasSuffix("expanded") else {
          words.removeFirst()
          guard !words.isEmpty else { return [] }
          result.append(.init(name: "font-size", value: String(word.split(separator: "/")[0])))
          result.append(.init(name: "font-family", value: words.joined(separator: " ")))
          return result
        }
        result[3].value = String(word)
      }
      words.removeFirst()
    }
    return []
  }
}
