import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct LayoutSequenceTests {
  /// Returns the maximum number of elements that can stay, by brute force.
  private func most(_ old: [Int], _ new: [Int]) -> Int {
    var best = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    for i in old.indices {
      for j in new.indices { best[i + 1][j + 1] = old[i] == new[j] ? best[i][j] + 1 : max(best[i][j + 1], best[i + 1][j]) }
    }
    return best[old.count][new.count]
  }

  private func check(_ old: [Int], _ new: [Int]) {
    let stayers = LayoutSequence.stayers(old, new)
    #expect(stayers.allSatisfy { old[$0.old] == new[$0.new] }, "\(old) > \(new): \(stayers)")
    #expect(zip(stayers, stayers.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new }, "\(old) > \(new): \(stayers)")
    #expect(stayers.count == most(old, new), "\(old) > \(new): \(stayers)")
  }

  @Test func scrollOffsetsStayExceptAtTheEnds() {
    for (left, came) in [(1, 1), (2, 1), (1, 3), (0, 2), (2, 0), (9, 9), (10, 3)] {
      check(Array(0..<10), Array(left..<10 + came))
      check(Array(left..<10 + came), Array(0..<10))
    }
    // Elements removed at one end are inserted at the other.
    for turn in 1..<10 { check(Array(0..<10), Array(turn..<10) + Array(0..<turn)) }
    // With other elements that stay at the ends, and with a change in the middle.
    check([90, 91] + Array(0..<10) + [92], [90, 91] + Array(2..<12) + [92])
    check(Array(0..<20), Array(3..<9) + [50] + Array(9..<24))
  }

  @Test func asManyItemsAsPossibleStay() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let old = Array((0..<12).shuffled(using: &random).prefix(Int.random(in: 0...9, using: &random)))
      let isShifted = Bool.random(using: &random)
      let from = Int.random(in: 0...old.count, using: &random)
      let new =
        isShifted
        ? Array(old[from...]) + (0..<12).filter { !old[from...].contains($0) }.shuffled(using: &random).prefix(from)
        : Array((0..<12).shuffled(using: &random).prefix(Int.random(in: 0...9, using: &random)))
      check(old, new)
      check(new, old)
    }
  }
}
