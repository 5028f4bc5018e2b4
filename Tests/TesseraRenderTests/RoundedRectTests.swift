import TesseraGeometry
import TesseraRender
import Testing

@Suite struct RoundedRectTests {
  @Test func aPointOutsideOfARoundCornerIsNotContained() {
    let pill = RoundedRect(Rect(10, 20, 100, 40), radius: 20)
    for point in [Point(60, 20), Point(10, 40), Point(109.9, 40), Point(16, 26), Point(104, 54)] { #expect(pill.contains(point)) }
    for point in [Point(11, 21), Point(109, 21), Point(11, 59), Point(109, 59), Point(9, 40), Point(60, 61)] {
      #expect(!pill.contains(point))
    }
  }

  @Test func cornersHaveTheirOwnRadii() {
    let rounded = RoundedRect(Rect(0, 0, 40, 40), radii: CornerRadii(topLeft: 20, bottomRight: 10))
    #expect(!rounded.contains(Point(2, 2)) && rounded.contains(Point(38, 2)) && rounded.contains(Point(2, 38)))
    #expect(!rounded.contains(Point(39, 39)) && rounded.contains(Point(36, 36)))
  }

  @Test func radiiThatDoNotFitAreScaledDown() {
    let circle = RoundedRect(Rect(0, 0, 20, 20), radius: 1000)
    #expect(circle.contains(Point(10, 1)) && circle.contains(Point(4, 4)) && !circle.contains(Point(2, 2)))
    #expect(!RoundedRect(Rect(0, 0, 20, 20), radius: 5).contains(Point(.nan, 3)))
  }
}
