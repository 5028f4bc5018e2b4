@testable import ChartPlugin
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct ChartDataTests {
  private func numbers(_ count: Int) -> [Double] {
    var random = SeededGenerator(seed: 41)
    return (0..<count).map { _ in Double.random(in: -100...100, using: &random) }
  }

  /// The pyramid gives the same extents as reading all numbers, however it was made.
  @Test func extentsOfAnyRange() {
    let all = numbers(5000).enumerated().map { $0.offset % 97 == 0 ? Double.nan : $0.element }
    let whole = ChartPyramid(all)
    var grown = ChartPyramid()
    for number in all { grown.append(number) }
    var random = SeededGenerator(seed: 42)
    var reads = 0
    for _ in 0..<500 {
      let (a, b) = (Int.random(in: 0...5000, using: &random), Int.random(in: 0...5000, using: &random))
      let range = min(a, b)..<max(a, b)
      var expected = ChartExtent()
      for index in range { expected.add(all[index]) }
      #expect(whole.extent(of: range, reads: &reads) == expected)
      #expect(grown.extent(of: range, reads: &reads) == expected)
    }
  }

  @Test func theCostOfADrawDoesNotDependOnTheNumberOfPoints() throws {
    func reads(_ count: Int) throws -> Int {
      let data = ChartData(numbers(count))
      let node = ChartNode(Chart(.line, [ChartSeries("", data)]))
      let h = try HeadlessStage(width: 400, height: 200) { node }
      let before = data.reads
      node.setNeedsDisplay()
      try h.settle()
      return data.reads - before
    }
    let (few, many) = (try reads(10_000), try reads(1_000_000))
    #expect(few > 0)
    #expect(many < 40_000, "one million points: \(many) reads")
    #expect(many < few * 4, "\(few) reads for 10,000 points, \(many) for 1,000,000")
  }

  @Test func appendingKeepsTheCapacity() {
    let data = ChartData(capacity: 100)
    for i in 0..<20_000 { data.append(Double(i)) }
    #expect(data.count == 100)
    #expect(data.span == 19_900...19_999)
    #expect(data.point(0) == ChartPoint(19_900, 19_900) && data.point(100) == nil)
    #expect(data.nearest(.infinity)?.point.y == 19_999 && data.nearest(-5)?.index == 0)
    data.removeAll()
    #expect(data.count == 0 && data.span == nil && data.nearest(0) == nil)
    data.append(1)
    #expect(data.span == 0...0)
  }

  @Test func pointsAreSorted() {
    let data = ChartData(points: [ChartPoint(3, 1), ChartPoint(.nan, 5), ChartPoint(1, 2)])
    #expect(data.count == 2 && data.point(0) == ChartPoint(1, 2))
    data.append(7, at: 2)
    #expect(data.point(2) == ChartPoint(3, 7), "a place before the last one counts as that")
    data.append(8, at: .nan)
    #expect(data.point(3) == ChartPoint(4, 8))
    #expect(data.columns(from: 0, width: 1, count: 5).map(\.upper) == [-.infinity, 2, -.infinity, 7, 8])
  }

  @Test(arguments: [(0.0, 10.0), (-3.0, 17.0), (0.001, 0.0012), (1e9, 1e9 + 1), (-1e14, 1e15), (5.0, 5.0), (0.0, 0.0)])
  func axesHaveFewRoundNumbers(lower: Double, upper: Double) {
    var extent = ChartExtent()
    extent.add(lower)
    extent.add(upper)
    let scale = ChartScale(extent, includesZero: false)
    #expect(scale.lower <= lower && scale.upper >= upper && scale.lower < scale.upper)
    #expect((2...7).contains(scale.lines.count), "\(scale.lines)")
  }
}
