import TesseraKit
import Testing

@Suite struct OverlayPlacementTests {
  static let screen = Rect(0, 0, 200, 100)

  @Test func anOverlayIsOnTheFirstSideWithSpace() {
    let placement = OverlayPlacement([.above, .below], spacing: 5, margin: 4)
    let size = Size(40, 20)
    #expect(placement.origin(of: size, at: Rect(80, 50, 20, 10), in: Self.screen) == Point(70, 25))
    // 50 - 46 units above are not enough.
    #expect(placement.origin(of: size, at: Rect(80, 28, 20, 10), in: Self.screen) == Point(70, 43))
    // Neither side has enough space: the larger one is chosen, and the overlay is moved within the margin.
    #expect(placement.origin(of: Size(40, 60), at: Rect(80, 60, 20, 10), in: Self.screen) == Point(70, 4))
  }

  @Test func leadingAndTrailingFollowTheDirection() {
    let placement = OverlayPlacement([.trailing, .leading], alignment: .start, spacing: 2)
    let (size, anchor) = (Size(30, 10), Rect(90, 40, 20, 20))
    #expect(placement.origin(of: size, at: anchor, in: Self.screen) == Point(112, 40))
    #expect(placement.origin(of: size, at: anchor, in: Self.screen, direction: .rtl) == Point(58, 40))
    // Without space at the end of the line, the overlay is before the anchor.
    #expect(placement.origin(of: size, at: Rect(160, 40, 20, 20), in: Self.screen) == Point(128, 40))
  }

  @Test func startAndEndAreMirrored() {
    var placement = OverlayPlacement([.below], alignment: .start, spacing: 0, margin: 0)
    let (size, anchor) = (Size(30, 10), Rect(80, 40, 60, 20))
    #expect(placement.origin(of: size, at: anchor, in: Self.screen).x == 80)
    #expect(placement.origin(of: size, at: anchor, in: Self.screen, direction: .rtl).x == 110)
    placement.alignment = .end
    #expect(placement.origin(of: size, at: anchor, in: Self.screen).x == 110)
    #expect(placement.origin(of: size, at: anchor, in: Self.screen, direction: .rtl).x == 80)
  }

  @Test func anOverlayStaysInsideTheScreenByDefault() {
    var placement = OverlayPlacement([.below], spacing: 0, margin: 6)
    #expect(placement.origin(of: Size(50, 20), at: Rect(0, 90, 4, 4), in: Self.screen) == Point(6, 74))
    placement.isConfined = false
    #expect(placement.origin(of: Size(50, 20), at: Rect(0, 90, 4, 4), in: Self.screen) == Point(-23, 94))
    // An overlay that is too wide shows the start of its lines.
    placement.isConfined = true
    #expect(placement.origin(of: Size(300, 20), at: Rect(90, 10, 4, 4), in: Self.screen).x == 6)
    #expect(placement.origin(of: Size(300, 20), at: Rect(90, 10, 4, 4), in: Self.screen, direction: .rtl).x == -106)
  }

  @Test func invalidLengthsCountAsZero() {
    let placement = OverlayPlacement([], spacing: .nan, margin: .infinity)
    #expect(placement.spacing == 0 && placement.margin == 0)
    #expect(placement.origin(of: Size(20, 20), at: Rect(90, 40, 20, 20), in: Self.screen) == Point(90, 40))
  }
}
