import TesseraGeometry
import Testing

@testable import TesseraLayout

/// A box of fixed size that does not shrink, as children of Texture's stacks are.
private func box(_ key: UInt64, _ width: Double, _ height: Double) -> StyledElement {
  LayoutLeaf(key: LayoutKey(key), style: .spec()).size(width, height).flexShrink(0)
}

private func boxes(_ sizes: (Double, Double)..., edit: (Int, StyledElement) -> any LayoutElement = { $1 }) -> [any LayoutElement] {
  sizes.enumerated().map { edit($0.offset, box(UInt64($0.offset + 1), $0.element.0, $0.element.1)) }
}

private func exactly(_ width: Double, _ height: Double) -> SizeRange { SizeRange(exactly: Size(width, height)) }
private func range(_ width: ClosedRange<Double>, _ height: ClosedRange<Double>) -> SizeRange {
  SizeRange(min: Size(width.lowerBound, height.lowerBound), max: Size(width.upperBound, height.upperBound))
}
/// So wide, and as high as the content up to `height`.
private func wide(_ width: Double, _ height: Double = .infinity) -> SizeRange { range(width...width, 0...height) }

/// What Texture's snapshot tests show, stated as frames; rows where CSS says otherwise stand in `differences`.
@Suite struct TextureSpecTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let element: any LayoutElement
    let range: SizeRange
    let frames: [Rect]
    let size: Size?
    var testDescription: String { name }

    init(_ name: String, _ element: any LayoutElement, _ range: SizeRange, _ frames: [Rect], size: Size? = nil) {
      (self.name, self.element, self.range, self.frames, self.size) = (name, element, range, frames, size)
    }
  }

  private static func places(_ places: [(Double, Double)], _ sizes: [(Double, Double)]) -> [Rect] {
    zip(places, sizes).map { Rect($0.0, $0.1, $1.0, $1.1) }
  }
  private static func row(_ x: [Double], _ widths: [Double], _ height: Double = 50) -> [Rect] {
    zip(x, widths).map { Rect($0, 0, $1, height) }
  }
  private static func column(_ heights: [Double], _ width: Double = 50) -> [Rect] {
    var y = 0.0
    return heights.map { height in
      defer { y += height }
      return Rect(0, y, width, height)
    }
  }
  private static func lines(_ y: [Double], perLine: Int = 2) -> [Rect] {
    y.flatMap { y in (0..<perLine).map { Rect(Double($0) * 50, y, 50, 50) } }
  }

  private static let three = [(50.0, 50.0), (100, 70), (150, 90)]
  private static func threeSpaced(_ align: ItemAlignment, _ before: [Double] = [0, 20, 30]) -> Stack {
    Stack(.vertical, justifyContent: .center, alignItems: align) {
      boxes(three[0], three[1], three[2]) { $1.stackSpacing(before: before[$0]) }
    }
  }
  private static func justified(_ justify: ContentAlignment, count: Int = 3) -> Stack {
    Stack(.horizontal, justifyContent: justify) { (1...count).map { box(UInt64($0), 50, 50) } }
  }
  private static func flexed(_ axis: Axis, _ sizes: [Double], grow: [Double] = [], shrink: [Double] = []) -> Stack {
    Stack(axis) {
      sizes.enumerated().map { i, size in
        (axis == .horizontal ? box(UInt64(i + 1), size, 50) : box(UInt64(i + 1), 50, size))
          .flexGrow(i < grow.count ? grow[i] : 0).flexShrink(i < shrink.count ? shrink[i] : 0)
      }
    }
  }
  private static func wrapped(_ content: ContentAlignment, lineSpacing: Double = 0) -> Stack {
    Stack(.horizontal, wrap: .wrap, lineSpacing: lineSpacing, alignContent: content) { (1...6).map { box($0, 50, 50) } }
  }
  private static func text(_ key: UInt64, _ size: Size, first: Double, last: Double) -> LayoutLeaf {
    LayoutLeaf(key: LayoutKey(key)) { _ in MeasuredSize(size, firstBaseline: first, lastBaseline: last) }
  }

  static let stacks: [Row] = [
    Row("a row at its start", justified(.start), wide(300, 300), row([0, 50, 100], [50, 50, 50]), size: Size(300, 50)),
    Row("a row in the middle", justified(.center), wide(300, 300), row([75, 125, 175], [50, 50, 50])),
    Row("a row at its end", justified(.end), wide(300, 300), row([150, 200, 250], [50, 50, 50])),
    Row(
      "a row whose items grow alike", flexed(.horizontal, [50, 50, 50], grow: [1, 1, 1]), wide(300, 300),
      row([0, 100, 200], [100, 100, 100])),
    Row("space between in a row", justified(.spaceBetween), wide(300, 300), row([0, 125, 250], [50, 50, 50])),
    Row("space around in a row", justified(.spaceAround), wide(300, 300), row([25, 125, 225], [50, 50, 50])),
    Row("a row that is too long starts at its start", justified(.start), wide(110, 300), row([0, 50, 100], [50, 50, 50])),
    Row("a centred row that is too long sticks out on both sides", justified(.center), wide(110, 300), row([-20, 30, 80], [50, 50, 50])),
    Row("a row at its end that is too long sticks out at the start", justified(.end), wide(110, 300), row([-40, 10, 60], [50, 50, 50])),
    Row("space between in a row that is too long", justified(.spaceBetween), wide(110, 300), row([0, 50, 100], [50, 50, 50])),
    Row(
      "only the middle item shrinks, to nothing", flexed(.horizontal, [50, 50, 50], shrink: [0, 1, 0]), wide(75, 150),
      row([0, 50, 50], [50, 0, 50])),
    Row(
      "items of one line that shrink by their sizes", flexed(.horizontal, [50, 150, 50], grow: [1, 1, 1], shrink: [1, 1, 1]), wide(200),
      row([0, 40, 160], [40, 120, 40])),
    Row(
      "a column as wide as its widest child, as high as it must be", Stack(.vertical) { boxes((50, 50), (100, 50), (150, 50)) },
      range(0...300, 300...300),
      places([(0, 0), (0, 50), (0, 100)], [(50, 50), (100, 50), (150, 50)]), size: Size(150, 300)),
    Row(
      "spacing in a column", Stack(.vertical, spacing: 10) { boxes((50, 50), (100, 50), (150, 50)) }, range(0...300, 300...300),
      places([(0, 0), (0, 60), (0, 120)], [(50, 50), (100, 50), (150, 50)]), size: Size(150, 300)),
    Row("an empty stack in an inset is the inset", Inset(10) { Stack(.vertical, spacing: 10) {} }, wide(300, 300), [], size: Size(300, 20)),
    Row(
      "spacing before each child", Stack(.vertical) { boxes(three[0], three[1], three[2]) { $1.stackSpacing(before: [0, 10, 20][$0]) } },
      .unlimited,
      places([(0, 0), (0, 60), (0, 150)], three), size: Size(150, 240)),
    Row(
      "spacing after each child", Stack(.vertical) { boxes(three[0], three[1], three[2]) { $1.stackSpacing(after: [0, 10, 20][$0]) } },
      .unlimited,
      places([(0, 0), (0, 50), (0, 130)], three), size: Size(150, 240)),
    Row(
      "negative spacing takes the spacing of the stack away",
      Stack(.vertical, spacing: 10) {
        boxes(three[0], three[1], three[2]) { $1.stackSpacing(before: $0 == 1 ? -10 : 0, after: $0 == 1 ? -10 : 0) }
      }, .unlimited, places([(0, 0), (0, 50), (0, 120)], three), size: Size(150, 210)),
    Row(
      "a centred column with spacing before its children", threeSpaced(.start), range(0...300, 300...300),
      places([(0, 20), (0, 90), (0, 190)], three), size: Size(150, 300)),
    Row("space between a single child", justified(.spaceBetween, count: 1), wide(300), row([0], [50])),
    Row("space around a single child", justified(.spaceAround, count: 1), wide(300), row([125], [50])),
    Row("space between in fractions", justified(.spaceBetween), wide(301), row([0, 125.5, 251], [50, 50, 50])),
    Row(
      "one child aligned otherwise than the others",
      Stack(.horizontal) { boxes((100, 100), (50, 50)) { $0 == 1 ? $1.alignSelf(.center) : $1 } }, wide(150),
      places([(0, 0), (100, 25)], [(100, 100), (50, 50)]), size: Size(150, 100)),
    Row("a column aligned to the start", threeSpaced(.start), exactly(300, 300), places([(0, 20), (0, 90), (0, 190)], three)),
    Row("a column aligned to the end", threeSpaced(.end), exactly(300, 300), places([(250, 20), (200, 90), (150, 190)], three)),
    Row("a column aligned to the middle", threeSpaced(.center), exactly(300, 300), places([(125, 20), (100, 90), (75, 190)], three)),
    Row(
      "a column stretched to its least width", threeSpaced(.stretch), range(200...300, 200...300),
      places([(0, 0), (0, 70), (0, 170)], three), size: Size(200, 260)),
    Row(
      "a column stretched to its widest child", threeSpaced(.stretch), range(50...300, 50...300),
      places([(0, 0), (0, 70), (0, 170)], three), size: Size(150, 260)),
    Row("an empty stack is as large as it must be", Stack(.vertical) {}, range(50...300, 50...300), [], size: Size(50, 50)),
    Row(
      "equal bases and growth make equal widths",
      Stack(.horizontal) { boxes((50, 50), (150, 150), (50, 50)) { $1.flexGrow().flexBasis(10) } }, wide(300, 150),
      places([(0, 0), (100, 0), (200, 0)], [(100, 50), (100, 150), (100, 50)])),
    Row(
      "a basis in percent",
      Stack(.horizontal) { boxes((50, 50), (50, 50), (50, 50)) { $1.flexGrow().flexBasis($0 == 0 ? .percent(50) : .auto) } },
      wide(200), row([0, 100, 150], [100, 50, 50])),
    Row(
      "a basis smaller than the content", Stack(.horizontal) { boxes((50, 50), (150, 150), (150, 50)) { $1.flexBasis(20) } },
      wide(300, 150),
      places([(0, 0), (20, 0), (40, 0)], [(20, 50), (20, 150), (20, 50)])),
    Row(
      "a child stretched beside one that shrinks",
      Inset(10) {
        Stack(.horizontal, alignItems: .stretch) {
          LayoutLeaf(key: LayoutKey(1)).width(10).flexShrink(0)
          box(2, 500, 500).flexGrow().flexShrink()
        }
      }, wide(300), [Rect(10, 10, 10, 500), Rect(20, 10, 270, 500)], size: Size(300, 520)),
    Row("two of three grow", flexed(.horizontal, [50, 50, 50], grow: [1, 0, 1]), exactly(350, 350), row([0, 150, 200], [150, 50, 150])),
    Row(
      "two of three grow by halves", flexed(.horizontal, [50, 50, 50], grow: [0.5, 0, 0.5]), exactly(350, 350),
      row([0, 150, 200], [150, 50, 150])),
    Row("growth of 1, 2 and 1", flexed(.vertical, [50, 50, 50], grow: [1, 2, 1]), exactly(350, 350), column([100, 150, 100])),
    Row(
      "growth of quarters and a half", flexed(.vertical, [50, 50, 50], grow: [0.25, 0.5, 0.25]), exactly(350, 350), column([100, 150, 100])),
    Row(
      "growth while nothing shrinks", flexed(.horizontal, [50, 50, 50, 50], grow: [0, 1, 0, 1], shrink: [1, 0, 0, 0]), exactly(400, 400),
      row([0, 50, 200, 250], [50, 150, 50, 150])),
    Row("growth of 3 and 1", flexed(.vertical, [50, 50, 50, 50], grow: [0, 3, 0, 1]), exactly(400, 400), column([50, 200, 50, 100])),
    Row(
      "growth of three quarters and a quarter", flexed(.vertical, [50, 50, 50, 50], grow: [0, 0.75, 0, 0.25]), exactly(400, 400),
      column([50, 200, 50, 100])),
    Row(
      "shrinking by size", flexed(.horizontal, [300, 100, 200], shrink: [1, 0, 1]), exactly(400, 400), row([0, 180, 280], [180, 100, 120])),
    Row(
      "shrinking by size and halves", flexed(.horizontal, [300, 100, 200], shrink: [0.5, 0, 0.5]), exactly(400, 400),
      row([0, 180, 280], [180, 100, 120])),
    Row(
      "two of four shrink", flexed(.horizontal, [150, 150, 150, 150], grow: [1], shrink: [0, 1, 0, 1]), exactly(400, 400),
      row([0, 150, 200, 350], [150, 50, 150, 50])),
    Row("what shrinks is empty already", flexed(.horizontal, [50, 0], shrink: [0, 1]), exactly(40, 50), row([0, 50], [50, 0])),
    Row(
      "a stack with a size of its own", Stack(.horizontal) { box(1, 50, 50) }.size(100, 100), range(0...300, 0...(.infinity)),
      row([0], [50]), size: Size(100, 100)),
    Row(
      "a row at left and top by words", Stack(.horizontal, horizontally: .start, vertically: .start) { boxes((50, 50), (50, 50)) },
      exactly(200, 200),
      row([0, 50], [50, 50])),
    Row(
      "a row in the middle by words",
      Stack(.horizontal, horizontally: .center, vertically: .center) { boxes((50, 50), (50, 50), (50, 50)) },
      exactly(200, 200), [Rect(25, 75, 50, 50), Rect(75, 75, 50, 50), Rect(125, 75, 50, 50)]),
    Row(
      "a column at right and bottom by words",
      Stack(.vertical, horizontally: .end, vertically: .end) { boxes((50, 50), (50, 50), (50, 50)) },
      exactly(200, 200), [Rect(150, 50, 50, 50), Rect(150, 100, 50, 50), Rect(150, 150, 50, 50)]),
    Row(
      "first baselines lined up",
      Stack(.horizontal, alignItems: .baseline) {
        text(1, Size(45, 24), first: 19, last: 19)
        text(2, Size(105, 29), first: 11, last: 26)
      }, wide(150), [Rect(0, 0, 45, 24), Rect(45, 8, 105, 29)], size: Size(150, 37)),
    Row(
      "last baselines lined up",
      Stack(.horizontal, alignItems: .lastBaseline) {
        text(1, Size(45, 24), first: 19, last: 19)
        text(2, Size(105, 29), first: 11, last: 26)
      }, wide(150), [Rect(0, 7, 45, 24), Rect(45, 0, 105, 29)], size: Size(150, 31)),
    Row(
      "the last baseline of a column",
      Stack(.horizontal, alignItems: .lastBaseline) {
        text(1, Size(45, 24), first: 19, last: 19)
        Stack(.vertical) {
          LayoutLeaf(key: LayoutKey(2)).height(100)
          text(3, Size(105, 29), first: 11, last: 26)
        }
      }, wide(150), [Rect(0, 107, 45, 24), Rect(45, 0, 105, 100), Rect(45, 100, 105, 29)], size: Size(150, 131)),
  ]

  static let wraps: [Row] = [
    Row(
      "a wrap with spacing around children breaks",
      Stack(.horizontal, spacing: 50, wrap: .wrap, lineSpacing: 5, alignContent: .start) {
        boxes((50, 50), (50, 50), (50, 50)) { $1.stackSpacing(before: 5, after: 5) }
      }, exactly(230, 300), [Rect(5, 0, 50, 50), Rect(115, 0, 50, 50), Rect(5, 55, 50, 50)]),
    Row(
      "three lines with spacing around children",
      Stack(.horizontal, spacing: 5, wrap: .wrap, lineSpacing: 5, alignContent: .start) {
        (1...9).map { box($0, 50, 50).stackSpacing(before: 5, after: 5) }
      }, exactly(190, 300), [0.0, 55, 110].flatMap { y in [5.0, 70, 135].map { Rect($0, y, 50, 50) } }),
    Row("lines at the start", wrapped(.start), exactly(110, 300), lines([0, 50, 100])),
    Row("lines in the middle", wrapped(.center), exactly(110, 300), lines([75, 125, 175])),
    Row("lines at the end", wrapped(.end), exactly(110, 300), lines([150, 200, 250])),
    Row("space between lines", wrapped(.spaceBetween), exactly(110, 300), lines([0, 125, 250])),
    Row("space around lines", wrapped(.spaceAround), exactly(110, 300), lines([25, 125, 225])),
    Row("lines that stretch", wrapped(.stretch), exactly(110, 300), lines([0, 100, 200])),
    Row("lines that are too high at the start", wrapped(.start), exactly(40, 260), lines([0, 50, 100, 150, 200, 250], perLine: 1)),
    Row("lines that are too high in the middle", wrapped(.center), exactly(40, 260), lines([-20, 30, 80, 130, 180, 230], perLine: 1)),
    Row("lines that are too high at the end", wrapped(.end), exactly(40, 260), lines([-40, 10, 60, 110, 160, 210], perLine: 1)),
    Row("space between lines that are too high", wrapped(.spaceBetween), exactly(40, 260), lines([0, 50, 100, 150, 200, 250], perLine: 1)),
    Row("lines as high as they must be", wrapped(.end), wide(110), lines([0, 50, 100]), size: Size(110, 150)),
    Row(
      "children aligned in lines that stretch",
      Stack(.horizontal, alignItems: .start, wrap: .wrap, alignContent: .stretch) {
        boxes((50, 50), (50, 50), (50, 50), (50, 50), (50, 50), (50, 50)) { i, child in
          i == 3 ? child.alignSelf(.center) : i == 5 ? child.alignSelf(.end) : child
        }
      }, exactly(110, 300),
      [
        Rect(0, 0, 50, 50), Rect(50, 0, 50, 50), Rect(0, 100, 50, 50), Rect(50, 125, 50, 50), Rect(0, 200, 50, 50), Rect(50, 250, 50, 50),
      ]),
    Row("spaced lines at the start", wrapped(.start, lineSpacing: 10), exactly(110, 320), lines([0, 60, 120])),
    Row("spaced lines in the middle", wrapped(.center, lineSpacing: 10), exactly(110, 320), lines([75, 135, 195])),
    Row("spaced lines at the end", wrapped(.end, lineSpacing: 10), exactly(110, 320), lines([150, 210, 270])),
    Row("space between spaced lines", wrapped(.spaceBetween, lineSpacing: 10), exactly(110, 320), lines([0, 135, 270])),
    Row("space around spaced lines", wrapped(.spaceAround, lineSpacing: 10), exactly(110, 320), lines([25, 135, 245])),
    Row("spaced lines that stretch", wrapped(.stretch, lineSpacing: 10), exactly(110, 320), lines([0, 110, 220])),
    Row(
      "spaced lines that are too high in the middle", wrapped(.center, lineSpacing: 10), exactly(40, 310),
      lines([-20, 40, 100, 160, 220, 280], perLine: 1)),
    Row(
      "spaced lines that are too high at the end", wrapped(.end, lineSpacing: 10), exactly(40, 310),
      lines([-40, 20, 80, 140, 200, 260], perLine: 1)),
  ]

  private static func corner(_ place: Corner.Place, _ offset: Double = 0, wraps: Bool) -> Corner {
    // Texture's offsets are along the axes; here "outward" is spelled out for each corner.
    let x = place == .topStart || place == .bottomStart ? -offset : offset
    let y = place == .topStart || place == .topEnd ? -offset : offset
    return Corner(box(1, 60, 60), corner: box(2, 20, 20), at: place, offset: Point(x, y), wraps: wraps)
  }
  private static let full = range(0...100, 0...100)

  static let specs: [Row] = [
    Row("a ratio that the width limits", Ratio(2) { box(1, 100, 100) }, full, [], size: Size(100, 50)),
    Row("a ratio that the height limits", Ratio(0.5) { box(1, 100, 100) }, full, [], size: Size(50, 100)),
    Row("a narrow ratio around a large child", Ratio(0.1) { box(1, 20, 200) }, full, [], size: Size(10, 100)),
    Row(
      "an absolute spec takes its least size",
      Absolute {
        box(1, 50, 50); box(2, 100, 100).layoutPosition(0, 50)
      }, range(150...(.infinity), 200...(.infinity)),
      [Rect(0, 0, 50, 50), Rect(0, 50, 100, 100)], size: Size(150, 200)),
    Row(
      "an absolute spec in too little room",
      Absolute {
        box(1, 50, 50); box(2, 100, 100).layoutPosition(0, 50)
      }, range(0...50, 0...100),
      [Rect(0, 0, 50, 50), Rect(0, 50, 100, 100)], size: Size(50, 100)),
    Row(
      "an absolute spec is the union of its children",
      Absolute {
        box(1, 50, 50); box(2, 100, 100).layoutPosition(0, 50)
      }, .unlimited,
      [Rect(0, 0, 50, 50), Rect(0, 50, 100, 100)], size: Size(100, 150)),
    Row(
      "an absolute spec as small as its children",
      Absolute(sizing: .minimumSize) {
        box(1, 50, 50); box(2, 100, 100).layoutPosition(10, 60)
      }, range(10...110, 10...160),
      [Rect(0, 0, 50, 50), Rect(10, 60, 100, 100)], size: Size(110, 160)),
    Row(
      "a corner does not count", corner(.bottomEnd, wraps: false), .unlimited, [Rect(0, 0, 60, 60), Rect(50, 50, 20, 20)],
      size: Size(60, 60)),
    Row(
      "a corner at top and start that counts", corner(.topStart, wraps: true), .unlimited, [Rect(10, 10, 60, 60), Rect(0, 0, 20, 20)],
      size: Size(70, 70)),
    Row(
      "a corner at top and end that counts", corner(.topEnd, wraps: true), .unlimited, [Rect(0, 10, 60, 60), Rect(50, 0, 20, 20)],
      size: Size(70, 70)),
    Row(
      "a corner at bottom and start that counts", corner(.bottomStart, wraps: true), .unlimited,
      [Rect(10, 0, 60, 60), Rect(0, 50, 20, 20)], size: Size(70, 70)),
    Row(
      "a corner at bottom and end that counts", corner(.bottomEnd, wraps: true), .unlimited, [Rect(0, 0, 60, 60), Rect(50, 50, 20, 20)],
      size: Size(70, 70)),
    Row(
      "a corner moved inwards", corner(.bottomEnd, -10, wraps: true), .unlimited, [Rect(0, 0, 60, 60), Rect(40, 40, 20, 20)],
      size: Size(60, 60)),
    Row(
      "a corner moved outwards does not count", corner(.topEnd, 10, wraps: false), .unlimited, [Rect(0, 0, 60, 60), Rect(60, -20, 20, 20)],
      size: Size(60, 60)),
    Row(
      "a corner moved outwards at top and start that counts", corner(.topStart, 10, wraps: true), .unlimited,
      [Rect(20, 20, 60, 60), Rect(0, 0, 20, 20)], size: Size(80, 80)),
    Row(
      "a corner moved outwards at bottom and end that counts", corner(.bottomEnd, 10, wraps: true), .unlimited,
      [Rect(0, 0, 60, 60), Rect(60, 60, 20, 20)], size: Size(80, 80)),
    Row("a wrapper of one", Wrapper { box(1, 50, 50) }, .unlimited, [Rect(0, 0, 50, 50)], size: Size(50, 50)),
    Row(
      "a wrapper is as large as the largest",
      Wrapper {
        box(1, 100, 100); box(2, 50, 50)
      }, .unlimited, [Rect(0, 0, 100, 100), Rect(0, 0, 50, 50)], size: Size(100, 100)),
    Row(
      "a background has the size of its child", Background(Center { box(1, 20, 20) }) { LayoutLeaf(key: LayoutKey(2)) }, exactly(320, 320),
      [Rect(150, 150, 20, 20), Rect(0, 0, 320, 320)]),
    Row(
      "an overlay has the size of its child", Overlay(Center { box(1, 20, 20) }) { LayoutLeaf(key: LayoutKey(2)) }, exactly(320, 320),
      [Rect(150, 150, 20, 20), Rect(0, 0, 320, 320)]),
  ]

  /// Rows where Texture shows something else; docs/porting/texture-details.md gives the reasons.
  static let differences: [Row] = [
    Row(
      "items that shrink alike: shares are exact", flexed(.horizontal, [50, 50, 50], shrink: [1, 1, 1]), wide(110),
      row([0, 110 / 3.0, 220 / 3.0], Array(repeating: 110 / 3.0, count: 3))),
    Row("too long for space around: begins at the start", justified(.spaceAround), wide(110), row([0, 50, 100], [50, 50, 50])),
    Row("space around: exact", justified(.spaceAround), wide(305), row([155 / 6.0, 50 + 155 / 2.0, 100 + 155 * 5 / 6.0], [50, 50, 50])),
    Row("growth of what is left: exact", flexed(.vertical, [25, 0, 100], grow: [0, 1, 1]), exactly(300, 300), column([25, 87.5, 187.5])),
    Row(
      "shrinking of 2, 1 and 2: exact", flexed(.vertical, [300, 100, 200], shrink: [2, 1, 2]), exactly(400, 400),
      column([300 - 1200 / 11.0, 100 - 200 / 11.0, 200 - 800 / 11.0])),
    Row(
      "shrinking of 1, 2 and 1: exact", flexed(.horizontal, [300, 100, 200], shrink: [1, 2, 1]), exactly(400, 400),
      row([0, 1500 / 7.0, 1800 / 7.0], [1500 / 7.0, 300 / 7.0, 1000 / 7.0])),
    Row(
      "lines too high for space around begin at the start", wrapped(.spaceAround), exactly(40, 260),
      lines([0, 50, 100, 150, 200, 250], perLine: 1)),
    Row("a ratio of a seventh: exact", Ratio(1 / 7.0) { box(1, 100, 100) }, full, [], size: Size(100 / 7.0, 100)),
  ]

  @Test(arguments: stacks + wraps + specs + differences) func framesMatchTexture(row: Row) {
    let result = LayoutTree(row.element).layout(in: row.range)
    let absolute = result.absoluteFrames
    for (i, expected) in row.frames.enumerated() {
      let found = result.index(of: LayoutKey(UInt64(i + 1))).map { absolute[$0] } ?? .zero
      let distance = max(
        abs(found.minX - expected.minX), abs(found.minY - expected.minY), abs(found.width - expected.width),
        abs(found.height - expected.height))
      #expect(distance < 1e-9, "child \(i + 1): \(found) for \(expected)")
    }
    if let size = row.size {
      #expect(abs(result.size.width - size.width) < 1e-9 && abs(result.size.height - size.height) < 1e-9, "\(result.size)")
    }
  }

  @Test func layersAreInTheOrderOfTheirSpecs() {
    func keys(_ element: any LayoutElement) -> [UInt64] {
      LayoutTree(element).layout(available: .unlimited).keys.compactMap { $0?.rawValue }
    }
    #expect(keys(Background(box(1, 20, 20)) { LayoutLeaf(key: LayoutKey(2)) }.inset(5)) == [2, 1])
    #expect(keys(Overlay(box(1, 20, 20)) { LayoutLeaf(key: LayoutKey(2)) }.inset(5)) == [1, 2])
  }

  @Test func stackSpacingSurvivesModifiersAndReverses() {
    let spaced = box(1, 10, 10).stackSpacing(before: 3, after: 4).flexGrow(0).stackSpacing(before: 1)
    func x(_ element: any LayoutElement, _ direction: LayoutDirection = .ltr) -> Rect {
      let result = LayoutTree(element).layout(in: exactly(100, 10), direction: direction)
      return result.index(of: LayoutKey(1)).map { result.absoluteFrames[$0] } ?? .zero
    }
    #expect(x(Stack(.horizontal) { spaced }) == Rect(4, 0, 10, 10))
    #expect(x(Stack(.horizontal) { spaced }, .rtl) == Rect(86, 0, 10, 10))
    #expect(x(Stack(.horizontal, reversed: true) { spaced }) == Rect(86, 0, 10, 10))
    #expect(x(Stack(.horizontal) { spaced.margin(left: 5) }).minX == 4 + 5)
    #expect(x(Wrapper { spaced }).minX == 0)
    #expect(x(Stack(.horizontal) { box(1, 10, 10).stackSpacing(before: .nan) }).minX == 0)
  }

  /// Every property of a style can be reached by a modifier, but the room that `Corner` alone asks for.
  @Test func thereIsAModifierForEveryProperty() {
    let leaf = LayoutLeaf()
    let modified: [any LayoutElement] = [
      leaf.display(.none), leaf.positioning(.static), leaf.flexDirection(.column), leaf.flexWrap(.wrap), leaf.boxSizing(.borderBox),
      leaf.overflow(.hidden), leaf.writingDirection(.rightToLeft), leaf.justifyContent(.center), leaf.alignContent(.center),
      leaf.alignItems(.center), leaf.alignSelf(.center), leaf.order(2), leaf.flexGrow(2), leaf.flexShrink(2), leaf.aspectRatio(2),
      leaf.margin(2),
      leaf.padding(2), leaf.border(2), leaf.relative(top: 2), leaf.flexBasis(2), leaf.size(2, 2), leaf.minSize(2, 2), leaf.maxSize(2, 2),
      leaf.gap(2), leaf.minSize(width: 3, height: 3), leaf.maxSize(width: 3, height: 3), leaf.gap(row: 3, column: 3),
    ]
    var reached = Set<String>()
    for element in modified {
      let style = LayoutTree(element).style(at: 0)
      #expect(style != LayoutStyle())
      for (a, b) in zip(Mirror(reflecting: style).children, Mirror(reflecting: LayoutStyle()).children) where "\(a.value)" != "\(b.value)" {
        reached.insert(a.label ?? "")
      }
    }
    #expect(reached.union(["wrappedCorner"]) == Set(Mirror(reflecting: LayoutStyle()).children.compactMap(\.label)))
  }
}
