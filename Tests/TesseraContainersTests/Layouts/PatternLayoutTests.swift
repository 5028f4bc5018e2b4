import Tessera
import TesseraGeometry
import Testing

@testable import TesseraContainers

@Suite struct PatternLayoutTests {
  /// Groups of three: one as high as two beside it.
  private struct Wall: PatternLayout {
    let axis = Axis.vertical
    let groupCount = 3
    func frame(ofItem item: Int, in metrics: ListMetrics) -> Rect {
      let y = Double(item / 3) * 40
      return item % 3 == 0 ? Rect(0, y, 40, 40) : Rect(40, y + Double(item % 3 - 1) * 20, 20, 20)
    }
  }

  private func placement(_ count: Int) -> any ListPlacement {
    Wall().makePlacement(ListMetrics(viewport: Size(60, 100), sections: [.init(count)]))
  }

  @Test func elementsOfAnAreaAreThoseThatTouchIt() {
    let wall = placement(301)
    for y in stride(from: -50.0, to: 4100, by: 13) {
      for rect in [Rect(0, y, 60, 100), Rect(45, y, 5, 10), Rect(0, y, 30, 1)] {
        let expected = (0..<301).map { ListIndex(0, $0) }.filter { ItemFrames.touches(rect, wall.frame(of: .item($0)) ?? .zero) }
        #expect(wall.elements(in: rect).map(\.element) == expected.map { .item($0) })
      }
    }
  }

  @Test func theContentReachesToTheLastItemAndFillsTheWindow() {
    #expect(placement(301).contentBounds == Rect(0, 0, 60, 4040))
    #expect(placement(2).contentBounds == Rect(0, 0, 60, 100))
    #expect(placement(0).contentBounds == Rect(0, 0, 60, 100) && placement(0).elements(in: Rect(0, 0, 60, 100)).isEmpty)
    #expect(placement(3).frame(of: .item(ListIndex(0, 3))) == nil && placement(3).frame(of: .header(0)) == nil)
  }

  @Test func aMillionItemsCostOnlyTheVisibleOnes() {
    let asked = Locked(0)
    struct Counting: PatternLayout {
      let axis = Axis.vertical
      let asked: Locked<Int>
      static func == (a: Self, b: Self) -> Bool { true }
      func frame(ofItem item: Int, in metrics: ListMetrics) -> Rect {
        asked.withLock { $0 += 1 }
        return Rect(0, Double(item) * 0.5, 10, 0.5)
      }
    }
    let placement = Counting(asked: asked).makePlacement(ListMetrics(viewport: Size(10, 10), sections: [.init(1_000_000)]))
    #expect(placement.elements(in: Rect(0, 250_000, 10, 10)).count == 20)
    #expect(asked.withLock { $0 } < 80)
  }
}
