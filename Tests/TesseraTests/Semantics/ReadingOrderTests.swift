import TesseraGeometry
import Testing

@testable import Tessera

@Suite struct ReadingOrderTests {
  @Test func linesSeparateRowsThenColumns() {
    // A tall box on the left; on the right two rows of two.
    let frames = [Rect(60, 20, 10, 10), Rect(40, 0, 10, 10), Rect(0, 0, 30, 30), Rect(60, 0, 10, 10), Rect(40, 20, 10, 10)]
    #expect(ReadingOrder.sorted(frames, .ltr) == [2, 1, 3, 4, 0])
    #expect(ReadingOrder.sorted(frames, .rtl) == [3, 1, 0, 4, 2])
  }

  @Test func overlappingElementsKeepTheirOrder() {
    let frames = [Rect(0, 0, 100, 100), Rect(30, 10, 10, 10), Rect(10, 40, 10, 10)]
    #expect(ReadingOrder.sorted(frames, .ltr) == [0, 1, 2])
    #expect(ReadingOrder.sorted([frames[2], frames[0], frames[1]], .ltr) == [0, 1, 2])
  }

  @Test func boxesThatTouchAreSeparate() {
    #expect(ReadingOrder.sorted([Rect(0, 10, 10, 10), Rect(0, 0, 10, 10)], .ltr) == [1, 0])
    #expect(ReadingOrder.sorted([Rect(0, 9.7, 10, 10), Rect(0, 0, 10, 10)], .ltr) == [1, 0])
    #expect(ReadingOrder.sorted([], .ltr) == [] && ReadingOrder.sorted([.zero, .zero], .rtl) == [0, 1])
  }
}
