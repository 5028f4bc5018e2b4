import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// Items get other numbers when some come and go: where all that stay moved alike, as in a list that is scrolled, they are moved at once.
@Suite struct RangeFollowTests {
  private func ranges(_ controller: RangeController) -> [IndexRanges] {
    [.preload, .display, .visible].map { controller.items(in: $0) }
  }

  @Test(arguments: 0..<40) func itemsMovedTogetherHaveTheSameNumbering(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...60, using: &random)
    let items = ItemFrames((0..<count).map { Rect(0, Double($0) * 50, 100, 50) })
    var controller = RangeController(axes: [.vertical])
    let y = Double.random(in: -200...3000, using: &random)
    _ = controller.update(.init(visible: Rect(0, y, 100, 200), velocity: .zero, containerState: .visible), items: items)
    // Some left in front and behind, some came there; in every third case one came in between, so that not all moved alike.
    let kept = Int.random(in: 0...count / 2, using: &random)..<Int.random(in: count / 2...count, using: &random)
    var former: [Int?] = Array(repeating: nil, count: Int.random(in: 0...5, using: &random)) + kept.map { $0 }
    former += Array(repeating: nil, count: Int.random(in: 0...5, using: &random))
    if seed % 3 == 0 { former.insert(nil, at: Int.random(in: 0...former.count, using: &random)) }
    var place: [Int: Int] = [:]
    for (new, old) in former.enumerated() { if let old { place[old] = new } }
    var other = controller
    var gone = IndexRanges()
    for index in other.items(in: .preload).indexes where place[index] == nil { gone.append(index..<index + 1) }
    _ = other.leave(gone)
    other.move { place[$0] }
    controller.renumber(former)
    #expect(ranges(controller) == ranges(other))
  }
}
