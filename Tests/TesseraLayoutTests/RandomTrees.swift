import TesseraGeometry

@testable import TesseraLayout

/// A seeded generator: the same seed gives the same trees on every machine.
///
/// Source: SplitMix64.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
  mutating func chance(_ p: Double) -> Bool { Double.random(in: 0..<1, using: &self) < p }
  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &self)] }
  mutating func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &self)) }
}

/// A tree as a value, so that it can be changed and laid out again.
struct Sketch: Sendable {
  var style = LayoutStyle()
  var children: [Sketch] = []
  var text: Double?

  var tree: LayoutTree { LayoutTree { append(to: &$0) } }

  private func append(to b: inout LayoutBuilder) {
    if let text {
      b.leaf(style: style, measure: Self.measure(text))
      return
    }
    b.container(style: style) { b in for child in children { child.append(to: &b) } }
  }

  /// Text of a natural width, broken into lines where it has less.
  static func measure(_ natural: Double) -> LayoutMeasure {
    { c in
      switch c.width {
      case .definite(let w), .atMost(let w):
        let lines = w >= natural ? 1 : max(1, (natural / max(w, natural / 8)).rounded(.up))
        return MeasuredSize(Size(min(w, natural), lines * natural / 4), firstBaseline: natural / 5)
      case .minContent: return MeasuredSize(Size(natural / 8, 2 * natural), firstBaseline: natural / 5)
      case .maxContent: return MeasuredSize(Size(natural, natural / 4), firstBaseline: natural / 5)
      }
    }
  }

  /// Changes every style, parents first.
  mutating func edit(_ change: (inout Sketch) -> Void) {
    change(&self)
    for i in children.indices { children[i].edit(change) }
  }

  /// Boxes of its tree: what measures itself has none inside.
  var boxCount: Int { 1 + (text == nil ? children.reduce(0) { $0 + $1.boxCount } : 0) }

  /// A tree of anything that flexbox knows.
  ///
  /// `wild` allows what may stick out: negative margins, insets, large percentages, wild alignment.
  static func random(_ r: inout Seeded, depth: Int = 4, wild: Bool = true) -> Sketch {
    var s = Sketch()
    let isLeaf = depth == 0 || r.chance(0.3)
    func length(_ r: inout Seeded) -> Dimension {
      switch r.number(0...9) {
      case 0...5: .points(r.number(0...120))
      case 6, 7: .percent(r.pick([10, 25, 50, 100]))
      default: wild ? r.pick([.auto, .minContent, .maxContent, .fitContent, .stretch]) : .auto
      }
    }
    if r.chance(isLeaf ? 0.7 : 0.3) { s.style.width = length(&r) }
    if r.chance(isLeaf ? 0.7 : 0.3) { s.style.height = length(&r) }
    s.style.direction = r.pick(FlexDirection.allCases)
    if r.chance(0.3) { s.style.wrap = r.pick(FlexWrap.allCases) }
    if r.chance(0.3) {
      s.style.justifyContent = r.pick([.center, .end, .spaceBetween, .spaceAround, .spaceEvenly, .flexEnd, .safe(.center)])
    }
    if r.chance(0.3) { s.style.alignItems = r.pick([.center, .end, .baseline, .lastBaseline, .flexStart, .flexEnd, .selfEnd]) }
    if r.chance(0.3) { s.style.alignContent = r.pick([.center, .end, .spaceBetween, .spaceAround, .flexStart]) }
    if r.chance(0.4) { s.style.flexGrow = r.pick([0, 0.3, 1, 2]) }
    if r.chance(0.3) { s.style.flexShrink = r.pick([0, 0.5, 1, 3]) }
    if r.chance(0.2) { s.style.flexBasis = length(&r) }
    if r.chance(0.2) { s.style.padding = LayoutEdges(.points(r.number(0...12))) }
    if r.chance(0.1) { s.style.border = LayoutEdges(.points(r.number(0...4))) }
    if r.chance(0.2) { s.style.rowGap = .points(r.number(0...10)) }
    if r.chance(0.2) { s.style.columnGap = .points(r.number(0...10)) }
    if r.chance(0.5) { s.style.boxSizing = .borderBox }
    if wild {
      if r.chance(0.15) { s.style.minWidth = length(&r) }
      if r.chance(0.15) { s.style.maxWidth = length(&r) }
      if r.chance(0.15) { s.style.minHeight = length(&r) }
      if r.chance(0.15) { s.style.maxHeight = length(&r) }
      if r.chance(0.2) { s.style.margin = LayoutEdges(top: .points(r.number(-10...20)), left: r.pick([.auto, .points(5), .percent(10)])) }
      if r.chance(0.1) { s.style.aspectRatio = r.pick([0.5, 1, 2]) }
      if r.chance(0.1) { s.style.position = r.pick(LayoutPosition.allCases) }
      if r.chance(0.1) { s.style.inset = LayoutEdges(top: .points(3), right: .percent(10), bottom: .auto, left: .points(-2)) }
      if r.chance(0.05) { s.style.display = r.pick(LayoutDisplay.allCases) }
      if r.chance(0.1) { s.style.overflow = r.pick(LayoutOverflow.allCases) }
      if r.chance(0.1) { s.style.order = Int32(r.number(-2...2)) }
      if r.chance(0.1) { s.style.writingDirection = r.pick(WritingDirection.allCases) }
    }
    if isLeaf {
      if r.chance(0.5) { s.text = r.number(8...160) }
    } else {
      s.children = (0..<Int(r.number(1...4))).map { _ in random(&r, depth: depth - 1, wild: wild) }
    }
    return s
  }
}

extension LayoutStyle {
  /// Adds what tells left from right.
  mutating func vary(_ r: inout Seeded) {
    func length(_ r: inout Seeded) -> Dimension { r.pick([.points(r.number(-5...15)), .points(r.number(0...20)), .percent(5), .auto]) }
    if r.chance(0.1) { justifyContent = r.pick([.left, .right, .start, .end, .safe(.end)]) }
    if r.chance(0.1) { alignSelf = r.pick([.selfStart, .selfEnd, .start, .end]) }
    if r.chance(0.1) { margin.left = length(&r) }
    if r.chance(0.1) { margin.right = length(&r) }
    if r.chance(0.1) { margin.start = length(&r) }
    if r.chance(0.1) { padding.left = length(&r) }
    if r.chance(0.1) { padding.end = length(&r) }
    if r.chance(0.1) { border.right = .points(r.number(0...4)) }
    if r.chance(0.1) { border.start = .points(r.number(0...4)) }
    if r.chance(0.1) { inset.left = length(&r) }
    if r.chance(0.1) { inset.end = length(&r) }
    if r.chance(0.1) { columnGap = .percent(5) }
  }

  /// Swaps left and right.
  mutating func mirror() {
    func swap(_ e: inout LayoutEdges) { (e.left, e.right) = (e.right, e.left) }
    swap(&margin)
    swap(&padding)
    swap(&border)
    swap(&inset)
    switch writingDirection {
    case .inherit: break
    case .leftToRight: writingDirection = .rightToLeft
    case .rightToLeft: writingDirection = .leftToRight
    }
    switch justifyContent.keyword {
    case .left: justifyContent.keyword = .right
    case .right: justifyContent.keyword = .left
    default: break
    }
  }

  /// Multiplies every length by `k`.
  mutating func scale(by k: Double) {
    func s(_ d: Dimension) -> Dimension { if case .points(let v) = d { .points(v * k) } else { d } }
    func e(_ e: LayoutEdges) -> LayoutEdges {
      LayoutEdges(top: s(e.top), right: s(e.right), bottom: s(e.bottom), left: s(e.left), start: e.start.map(s), end: e.end.map(s))
    }
    (width, height, minWidth, minHeight, maxWidth, maxHeight) = (s(width), s(height), s(minWidth), s(minHeight), s(maxWidth), s(maxHeight))
    (flexBasis, rowGap, columnGap) = (s(flexBasis), s(rowGap), s(columnGap))
    (margin, padding, border, inset) = (e(margin), e(padding), e(border), e(inset))
  }
}
