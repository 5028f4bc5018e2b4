import TesseraGeometry

@testable import TesseraLayout

/// Large trees for counts of a layout.
enum PerfTrees {
  /// A screen of about 10,000 boxes: cards in wrapped sections with headers, rows of small boxes, shares of the width, absolute badges.
  ///
  /// - Parameter chain: containers around each section, one in the other. An engine that measures a child more than once a level visits boxes
  ///   exponentially often there.
  static func screen(chain: Int) -> LayoutTree {
    LayoutTree { b in
      var maker = Maker()
      b.container(
        style: maker.style {
          $0.width = 1200
        }
      ) { b in while maker.count < 9_900 { maker.section(chain: chain, &b) } }
    }
  }

  private struct Maker {
    var count = 0
    var random = Seeded(7)

    /// The defaults of the Yoga set, without an automatic minimum.
    mutating func style(_ change: (inout LayoutStyle) -> Void) -> LayoutStyle {
      count += 1
      return LayoutStyle {
        $0.direction = .column
        $0.flexShrink = 0
        $0.alignContent = .flexStart
        ($0.minWidth, $0.minHeight) = (0, 0)
        change(&$0)
      }
    }

    mutating func section(chain: Int, _ b: inout LayoutBuilder) {
      for level in 0..<chain {
        b.beginContainer(
          style: style {
            $0.direction = level % 2 == 0 ? .column : .row
            ($0.padding.top, $0.padding.left) = (1, 2)
          })
      }
      b.beginContainer(
        style: style {
          ($0.margin.top, $0.rowGap) = (8, 6)
          ($0.padding.left, $0.padding.right) = (10, 10)
        })
      header(&b)
      b.beginContainer(
        style: style {
          ($0.direction, $0.wrap) = (.row, .wrap)
          ($0.columnGap, $0.rowGap) = (8, 8)
        })
      for _ in 0..<random.pick([3, 4, 5, 6]) { card(&b) }
      b.endContainer()
      b.beginContainer(
        style: style {
          ($0.direction, $0.columnGap) = (.row, 6)
        })
      for share in [58.0, 29] {
        b.beginContainer(
          style: style {
            ($0.width, $0.padding.top, $0.rowGap) = (.percent(share), 3, 2)
          })
        for _ in 0..<random.pick([1, 2, 3]) { row(&b) }
        b.endContainer()
      }
      b.endContainer()
      b.endContainer()
      for _ in 0..<chain { b.endContainer() }
    }

    private mutating func header(_ b: inout LayoutBuilder) {
      b.beginContainer(
        style: style {
          ($0.direction, $0.justifyContent, $0.alignItems, $0.height) = (.row, .spaceBetween, .center, 40)
        })
      b.leaf(style: style { ($0.width, $0.height) = (120, 20) })
      b.leaf(style: style { ($0.flexGrow, $0.flexShrink, $0.flexBasis, $0.height) = (1, 1, 0, 16) })
      b.leaf(style: style { ($0.width, $0.height, $0.margin.left) = (60, 24, .auto) })
      b.endContainer()
    }

    private mutating func card(_ b: inout LayoutBuilder) {
      let width = random.number(150...259)
      b.beginContainer(
        style: style {
          ($0.width, $0.padding, $0.rowGap) = (.points(width), LayoutEdges(8), 4)
          $0.border = LayoutEdges(1)
        })
      for _ in 0..<random.pick([2, 3, 4]) { row(&b) }
      b.leaf(
        style: style {
          ($0.position, $0.inset.top, $0.inset.right) = (.absolute, 4, 4)
          ($0.width, $0.height) = (12, 12)
        })
      b.endContainer()
    }

    private mutating func row(_ b: inout LayoutBuilder) {
      let alignment = random.pick([ItemAlignment.flexEnd, .center, .stretch, .flexStart])
      b.beginContainer(
        style: style {
          ($0.direction, $0.columnGap, $0.alignItems) = (.row, 4, alignment)
          ($0.padding.top, $0.padding.bottom) = (2, 2)
        })
      for _ in 0..<random.pick([2, 3, 4, 5]) { leaf(&b) }
      b.endContainer()
    }

    private mutating func leaf(_ b: inout LayoutBuilder) {
      let (width, height) = (random.number(10...69), random.number(8...27))
      let kind = random.pick([0, 1, 2, 3, 4, 5, 6, 7])
      b.leaf(
        style: style {
          $0.height = .points(height)
          if kind == 0 { $0.flexGrow = 1 } else { $0.width = .points(width) }
          if kind == 1 { ($0.margin.top, $0.margin.left) = (3, 5) }
        })
    }
  }
}
