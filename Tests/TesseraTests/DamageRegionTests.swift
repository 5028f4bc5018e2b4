import Testing
@testable import Tessera
import TesseraGeometry

@Suite struct DamageRegionTests {
  @Test(arguments: 0..<50) func everyAddedPixelStaysCoveredByFewRectangles(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let bounds = PixelRect(x: 0, y: 0, width: 64, height: 48)
    var region = DamageRegion(bounds: bounds)
    var expected = Set<Int>()
    for _ in 0..<40 {
      let rect = PixelRect(
        x: Int.random(in: -10...70, using: &random), y: Int.random(in: -10...50, using: &random),
        width: Int.random(in: 0...20, using: &random), height: Int.random(in: 0...20, using: &random))
      region.add(rect)
      let inside = rect.intersection(bounds)
      for y in inside.y..<inside.y + max(0, inside.height) {
        for x in inside.x..<inside.x + max(0, inside.width) { expected.insert(y * 64 + x) }
      }
      #expect(region.rects.count <= 32)
    }
    #expect(region.rects.allSatisfy { bounds.contains($0) && !$0.isEmpty })
    #expect(expected.allSatisfy { p in region.rects.contains { $0.contains(PixelRect(x: p % 64, y: p / 64, width: 1, height: 1)) } })
  }

  @Test(arguments: 0..<20) func manyAddedRectanglesStayCoveredByFew(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let bounds = PixelRect(x: 0, y: 0, width: 64, height: 48)
    var region = DamageRegion(bounds: bounds)
    let rects = (0..<Int.random(in: 30...120, using: &random)).map { _ in
      PixelRect(
        x: Int.random(in: -10...70, using: &random), y: Int.random(in: -10...50, using: &random),
        width: Int.random(in: 0...9, using: &random), height: Int.random(in: 0...9, using: &random))
    }
    region.add(rects)
    #expect(region.rects.count <= 32)
    #expect(region.rects.allSatisfy { bounds.contains($0) && !$0.isEmpty })
    for rect in rects.map({ $0.intersection(bounds) }) where !rect.isEmpty {
      #expect(region.rects.contains { $0.contains(rect) })
    }
  }

  @Test func rowsOfBoxesBecomeARectangleEach() {
    var region = DamageRegion(bounds: PixelRect(x: 0, y: 0, width: 800, height: 480))
    region.add((0..<1000).map { PixelRect(x: $0 % 50 * 16 + 2, y: $0 / 50 * 16 + 2, width: 12, height: 12) })
    #expect(region.rects.count == 20)
    #expect(region.rects.allSatisfy { $0.x == 2 && $0.width == 796 && $0.height == 12 })
  }

  @Test func slackJoinsSeparateRectangles() {
    let (left, right) = (PixelRect(x: 0, y: 0, width: 10, height: 10), PixelRect(x: 20, y: 0, width: 10, height: 10))
    for (slack, count) in [(99, 2), (100, 1)] {
      var region = DamageRegion(bounds: PixelRect(x: 0, y: 0, width: 100, height: 100), slack: slack)
      region.add(left)
      region.add(right)
      #expect(region.rects.count == count)
    }
  }

  @Test func onlyNeighborsAreJoined() {
    var region = DamageRegion(bounds: PixelRect(x: 0, y: 0, width: 100, height: 100))
    region.add(PixelRect(x: 0, y: 0, width: 10, height: 10))
    region.add(PixelRect(x: 10, y: 0, width: 10, height: 10))
    #expect(region.rects == [PixelRect(x: 0, y: 0, width: 20, height: 10)])
    region.add(PixelRect(x: 80, y: 80, width: 5, height: 5))
    #expect(region.rects.count == 2)
  }
}
