extension StyleKey {
  /// Table behind `LayoutStyle.keys`.
  static let all: [StyleKey] = containers + items + sizes + edges + shorthands

  private static let containers: [StyleKey] = [
    words(
      "display", \.display, [("flex", .flex), ("none", .none), ("contents", .contents)],
      "Participation in layout: `none` removes the box, `contents` replaces it by its children"),
    words(
      "position", \.position, [("relative", .relative), ("absolute", .absolute), ("static", .static)],
      "In the flow and shifted by insets, out of the flow, or in the flow without a shift"),
    words("flexDirection", \.direction, directions, "Main axis of the children and its direction"),
    words("flexWrap", \.wrap, wraps, "Wrapping of children into lines; `overlay` (not CSS) stacks them on top of each other"),
    content("justifyContent", \.justifyContent, "Distribution of free space along the main axis"),
    content("alignContent", \.alignContent, "Distribution of free space between lines"),
    item("alignItems", \.alignItems, withAuto: false, "Alignment of children on the cross axis"),
    words(
      "direction", \.writingDirection, [("inherit", .inherit), ("ltr", .leftToRight), ("rtl", .rightToLeft)],
      "Writing direction: the side of `start`"),
    gapKey("rowGap", \.rowGap, "Gap between rows"),
    gapKey("columnGap", \.columnGap, "Gap between columns"),
    words(
      "overflow", \.overflow,
      [
        ("visible", .visible), ("clip", .clip), ("hidden", .hidden), ("scroll", .scroll), ("auto", .auto),
        ("extend", .extend),
      ],
      "Treatment of content that does not fit; scrollable boxes can shrink below their content"),
  ]

  private static let items: [StyleKey] = [
    item("alignSelf", \.alignSelf, withAuto: true, "Alignment of the box on the cross axis, instead of the parent's `alignItems`"),
    factor("flexGrow", \.flexGrow, "0", "Share of the line's free space"),
    factor("flexShrink", \.flexShrink, "1", "Share of the line's missing space, weighted by the flex basis"),
    size("flexBasis", \.flexBasis, "auto", extra: ["content"], "Main size before growing and shrinking"),
    StyleKey(
      name: "order", forms: [.integer], words: [], allowsNegative: true, initial: "0", help: "Layout order among siblings, ascending",
      apply: { style, value in
        guard case .number(let v)? = value.single, let i = Int32(exactly: v) else { return false }
        style.order = i
        return true
      }),
  ]

  private static let sizes: [StyleKey] = [
    size("width", \.width, "auto", "Width"),
    size("height", \.height, "auto", "Height"),
    size("minWidth", \.minWidth, "auto", "Minimum width; overrides `maxWidth`"),
    size("minHeight", \.minHeight, "auto", "Minimum height; overrides `maxHeight`"),
    size("maxWidth", \.maxWidth, "none", isMaximum: true, "Maximum width"),
    size("maxHeight", \.maxHeight, "none", isMaximum: true, "Maximum height"),
    StyleKey(
      name: "aspectRatio", forms: [.number, .ratio], words: ["auto"], allowsNegative: false, initial: "auto",
      help: "Width divided by height",
      apply: { style, value in
        switch value.triple {
        case (.word("auto")?, nil, nil): style.aspectRatio = nil
        // A degenerate ratio means no ratio, as in CSS.
        case (.number(let v)?, nil, nil) where v >= 0: style.aspectRatio = v
        case (.number(let w)?, .word("/")?, .number(let h)?) where w > 0 && h > 0 && (w / h).isFinite && w / h > 0:
          style.aspectRatio = w / h
        default: return false
        }
        return true
      }),
    words("boxSizing", \.boxSizing, [("content-box", .contentBox), ("border-box", .borderBox)], "Box that width and height measure"),
  ]

  private static let edges: [StyleKey] =
    sides("margin", \.margin, allowsAuto: true, allowsNegative: true, allowsPercent: true, "Margin")
    + sides("padding", \.padding, allowsAuto: false, allowsNegative: false, allowsPercent: true, "Padding")
    + sides("border", \.border, allowsAuto: false, allowsNegative: false, allowsPercent: false, "Width of the border")
    + sides(
      "", \.inset, allowsAuto: true, allowsNegative: true, allowsPercent: true,
      "Inset from the containing block, or shift of a relative box")

  private static let shorthands: [StyleKey] = [
    box(
      "margin", \.margin, allowsAuto: true, allowsNegative: true, allowsPercent: true,
      "Margins: one to four values, clockwise from the top"),
    box(
      "padding", \.padding, allowsAuto: false, allowsNegative: false, allowsPercent: true,
      "Padding: one to four values, clockwise from the top"),
    box(
      "border", \.border, allowsAuto: false, allowsNegative: false, allowsPercent: false,
      "Border widths: one to four values, clockwise from the top"),
    box(
      "inset", \.inset, allowsAuto: true, allowsNegative: true, allowsPercent: true, "Insets: one to four values, clockwise from the top"),
    StyleKey(
      name: "gap", forms: [.length, .percentage, .list], words: ["normal"], allowsNegative: false, initial: "0",
      help: "Row gap and column gap; one value sets both",
      apply: { style, value in
        guard let row = value.tokens.first.flatMap(thickness), value.tokens.count <= 2 else { return false }
        guard let column = value.tokens.last.flatMap(thickness) else { return false }
        style.rowGap = row
        style.columnGap = column
        return true
      }),
    StyleKey(
      name: "size", forms: [.length, .percentage, .list], words: sizeWords, allowsNegative: false, initial: "auto",
      help: "Width and height; one value sets both",
      apply: { style, value in
        guard let width = value.tokens.first.flatMap({ length($0) }), value.tokens.count <= 2 else { return false }
        guard let height = value.tokens.last.flatMap({ length($0) }) else { return false }
        style.width = width
        style.height = height
        return true
      }),
    StyleKey(
      name: "flex", forms: [.number, .list], words: ["auto", "none", "initial"], allowsNegative: false, initial: "0 1 auto",
      help: "Grow, shrink and basis; a single number is the grow factor, with basis 0", apply: flex),
    StyleKey(
      name: "flexFlow", forms: [.list], words: directions.map(\.0) + wraps.map(\.0), allowsNegative: false, initial: "row nowrap",
      help: "`flexDirection` and `flexWrap`",
      apply: { style, value in
        for token in value.tokens {
          guard case .word(let word) = token else { return false }
          if let d = directions.first(where: { $0.0 == word }) {
            style.direction = d.1
          } else if let w = wraps.first(where: { $0.0 == word }) {
            style.wrap = w.1
          } else {
            return false
          }
        }
        return value.tokens.count <= 2
      }),
  ]

  private static let directions: [(String, FlexDirection)] = [
    ("row", .row), ("row-reverse", .rowReverse), ("column", .column), ("column-reverse", .columnReverse),
  ]
  private static let wraps: [(String, FlexWrap)] = [
    ("nowrap", .noWrap), ("wrap", .wrap), ("wrap-reverse", .wrapReverse), ("overlay", .overlay),
  ]
  private static let sizeWords = ["auto", "min-content", "max-content", "fit-content", "stretch"]

  // MARK: Kinds of keys

  /// Key path of a style property, created when a value is set: each takes time and memory.
  private typealias Path<Member> = @Sendable () -> any WritableKeyPath<LayoutStyle, Member> & Sendable

  private static func words<V: Sendable & Equatable>(
    _ name: String, _ path: @autoclosure @escaping Path<V>, _ values: [(String, V)], _ help: String
  ) -> StyleKey {
    // The first word is the initial value.
    StyleKey(
      name: name, forms: [], words: values.map { $0.0 }, allowsNegative: false, initial: values[0].0, help: help,
      apply: { style, value in
        guard case .word(let word)? = value.single else { return false }
        let plain = name == "flexWrap" && word == "no-wrap" ? "nowrap" : word
        guard let match = values.first(where: { $0.0 == plain }) else { return false }
        style[keyPath: path()] = match.1
        return true
      })
  }

  private static func factor(_ name: String, _ path: @autoclosure @escaping Path<Double>, _ initial: String, _ help: String)
    -> StyleKey
  {
    StyleKey(
      name: name, forms: [.number], words: [], allowsNegative: false, initial: initial, help: help,
      apply: { style, value in
        guard case .number(let v)? = value.single, v >= 0 else { return false }
        style[keyPath: path()] = v
        return true
      })
  }

  private static func size(
    _ name: String, _ path: @autoclosure @escaping Path<Dimension>, _ initial: String, extra: [String] = [],
    isMaximum: Bool = false,
    _ help: String
  ) -> StyleKey {
    StyleKey(
      name: name, forms: [.length, .percentage], words: (isMaximum ? ["none"] + sizeWords.dropFirst() : sizeWords) + extra,
      allowsNegative: false,
      initial: initial, help: help,
      apply: { style, value in
        guard let token = value.single else { return false }
        if isMaximum, token == .word("none") || token == .word("auto") {
          style[keyPath: path()] = .auto
        } else if extra.contains("content"), token == .word("content") {
          style[keyPath: path()] = .maxContent
        } else if let d = length(token) {
          style[keyPath: path()] = d
        } else {
          return false
        }
        return true
      })
  }

  private static func gapKey(_ name: String, _ path: @autoclosure @escaping Path<Dimension>, _ help: String) -> StyleKey {
    StyleKey(
      name: name, forms: [.length, .percentage], words: ["normal"], allowsNegative: false, initial: "0", help: help,
      apply: { style, value in
        guard let d = value.single.flatMap(thickness) else { return false }
        style[keyPath: path()] = d
        return true
      })
  }

  private static func content(_ name: String, _ path: @autoclosure @escaping Path<ContentAlignment>, _ help: String)
    -> StyleKey
  {
    let keywords = ContentAlignment.Keyword.allCases.map { ($0.word, $0) }
    return StyleKey(
      name: name, forms: [], words: keywords.map { $0.0 } + ["safe …", "unsafe …"], allowsNegative: false, initial: "normal", help: help,
      apply: { style, value in
        guard let (word, overflow) = alignment(value), let match = keywords.first(where: { $0.0 == word }) else { return false }
        style[keyPath: path()] = ContentAlignment(match.1, overflow: overflow)
        return true
      })
  }

  private static func item(
    _ name: String, _ path: @autoclosure @escaping Path<ItemAlignment>, withAuto: Bool, _ help: String
  ) -> StyleKey {
    let keywords = ItemAlignment.Keyword.allCases.filter { withAuto || $0 != .auto }.map { ($0.word, $0) }
    return StyleKey(
      name: name, forms: [], words: keywords.map { $0.0 } + ["safe …", "unsafe …"], allowsNegative: false,
      initial: withAuto ? "auto" : "normal",
      help: help,
      apply: { style, value in
        guard let (word, overflow) = alignment(value), let match = keywords.first(where: { $0.0 == word }) else { return false }
        style[keyPath: path()] = ItemAlignment(match.1, overflow: overflow)
        return true
      })
  }

  /// Splits alignments such as `safe center` and `last baseline`.
  private static func alignment(_ value: Parsed) -> (String, OverflowAlignment)? {
    var words: [String] = []
    for token in value.tokens {
      guard case .word(let w) = token else { return nil }
      words.append(w)
    }
    switch words.count {
    case 1: return (words[0] == "last-baseline" ? "last baseline" : words[0], .normal)
    case 2 where words[1] == "baseline":
      return words[0] == "last" ? ("last baseline", .normal) : words[0] == "first" ? ("baseline", .normal) : nil
    case 2 where words[0] == "safe": return positional.contains(words[1]) ? (words[1], .safe) : nil
    case 2 where words[0] == "unsafe": return positional.contains(words[1]) ? (words[1], .unsafe) : nil
    default: return nil
    }
  }

  private static let positional: Set<String> = [
    "start", "end", "flex-start", "flex-end", "self-start", "self-end", "center", "left", "right",
  ]

  // MARK: Values

  private static func length(_ token: Token) -> Dimension? {
    switch token {
    case .number(let v): v >= 0 ? .points(v) : nil
    case .percent(let v): v >= 0 ? .percent(v) : nil
    case .word("auto"): .auto
    case .word("min-content"): .minContent
    case .word("max-content"): .maxContent
    case .word("fit-content"): .fitContent
    case .word("stretch"): .stretch
    case .word: nil
    }
  }

  private static func thickness(_ token: Token) -> Dimension? {
    switch token {
    case .number(let v): v >= 0 ? .points(v) : nil
    case .percent(let v): v >= 0 ? .percent(v) : nil
    case .word(let w): w == "normal" ? .points(0) : nil
    }
  }

  private static func edge(_ token: Token, allowsAuto: Bool, allowsNegative: Bool, allowsPercent: Bool) -> Dimension? {
    switch token {
    case .number(let v): v >= 0 || allowsNegative ? .points(v) : nil
    case .percent(let v): allowsPercent && (v >= 0 || allowsNegative) ? .percent(v) : nil
    case .word(let w): allowsAuto && w == "auto" ? .auto : nil
    }
  }

  private static func sides(
    _ prefix: String, _ path: @autoclosure @escaping Path<LayoutEdges>, allowsAuto: Bool, allowsNegative: Bool,
    allowsPercent: Bool,
    _ help: String
  ) -> [StyleKey] {
    let initial = prefix.isEmpty ? "auto" : "0"
    let names = ["Top", "Right", "Bottom", "Left", "Start", "End", "Horizontal", "Vertical"]
    return names.map { side in
      let name = prefix.isEmpty ? side.count > 6 ? "inset" + side : side.lowercased() : prefix + side
      return StyleKey(
        name: name, forms: allowsPercent ? [.length, .percentage] : [.length], words: allowsAuto ? ["auto"] : [],
        allowsNegative: allowsNegative,
        initial: initial, help: "\(help), \(side.lowercased())",
        apply: { style, value in
          guard
            let d = value.single.flatMap({
              edge($0, allowsAuto: allowsAuto, allowsNegative: allowsNegative, allowsPercent: allowsPercent)
            })
          else { return false }
          switch side {
          case "Top": style[keyPath: path()].top = d
          case "Right": style[keyPath: path()].right = d
          case "Bottom": style[keyPath: path()].bottom = d
          case "Left": style[keyPath: path()].left = d
          case "Start": style[keyPath: path()].start = d
          case "End": style[keyPath: path()].end = d
          case "Horizontal":
            style[keyPath: path()].left = d
            style[keyPath: path()].right = d
          default:
            style[keyPath: path()].top = d
            style[keyPath: path()].bottom = d
          }
          return true
        })
    }
  }

  private static func box(
    _ name: String, _ path: @autoclosure @escaping Path<LayoutEdges>, allowsAuto: Bool, allowsNegative: Bool,
    allowsPercent: Bool,
    _ help: String
  ) -> StyleKey {
    StyleKey(
      name: name, forms: allowsPercent ? [.length, .percentage, .list] : [.length, .list], words: allowsAuto ? ["auto"] : [],
      allowsNegative: allowsNegative, initial: name == "inset" ? "auto" : "0", help: help,
      apply: { style, value in
        let d = value.tokens.compactMap { edge($0, allowsAuto: allowsAuto, allowsNegative: allowsNegative, allowsPercent: allowsPercent) }
        guard d.count == value.tokens.count, (1...4).contains(d.count) else { return false }
        style[keyPath: path()] = LayoutEdges(
          top: d[0], right: d.count > 1 ? d[1] : d[0], bottom: d.count > 2 ? d[2] : d[0],
          left: d.count > 3 ? d[3] : d.count > 1 ? d[1] : d[0])
        return true
      })
  }

  /// CSS's `flex` shorthand.
  ///
  /// Source: CSS Flexbox 1, section 7.1.
  @Sendable private static func flex(_ style: inout LayoutStyle, _ value: Parsed) -> Bool {
    func set(_ grow: Double, _ shrink: Double, _ basis: Dimension) -> Bool {
      (style.flexGrow, style.flexShrink, style.flexBasis) = (grow, shrink, basis)
      return grow >= 0 && shrink >= 0
    }
    switch value.triple {
    case (.word("none")?, nil, nil): return set(0, 0, .auto)
    case (.word("auto")?, nil, nil): return set(1, 1, .auto)
    case (.word("initial")?, nil, nil): return set(0, 1, .auto)
    case (.number(let g)?, nil, nil): return set(g, 1, .points(0))
    case (.percent(let p)?, nil, nil): return p >= 0 && set(1, 1, .percent(p))
    case (.number(let g)?, .number(let s)?, nil): return set(g, s, .points(0))
    case (.number(let g)?, let b?, nil): return (length(b).map { set(g, 1, $0) }) ?? false
    case (.number(let g)?, .number(let s)?, .word("content")?): return set(g, s, .maxContent)
    case (.number(let g)?, .number(let s)?, let b?): return (length(b).map { set(g, s, $0) }) ?? false
    default: return false
    }
  }
}
