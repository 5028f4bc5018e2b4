extension TreeBuilder {
  /// Attributes and winning declarations of an element, before inheritance.
  struct Cascade {
    var attributes = AttributeList()
    /// Custom properties that the element declares.
    var custom: [String: String] = [:]
    /// Attributes whose values contain variables or keywords such as `inherit`.
    var open: [String] = []
  }

  /// Returns the attributes of an element below `parent`, and the scope of its custom properties.
  mutating func style(of index: Int, parent: Int) -> (attributes: AttributeList, scope: Int, dependsOnParent: Bool) {
    let cascade = self.cascade(of: index)
    let scope = variables.scope(declaring: cascade.custom, in: parent >= 0 ? scopes[parent] : rootScope)
    guard !cascade.open.isEmpty else { return (cascade.attributes, scope, false) }
    var attributes = cascade.attributes
    matcher.spend(attributes.items.count / 8)
    for name in cascade.open {
      guard var value = attributes[name] else { continue }
      if value.mentionsVariable {
        // A value that is invalid with its variables counts as `unset`; shorthands are judged by their parts.
        guard let text = variables.substitute(value, in: scope)?.trimmed,
          Self.shorthand(name, text) != nil || Presentation.accepts(name, text)
        else {
          attributes.remove(name)
          continue
        }
        value = text
      }
      if let parts = Self.shorthand(name, value) {
        attributes.remove(name)
        for part in parts { attributes.set(part.name, part.value) }
        continue
      }
      resolve(name, value, parent, &attributes)
    }
    return (attributes, scope, true)
  }

  /// Stores a value; keywords that refer to other values are resolved.
  private func resolve(_ name: String, _ value: String, _ parent: Int, _ attributes: inout AttributeList) {
    switch value {
    case "inherit":
      if let inherited = inherited(name, parent: parent) { attributes.set(name, inherited) } else { attributes.remove(name) }
    case "initial":
      if let initial = Presentation.initial(name) { attributes.set(name, initial) } else { attributes.remove(name) }
    case "unset", "revert", "revert-layer": attributes.remove(name)
    default: attributes.set(name, value)
    }
  }

  private func inherited(_ name: String, parent: Int) -> String? {
    guard parent >= 0 else { return Presentation.initial(name) }
    let value = Presentation.inherited.contains(name) ? tree.inherited(name, of: parent) : tree.attribute(name, of: parent)
    return value ?? Presentation.initial(name)
  }

  // MARK: cascade

  private mutating func cascade(of index: Int) -> Cascade {
    if let known = cascades[index] { return known }
    var result = Cascade()
    var open: Set<String> = []
    func set(_ name: String, _ value: String) {
      result.attributes.set(name, value)
      if Presentation.isWide(value) || value.mentionsVariable { open.insert(name) } else { open.remove(name) }
    }
    for attribute in document.attributes[document.nodes[index].attributes] where attribute.name != "style" {
      if attribute.name == "xlink:href" {
        if document.attribute("href", of: index) == nil { result.attributes.set("href", attribute.value) }
      } else if Presentation.isPresentationAttribute(attribute.name), !Presentation.styleOnly.contains(attribute.name) {
        set(attribute.name, attribute.value)
      } else if !Presentation.styleOnly.contains(attribute.name), !attribute.name.hasPrefix("css-") {
        result.attributes.set(attribute.name, attribute.value)
      }
    }
    for declaration in declarations(of: index) {
      if declaration.name.hasPrefix("--") {
        result.custom[declaration.name] = declaration.value
      } else if let (name, value) = Self.stored(declaration, tag: document.nodes[index].name) {
        if let parts = Self.shorthand(name, value) { parts.forEach { set($0.name, $0.value) } } else { set(name, value) }
      }
    }
    result.open = open.sorted()
    cascades[index] = result
    return result
  }

  /// Returns the declarations for an element, in order of increasing strength.
  private func declarations(of index: Int) -> [StyleDeclaration] {
    let rules = sheet.rules(for: index, in: document, matcher)
    var own: [StyleDeclaration] = []
    if let text = document.attribute("style", of: index) {
      var reader = StyleReader(text)
      own = reader.declarations()
    }
    guard !rules.isEmpty || !own.isEmpty else { return [] }
    let normal = rules.flatMap { $0.declarations.filter { !$0.isImportant } }
    // Of important declarations, those of earlier layers are stronger.
    var important: [StyleDeclaration] = []
    var rest = rules.filter { $0.declarations.contains(where: \.isImportant) }[...]
    while let layer = rest.last?.layer {
      let first = rest.firstIndex { $0.layer == layer } ?? rest.startIndex
      important += rest[first...].flatMap { $0.declarations.filter(\.isImportant) }
      rest = rest[..<first]
    }
    return normal + own.filter { !$0.isImportant } + important + own.filter(\.isImportant)
  }

  /// Returns the attribute that a declaration sets; nil if it does not apply to this element.
  private static func stored(_ declaration: StyleDeclaration, tag: String) -> (name: String, value: String)? {
    guard Presentation.applies(declaration.name, to: tag) || declaration.name == "font",
      Presentation.accepts(declaration.name, declaration.value)
    else { return nil }
    var (name, value) = (Presentation.renamed[declaration.name] ?? declaration.name, declaration.value)
    // Names of fonts and ids are case-sensitive.
    if name != "font-family", name != "font", !value.utf8.contains(where: { $0 == 40 || $0 == 34 || $0 == 39 }) {
      value = value.lowercased()
    }
    if name == "d" { value = Presentation.pathData(value) ?? (value == "none" ? "" : value) }
    if name == "transform", tag.hasSuffix("Gradient") { name = "gradientTransform" }
    if name == "transform", tag == "pattern" { name = "patternTransform" }
    return (name, value)
  }

  /// Expands a shorthand; nil for other properties, and while it contains variables.
  private static func shorthand(_ name: String, _ value: String) -> [StyleDeclaration]? {
    guard name == "marker" || name == "font", !value.mentionsVariable else { return nil }
    if name == "marker" { return ["marker-start", "marker-mid", "marker-end"].map { .init(name: $0, value: value) } }
    if Presentation.isWide(value) {
      return ["font-style", "font-variant", "font-weight", "font-stretch", "font-size", "font-family"].map { .init(name: $0, value: value) }
    }
    return font(value)
  }

  /// Returns the properties that `font` sets. Source: CSS Fonts 4, section 2.7.
  private static func font(_ value: String) -> [StyleDeclaration] {
    var words = value.split(whereSeparator: \.isWhitespace)[...]
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
