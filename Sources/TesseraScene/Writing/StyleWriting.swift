internal import TesseraLayout

/// Converts styles to the keys of scene files.
enum StyleWriting {
  /// Returns the keys that change `base` to `style`, in a fixed order.
  static func entries(of style: LayoutStyle, from base: LayoutStyle) -> [(key: String, value: StyleValue)] {
    var out = Entries(style: style, base: base)
    out.word("display", \.display) { word($0) }
    out.word("position", \.position) { word($0) }
    out.word("flexDirection", \.direction) { word($0) }
    out.word("flexWrap", \.wrap) { $0 == .noWrap ? "nowrap" : word($0) }
    out.word("boxSizing", \.boxSizing) { word($0) }
    out.word("overflow", \.overflow) { word($0) }
    out.word("direction", \.writingDirection) { $0 == .inherit ? "inherit" : $0 == .leftToRight ? "ltr" : "rtl" }
    out.word("justifyContent", \.justifyContent) { alignment($0.keyword, $0.overflow) }
    out.word("alignContent", \.alignContent) { alignment($0.keyword, $0.overflow) }
    out.word("alignItems", \.alignItems) { alignment($0.keyword, $0.overflow) }
    out.word("alignSelf", \.alignSelf) { alignment($0.keyword, $0.overflow) }
    out.number("order", \.order) { Double($0) }
    out.number("flexGrow", \.flexGrow) { $0 }
    out.number("flexShrink", \.flexShrink) { $0 }
    if style.aspectRatio != base.aspectRatio {
      out.entries.append(("aspectRatio", style.aspectRatio.map { .number($0) } ?? .text("auto")))
    }
    out.length("flexBasis", \.flexBasis)
    out.length("width", \.width)
    out.length("height", \.height)
    out.length("minWidth", \.minWidth)
    out.length("minHeight", \.minHeight)
    out.length("maxWidth", \.maxWidth)
    out.length("maxHeight", \.maxHeight)
    out.length("rowGap", \.rowGap)
    out.length("columnGap", \.columnGap)
    out.edges(\.margin) { "margin" + $0 }
    out.edges(\.padding) { "padding" + $0 }
    out.edges(\.border) { "border" + $0 }
    out.edges(\.inset) { $0.prefix(1).lowercased() + $0.dropFirst() }
    // Values that files cannot express, such as automatic padding, have no effect in layout and are omitted.
    return out.entries.filter { entry in
      var scratch = LayoutStyle()
      return (try? scratch.set(key: entry.key, value: entry.value)) != nil
    }
  }

  private struct Entries {
    let style: LayoutStyle
    let base: LayoutStyle
    var entries: [(key: String, value: StyleValue)] = []

    mutating func word<V: Equatable>(_ key: String, _ path: KeyPath<LayoutStyle, V>, _ name: (V) -> String) {
      if style[keyPath: path] != base[keyPath: path] { entries.append((key, .text(name(style[keyPath: path])))) }
    }

    mutating func number<V: Equatable>(_ key: String, _ path: KeyPath<LayoutStyle, V>, _ value: (V) -> Double) {
      let new = value(style[keyPath: path])
      // Files contain finite numbers only; a non-finite value counts as the default.
      if style[keyPath: path] != base[keyPath: path], new.isFinite { entries.append((key, .number(new))) }
    }

    mutating func length(_ key: String, _ path: KeyPath<LayoutStyle, Dimension>) {
      if style[keyPath: path] != base[keyPath: path], let value = StyleWriting.length(style[keyPath: path]) { entries.append((key, value)) }
    }

    mutating func edges(_ path: KeyPath<LayoutStyle, LayoutEdges>, _ key: (String) -> String) {
      let (new, old) = (style[keyPath: path], base[keyPath: path])
      for (side, edge) in [("Top", \LayoutEdges.top), ("Right", \.right), ("Bottom", \.bottom), ("Left", \.left)]
      where new[keyPath: edge] != old[keyPath: edge] {
        if let value = StyleWriting.length(new[keyPath: edge]) { entries.append((key(side), value)) }
      }
      for (side, edge) in [("Start", \LayoutEdges.start), ("End", \.end)] where new[keyPath: edge] != old[keyPath: edge] {
        if let value = new[keyPath: edge].flatMap(StyleWriting.length) { entries.append((key(side), value)) }
      }
    }
  }

  private static func length(_ length: Dimension) -> StyleValue? {
    switch length {
    case .auto: .text("auto")
    case .points(let value): value.isFinite ? .number(value) : nil
    case .percent(let value): value.isFinite ? .text(NumberText.write(value) + "%") : nil
    case .minContent: .text("min-content")
    case .maxContent: .text("max-content")
    case .fitContent: .text("fit-content")
    case .stretch: .text("stretch")
    }
  }

  /// Returns the CSS word of an enumeration's case, such as `row-reverse` for `rowReverse`.
  private static func word<Word>(_ value: Word) -> String {
    var out = ""
    for c in "\(value)" {
      if c.isUppercase { out += "-" }
      out += c.lowercased()
    }
    return out
  }

  private static func alignment<Keyword>(_ keyword: Keyword, _ overflow: OverflowAlignment) -> String {
    let name = "\(keyword)" == "lastBaseline" ? "last baseline" : word(keyword)
    return overflow == .normal ? name : "\(overflow) \(name)"
  }
}
