import TesseraGeometry
import Testing

@testable import TesseraLayout

/// A box of fixed size with a key, to look its frame up.
private func box(_ key: UInt64, _ width: Double, _ height: Double) -> StyledElement {
  LayoutLeaf(key: LayoutKey(key), style: .spec()).size(width, height).flexShrink(0)
}

/// A leaf that measures like text of `width` in one line of `line`, which breaks anywhere.
private func text(_ key: UInt64, _ width: Double, line: Double = 10) -> LayoutLeaf {
  LayoutLeaf(key: LayoutKey(key)) { c in
    switch c.width {
    case .definite(let w), .atMost(let w):
      let lines = w >= width ? 1 : w > 0 ? (width / w).rounded(.up) : width
      return MeasuredSize(Size(min(w, width), lines * line), firstBaseline: line * 0.8, lastBaseline: (lines - 1) * line + line * 0.8)
    case .minContent: return MeasuredSize(Size(1, width * line), firstBaseline: line * 0.8)
    case .maxContent: return MeasuredSize(Size(width, line), firstBaseline: line * 0.8)
    }
  }
}

private func exact(_ element: any LayoutElement, _ width: Double, _ height: Double, _ direction: LayoutDirection = .ltr) -> LayoutResult {
  LayoutTree(element).layout(in: SizeRange(exactly: Size(width, height)), direction: direction)
}

extension LayoutResult {
  fileprivate func absolute(_ key: UInt64) -> Rect { index(of: LayoutKey(key)).map { absoluteFrames[$0] } ?? .zero }
  fileprivate func xs(_ keys: UInt64...) -> [Double] { keys.map { absolute($0).minX } }
  fileprivate func ys(_ keys: UInt64...) -> [Double] { keys.map { absolute($0).minY } }
}

@Suite struct SpecTests {
  @Test(arguments: [
    (ContentAlignment.start, 300.0, [0.0, 50, 100]), (.center, 300, [75, 125, 175]), (.end, 300, [150, 200, 250]),
    (.spaceBetween, 300, [0, 125, 250]), (.spaceAround, 300, [25, 125, 225]), (.start, 110, [0, 50, 100]), (.center, 110, [-20, 30, 80]),
    (.end, 110, [-40, 10, 60]), (.spaceBetween, 110, [0, 50, 100]), (.spaceBetween, 301, [0, 125.5, 251]),
  ])
  func aStackDistributesFreeSpaceByJustifyContent(justify: ContentAlignment, width: Double, expected: [Double]) {
    let stack = Stack(.horizontal, justifyContent: justify) {
      box(1, 50, 50)
      box(2, 50, 50)
      box(3, 50, 50)
    }
    #expect(exact(stack, width, 50).xs(1, 2, 3) == expected)
  }

  @Test func aVerticalStackAlignsAcrossItsAxisAndAddsSpacing() {
    let make = { (align: ItemAlignment) in
      Stack(.vertical, spacing: 20, alignItems: align) {
        box(1, 50, 50)
        box(2, 100, 70)
        box(3, 150, 90)
      }
    }
    #expect(exact(make(.end), 300, 300).xs(1, 2, 3) == [250, 200, 150])
    #expect(exact(make(.center), 300, 300).xs(1, 2, 3) == [125, 100, 75])
    let natural = LayoutTree(make(.start)).layout(available: .unlimited)
    #expect(natural.ys(1, 2, 3) == [0, 70, 160])
    #expect(natural.size == Size(150, 250))
  }

  @Test func growingSharesFreeSpaceWithoutRoundingIt() {
    let stack = Stack(.vertical) {
      box(1, 50, 25)
      box(2, 50, 0).flexGrow(1)
      box(3, 50, 100).flexGrow(1)
    }
    let result = exact(stack, 300, 300)
    #expect(result.absolute(2).height == 87.5)
    #expect(result.absolute(3).height == 187.5)
  }

  @Test func shrinkingIsWeightedBySizeAndStopsAtZero() {
    let stack = Stack(.horizontal) {
      box(1, 300, 50).flexShrink(1)
      box(2, 100, 50)
      box(3, 200, 50).flexShrink(1)
    }
    let result = exact(stack, 400, 50)
    #expect([1, 2, 3].map { result.absolute($0).width } == [180, 100, 120])
  }

  @Test func wrappingStartsANewLineWhereTheNextChildDoesNotFit() {
    let wrap = Wrap(spacing: 5, lineSpacing: 7) { (1...5).map { box($0, 50, 20) } }
    let result = LayoutTree(wrap).layout(available: AvailableSize(Size(170, .infinity)))
    #expect(result.xs(1, 2, 3, 4, 5) == [0, 55, 110, 0, 55])
    #expect(result.ys(1, 2, 3, 4, 5) == [0, 0, 0, 27, 27])
    #expect(result.size == Size(170, 47))
  }

  @Test func aSpacerPushesItsNeighborsApart() {
    let stack = Stack(.horizontal) {
      box(1, 30, 10)
      Spacer(minLength: 8)
      box(2, 30, 10)
    }
    #expect(exact(stack, 200, 10).xs(1, 2) == [0, 170])
    #expect(LayoutTree(stack).layout(available: .unlimited).xs(1, 2) == [0, 38])
  }

  @Test func textWrapsAndShrinksWithoutIncantations() {
    let row = Stack(.horizontal, spacing: 10) {
      box(1, 40, 40)
      Stack(.vertical) { text(2, 300) }
    }
    let result = LayoutTree(row).layout(available: AvailableSize(Size(200, .infinity)))
    #expect(result.absolute(2) == Rect(50, 0, 150, 20) || result.absolute(2) == Rect(50, 0, 150, 40))
    #expect(result.size == Size(200, 40))
  }

  @Test func anInsetSurroundsItsChildAndInfiniteSidesShareTheFreeSpace() {
    #expect(exact(Inset(10) { LayoutLeaf(key: LayoutKey(1)) }, 100, 60).absolute(1) == Rect(10, 10, 80, 40))
    let pinned = Inset(Insets(top: 5, right: 5, bottom: .infinity, left: .infinity)) { box(1, 20, 10) }
    #expect(exact(pinned, 100, 60).absolute(1) == Rect(75, 5, 20, 10))
    let centred = Inset(Insets(.infinity)) { box(1, 20, 10) }
    #expect(exact(centred, 100, 60).absolute(1) == Rect(40, 25, 20, 10))
    #expect(LayoutTree(Inset(10) { box(1, 20, 10) }).layout(available: .unlimited).size == Size(40, 30))
    let outward = Inset(Insets(top: -5, left: -5)) { box(1, 20, 10) }
    #expect(LayoutTree(outward).layout(available: .unlimited).absolute(1).origin == Point(-5, -5))
  }

  @Test func overlayAndBackgroundHaveTheSizeOfTheirChild() {
    let overlay = LayoutTree(box(1, 80, 50).overlay { LayoutLeaf(key: LayoutKey(2)) })
    let front = overlay.layout(available: .unlimited)
    #expect(front.absolute(2) == Rect(0, 0, 80, 50))
    #expect(front.keys.compactMap { $0?.rawValue } == [1, 2])
    let behind = LayoutTree(box(1, 80, 50).background { LayoutLeaf(key: LayoutKey(2)) }.inset(3)).layout(available: .unlimited)
    #expect(behind.absolute(2) == Rect(3, 3, 80, 50))
    #expect(behind.keys.compactMap { $0?.rawValue } == [2, 1])
  }

  @Test(arguments: [
    (Relative.Position.start, Relative.Position.start, Rect(0, 0, 20, 10)), (.center, .start, Rect(40, 0, 20, 10)),
    (.end, .start, Rect(80, 0, 20, 10)), (.start, .center, Rect(0, 25, 20, 10)), (.center, .center, Rect(40, 25, 20, 10)),
    (.end, .center, Rect(80, 25, 20, 10)), (.start, .end, Rect(0, 50, 20, 10)), (.center, .end, Rect(40, 50, 20, 10)),
    (.end, .end, Rect(80, 50, 20, 10)),
  ])
  func relativeHasNinePositions(horizontal: Relative.Position, vertical: Relative.Position, expected: Rect) {
    let spec = Relative(horizontal: horizontal, vertical: vertical) { box(1, 20, 10) }
    #expect(exact(spec, 100, 60).absolute(1) == expected)
    let mirrored = Rect(100 - expected.maxX, expected.minY, 20, 10)
    #expect(exact(spec, 100, 60, .rtl).absolute(1) == mirrored)
  }

  @Test func centringOneAxisFillsTheOther() {
    #expect(exact(LayoutLeaf(key: LayoutKey(1)).height(10).centered(.vertical), 100, 60).absolute(1) == Rect(0, 25, 100, 10))
    #expect(exact(LayoutLeaf(key: LayoutKey(1)).width(20).centered(.horizontal), 100, 60).absolute(1) == Rect(40, 0, 20, 60))
    let parent = Stack(.vertical) { Center(sizing: .minimumSize) { box(1, 20, 10) } }
    #expect(exact(parent, 100, 60).frames[1].size == Size(20, 10))
  }

  @Test(arguments: [(2.0, Size(100, 50)), (0.5, Size(50, 100)), (1.0, Size(100, 100))])
  func ratioIsAsLargeAsTheSpaceAllows(ratio: Double, expected: Size) {
    let spec = Stack(.horizontal, alignItems: .start) { Ratio(ratio) { LayoutLeaf(key: LayoutKey(1)) }.width(.percent(100)) }
    let size = exact(spec, 100, 100).absolute(1).size
    #expect(ratio >= 1 ? size == expected : size.height == 100)
  }

  @Test func aRatioModifierDerivesTheMissingSide() {
    let stack = Stack(.vertical) { LayoutLeaf(key: LayoutKey(1)).aspectRatio(1.5) }
    #expect(exact(stack, 300, 500).absolute(1) == Rect(0, 0, 300, 200))
  }

  @Test func absoluteHoldsAllItsChildrenAtTheirPositions() {
    let spec = Absolute {
      box(1, 50, 50)
      box(2, 100, 100).layoutPosition(0, 50)
    }
    let natural = LayoutTree(spec).layout(available: .unlimited)
    #expect(natural.size == Size(100, 150))
    #expect(natural.absolute(2) == Rect(0, 50, 100, 100))
    #expect(LayoutTree(spec).layout(in: SizeRange(min: Size(150, 200), max: .unlimited)).size == Size(150, 200))
    #expect(LayoutTree(spec).layout(in: SizeRange(min: .zero, max: Size(50, 100))).size == Size(50, 100))
  }

  @Test func aWrapperIsAsLargeAsItsLargestChild() {
    let spec = Wrapper {
      box(1, 100, 40)
      box(2, 50, 80)
    }
    let result = LayoutTree(spec).layout(available: .unlimited)
    #expect(result.size == Size(100, 80))
    #expect(result.absolute(1).origin == .zero && result.absolute(2).origin == .zero)
  }

  @Test(arguments: [
    (Corner.Place.topStart, Rect(-10, -10, 20, 20), Point(10, 10)), (.topEnd, Rect(50, -10, 20, 20), Point(0, 10)),
    (.bottomStart, Rect(-10, 50, 20, 20), Point(10, 0)), (.bottomEnd, Rect(50, 50, 20, 20), Point(0, 0)),
  ])
  func aCornerElementIsCentredOnItsCorner(place: Corner.Place, expected: Rect, shifted: Point) {
    let plain = LayoutTree(Corner(box(1, 60, 60), corner: box(2, 20, 20), at: place)).layout(available: .unlimited)
    #expect(plain.size == Size(60, 60))
    #expect(plain.absolute(2) == expected)
    let wrapping = LayoutTree(Corner(box(1, 60, 60), corner: box(2, 20, 20), at: place, wraps: true)).layout(available: .unlimited)
    #expect(wrapping.size == Size(70, 70))
    #expect(wrapping.absolute(1).origin == shifted)
  }

  @Test func aSpecWrapsACornerElementThatMeasuresItself() {
    let spec = Corner(box(1, 60, 60), corner: text(2, 40), at: .topEnd, wraps: true)
    let result = LayoutTree(spec).layout(available: .unlimited)
    #expect(result.size == Size(80, 65))
    #expect(result.absolute(1) == Rect(0, 5, 60, 60))
    #expect(result.absolute(2) == Rect(40, 0, 40, 10))
    let mirrored = LayoutTree(spec).layout(available: .unlimited, direction: .rtl)
    #expect(mirrored.size == Size(80, 65))
    #expect(mirrored.absolute(1) == Rect(20, 5, 60, 60))
    #expect(mirrored.absolute(2) == Rect(0, 0, 40, 10))
  }

  @Test func aWrappedCornerIncludesOffsetPaddingLimitsAndRatio() {
    let inwards = Corner(box(1, 60, 60), corner: text(2, 40), at: .bottomStart, offset: Point(30, -2), wraps: true)
    #expect(LayoutTree(inwards).layout(available: .unlimited).size == Size(60, 63))
    let padded = Corner(box(1, 60, 60), corner: text(2, 40).padding(5), at: .bottomEnd, wraps: true)
    #expect(LayoutTree(padded).layout(available: .unlimited).size == Size(85, 70))
    let limited = Corner(box(1, 60, 60), corner: text(2, 10).minWidth(24), at: .bottomEnd, wraps: true)
    #expect(LayoutTree(limited).layout(available: .unlimited).size == Size(72, 65))
    let shaped = Corner(box(1, 60, 60), corner: LayoutLeaf(key: LayoutKey(2)).height(20).aspectRatio(2), at: .bottomEnd, wraps: true)
    #expect(LayoutTree(shaped).layout(available: .unlimited).size == Size(80, 70))
  }

  @Test func wrappedCornersCanBeNested() {
    let inner = Corner(text(1, 40), corner: text(2, 20), at: .topStart, wraps: true)
    let result = LayoutTree(Corner(box(3, 60, 60), corner: inner, at: .topEnd, wraps: true)).layout(available: .unlimited)
    // The inner one is 50 x 15, so half of that sticks out.
    #expect(result.size == Size(85, 67.5))
    #expect(result.absolute(2) == Rect(35, 0, 20, 10))
  }

  @Test func wrappedCornersFollowTheirContentInAKeptTree() {
    func spec(_ widths: [Double]) -> LayoutTree {
      LayoutTree(
        Stack(.vertical, alignItems: .start) {
          for (i, width) in widths.enumerated() {
            Corner(
              box(UInt64(2 * i), 60, 20), corner: Corner(text(UInt64(2 * i + 1), width), corner: text(99, width / 2), wraps: true),
              wraps: true)
          }
        })
    }
    func same(_ kept: RetainedLayout, _ widths: [Double]) -> Bool {
      _ = kept.layout(available: .unlimited, direction: .ltr)
      let fresh = spec(widths).layout(available: .unlimited)
      return (0..<kept.count).map { kept.frame(at: $0) } == fresh.frames
    }
    let kept = RetainedLayout(spec([10, 20, 30]))
    #expect(same(kept, [10, 20, 30]))
    // Another text in the middle: the spec around it grows, the next one moves.
    let changed = spec([10, 50, 30])
    for i in 0..<kept.count { if let measure = changed.measure(at: i) { kept.setMeasure(measure, at: i) } }
    #expect(same(kept, [10, 50, 30]))
    // The first one goes, what is after it has other numbers.
    kept.replaceSubtree(at: 1, with: LayoutTree { _ in })
    #expect(same(kept, [50, 30]))
    let again = spec([50, 8])
    for i in 0..<kept.count { if let measure = again.measure(at: i) { kept.setMeasure(measure, at: i) } }
    #expect(same(kept, [50, 8]))
  }

  @Test func columnsAreEqualAndALastRowKeepsTheirWidth() {
    let spec = Columns(3, spacing: 10) { (1...4).map { text($0, Double($0) * 100).style { _ in } } }
    let result = exact(spec, 320, 400)
    #expect(result.xs(1, 2, 3, 4) == [0, 110, 220, 0])
    #expect([1, 2, 3, 4].map { result.absolute($0).width } == [100, 100, 100, 100])
  }

  @Test func rightToLeftMirrorsEverySpec() {
    let stack = Stack(.horizontal, spacing: 5) {
      box(1, 30, 10)
      box(2, 40, 10).margin(start: 7)
    }
    #expect(exact(stack, 200, 10, .rtl).xs(1, 2) == [170, 118])
  }

  @Test func percentagesTakeGapsIntoAccountByShrinking() {
    let row = Stack(.horizontal, spacing: 20) {
      LayoutLeaf(key: LayoutKey(1)).width(.percent(50))
      LayoutLeaf(key: LayoutKey(2)).width(.percent(50))
    }
    #expect(exact(row, 200, 10).absolute(2) == Rect(110, 0, 90, 10))
  }

  @Test func baselinesOfTextLineUp() {
    let row = Stack(.horizontal, alignItems: .baseline) {
      text(1, 20, line: 10)
      text(2, 40, line: 30)
    }
    let result = LayoutTree(row).layout(available: .unlimited, baselines: true)
    #expect(result.ys(1, 2) == [16, 0])
    #expect(result.firstBaseline == 24)
  }

  @Test func modifiersApplyFromTheInsideOut() {
    let element = box(1, 10, 10).width(20).style { $0.width = .points(30) }
    #expect(LayoutTree(element).layout(available: .unlimited).size == Size(30, 10))
  }

  @Test func conditionsAndLoopsWorkInABuilder() {
    let shows = false
    let stack = Stack(.horizontal) {
      if shows { box(1, 10, 10) } else { box(2, 20, 10) }
      for i in 3...4 { box(UInt64(i), 5, 5) }
      Optional<StyledElement>.none
    }
    #expect(LayoutTree(stack).layout(available: .unlimited).keys.compactMap { $0?.rawValue } == [2, 3, 4])
  }

  @Test func severalTopLevelBoxesShareOneRoot() {
    let tree = LayoutTree { b in
      b.append(box(1, 10, 10))
      b.append(box(2, 30, 5))
    }
    let result = tree.layout(available: .unlimited)
    #expect(tree.count == 3)
    #expect(result.xs(1, 2) == [0, 0])
  }
}
