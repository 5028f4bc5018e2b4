/// Creates trees for the case `layout` if the conformance set is missing. They imitate its trees: cards in wrapped sections, with headers,
/// rows of small boxes, fractional widths and absolute badges.
enum BenchTreeFiles {
  /// Returns a tree of about 10,000 nodes as JSON, the same in each run.
  ///
  /// - Parameter chain: Number of nested containers around each section. Engines that measure a child more than once per level are slow in
  ///   deep trees.
  static func tree(chain: Int) -> String {
    var maker = Maker(chain: chain)
    return maker.root()
  }

  private struct Maker {
    let chain: Int
    var count = 0
    var random = BenchRandom(state: 7)

    init(chain: Int) { self.chain = chain }

    /// Number or word of a style.
    private enum Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
      case number(Int)
      case word(String)
      init(integerLiteral value: Int) { self = .number(value) }
      init(stringLiteral value: String) { self = .word(value) }

      var json: String {
        switch self {
        case .number(let number): "\(number)"
        case .word(let word): "\"\(word)\""
        }
      }
    }

    private mutating func node(_ style: KeyValuePairs<String, Value>, _ children: [String] = []) -> String {
      count += 1
      let style = style.map { "\"\($0.key)\":\($0.value.json)" }.joined(separator: ",")
      // The reader requires the style first.
      return children.isEmpty ? "{\"style\":{\(style)}}" : "{\"style\":{\(style)},\"children\":[\(children.joined(separator: ","))]}"
    }

    mutating func root() -> String {
      var sections: [String] = []
      while count < 9_900 { sections.append(section()) }
      let root = node(["width": 1200, "flexDirection": "column"], sections)
      return "{\"nodes\":\(count),\"root\":\(root)}\n"
    }

    private mutating func section() -> String {
      let header = node(
        ["flexDirection": "row", "justifyContent": "space-between", "alignItems": "center", "height": 40],
        [
          node(["width": 120, "height": 20]), node(["flexGrow": 1, "flexShrink": 1, "flexBasis": 0, "height": 16]),
          node(["width": 60, "height": 24, "marginLeft": "auto"]),
        ])
      let cards = (0..<3 + random.next(4)).map { _ in card() }
      let wrap = node(["flexDirection": "row", "flexWrap": "wrap", "columnGap": 8, "rowGap": 8], cards)
      let shares = node(["flexDirection": "row", "columnGap": 6], [column("58%"), column("29%")])
      var section = node(["marginTop": 8, "rowGap": 6, "paddingLeft": 10, "paddingRight": 10], [header, wrap, shares])
      for level in 0..<chain {
        section = node(["flexDirection": level % 2 == 0 ? "column" : "row", "paddingTop": 1, "paddingLeft": 2], [section])
      }
      return section
    }

    private mutating func card() -> String {
      var parts = (0..<2 + random.next(3)).map { _ in row() }
      parts.append(node(["position": "absolute", "top": 4, "right": 4, "width": 12, "height": 12]))
      return node(
        [
          "width": .number(150 + random.next(110)), "paddingTop": 8, "paddingRight": 8, "paddingBottom": 8, "paddingLeft": 8,
          "borderTop": 1,
          "borderRight": 1, "borderBottom": 1, "borderLeft": 1, "rowGap": 4,
        ], parts)
    }

    private mutating func row() -> String {
      let leaves = (0..<2 + random.next(4)).map { _ in leaf() }
      let alignments: [Value] = ["flex-end", "center", "stretch", "flex-start"]
      let alignment = alignments[random.next(4)]
      return node(["flexDirection": "row", "columnGap": 4, "paddingTop": 2, "paddingBottom": 2, "alignItems": alignment], leaves)
    }

    private mutating func column(_ width: Value) -> String {
      let rows = (0..<1 + random.next(3)).map { _ in row() }
      return node(["width": width, "paddingTop": 3, "rowGap": 2], rows)
    }

    private mutating func leaf() -> String {
      let (width, height) = (Value.number(10 + random.next(60)), Value.number(8 + random.next(20)))
      switch random.next(8) {
      case 0: return node(["flexGrow": 1, "height": height])
      case 1: return node(["width": width, "height": height, "marginTop": 3, "marginLeft": 5])
      default: return node(["width": width, "height": height])
      }
    }
  }
}
