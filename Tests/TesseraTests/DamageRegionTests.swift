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

  @Test func neighboursAreJoinedAndWhatIsFarApartIsNot() {
    var region = DamageRegion(bounds: PixelRect(x: 0, y: 0, width: 100, height: 100))
    region.add(PixelRect(x: 0, y: 0, width: 10, height: 10))
    region.add(PixelRect(x: 10, y: 0, width: 10, height: 10))
    #expect(region.rects == [PixelRect(x: 0, y: 0, width: 20, height: 10)])
    region.add(PixelRect(x: 80, y: 80, width: 5, height: 5))
    #expect(region.rects.count == 2)
  }
}
