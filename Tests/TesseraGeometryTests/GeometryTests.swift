import Testing
import TesseraGeometry

@Suite struct RectTests {
  @Test func coveringHoldsEveryTouchedPixelAndSnappedGoesToTheNearest() {
    let r = Rect(0.4, 0.6, 1.2, 1.0)
    #expect(r.covering(scale: 1) == PixelRect(x: 0, y: 0, width: 2, height: 2))
    #expect(r.snapped(scale: 1) == PixelRect(x: 0, y: 1, width: 2, height: 1))
    #expect(Rect(-0.5, -0.5, 1, 1).snapped(scale: 1) == PixelRect(x: 0, y: 0, width: 1, height: 1))
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2, 3]) func snappedNeighborsNeverGapOrOverlap(scale: Double) {
    // Edges at multiples of 1/64, which Double adds without error.
    for step in 1...200 {
      for i in 0..<50 {
        let width = Double(step) / 64
        let a = Rect(Double(i) * width, 0, width, 1).snapped(scale: scale)
        let b = Rect(Double(i + 1) * width, 0, width, 1).snapped(scale: scale)
        #expect(a.maxX == b.x)
      }
    }
  }

  @Test(arguments: [
    Rect(.nan, 0, 1, 1), Rect(0, 0, .infinity, 1), Rect(-.infinity, 0, 1, 1), Rect(1e300, 1e300, 1e300, 1e300), Rect(0, 0, -5, -5),
  ])
  func noRectangleTrapsOnItsWayToPixels(rect: Rect) {
    let c = rect.covering(scale: 2)
    let s = rect.snapped(scale: 2)
    #expect(c.width >= 0 && c.height >= 0 && s.width >= 0 && s.height >= 0)
    #expect(abs(c.x) <= 1_000_000_000 && abs(s.x) <= 1_000_000_000)
  }

  @Test func unionIgnoresEmptyRectanglesAndDisjointOnesDoNotIntersect() {
    let a = Rect(0, 0, 10, 10)
    #expect(a.union(.zero) == a)
    #expect(Rect.zero.union(a) == a)
    #expect(a.intersection(Rect(20, 20, 5, 5)).isEmpty)
    #expect(a.intersection(Rect(5, 5, 10, 10)) == Rect(5, 5, 5, 5))
    #expect(a.contains(Point(0, 0)) && !a.contains(Point(10, 10)))
  }

  @Test func insettingNeverGivesANegativeSize() {
    #expect(Rect(0, 0, 10, 10).inset(by: 20).size == .zero)
    #expect(Rect(0, 0, 10, 10).inset(by: -5) == Rect(-5, -5, 20, 20))
  }
}

@Suite struct TransformTests {
  @Test func thenRunsTheLeftGestureFirst() {
    let p = Transform.scale(2, 2).then(.translation(10, 0)).apply(Point(1, 1))
    #expect(p == Point(12, 2))
  }

  @Test func aQuarterTurnIsClockwiseOnTheScreen() {
    let p = Transform.rotation(.pi / 2).apply(Point(1, 0))
    #expect(abs(p.x) < 1e-12 && abs(p.y - 1) < 1e-12)
  }

  @Test func theInverseUndoesAndASingularMapHasNoInverse() throws {
    let t = Transform.rotation(0.7).then(.scale(2, 3)).then(.translation(4, 5))
    let back = try #require(t.inverse).apply(t.apply(Point(11, -3)))
    #expect(abs(back.x - 11) < 1e-9 && abs(back.y + 3) < 1e-9)
    #expect(Transform.scale(0, 1).inverse == nil)
    #expect(Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
  }

  @Test func aRectanglesImageIsTheUprightBoxAroundIt() {
    let r = Transform.rotation(.pi / 4).apply(Rect(-1, -1, 2, 2))
    #expect(abs(r.width - 2 * 2.0.squareRoot()) < 1e-9)
  }
}

@Suite struct CornerRadiiTests {
  @Test func radiiThatDoNotFitShrinkTogether() {
    let r = CornerRadii(topLeft: 40, topRight: 20, bottomRight: 0, bottomLeft: 0).fitted(to: Size(30, 100))
    #expect(r == CornerRadii(topLeft: 20, topRight: 10, bottomRight: 0, bottomLeft: 0))
  }

  @Test(arguments: [Size(0, 0), Size(-1, 5), Size(.nan, 5)]) func impossibleBoxesHaveSquareOrFiniteCorners(size: Size) {
    let r = CornerRadii(10).fitted(to: size)
    #expect([r.topLeft, r.topRight, r.bottomRight, r.bottomLeft].allSatisfy { $0.isFinite && $0 >= 0 })
  }

  @Test func negativeAndNaNRadiiAreSquare() {
    #expect(CornerRadii(topLeft: -3, topRight: .nan, bottomRight: 2, bottomLeft: 0).fitted(to: Size(10, 10)) == CornerRadii(bottomRight: 2))
  }
}

@Suite struct SizeRangeTests {
  @Test func clampingPrefersTheMinimumAndForgivesNaN() {
    let range = SizeRange(min: Size(5, 5), max: Size(3, 10))
    #expect(range.clamp(Size(4, 20)) == Size(5, 10))
    #expect(range.clamp(Size(.nan, .nan)) == Size(5, 5))
  }
}
