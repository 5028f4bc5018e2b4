import Testing

@testable import TesseraLayout

/// Blocks of memory with room on both sides.
@Suite struct BoxStorageTests {
  /// A block that gets the same changes as an array.
  private struct Block {
    var room: StorageRoom
    var first: UnsafeMutablePointer<Int>
    var count: Int
    /// Elements that were moved, for elements that came and went.
    var moves = 0

    init(_ elements: [Int]) {
      room = StorageRoom(capacity: max(1, elements.count))
      first = .allocate(capacity: room.capacity)
      first.initialize(from: elements, count: elements.count)
      count = elements.count
    }

    mutating func replace(_ range: Range<Int>, with new: [Int]) {
      let wanted = room.replacing(range, of: count, by: new.count)
      #expect(wanted.head >= 0 && wanted.head + count + new.count - range.count <= wanted.capacity)
      let before = first
      first = BoxStorage.replace(first, count, range, by: new.count, from: room, to: wanted)
      let isNew = room.capacity != wanted.capacity
      if isNew || first != before { moves += range.lowerBound }
      if isNew || first + range.lowerBound + new.count != before + range.upperBound { moves += count - range.upperBound }
      (first + range.lowerBound).initialize(from: new, count: new.count)
      (room, count) = (wanted, count + new.count - range.count)
    }

    var elements: [Int] { (0..<count).map { first[$0] } }
    func free() { BoxStorage.free(first, room) }
  }

  @Test(arguments: 1...40) func replacingEqualsThatOfAnArray(seed: UInt64) {
    var random = Seeded(seed)
    var array = Array(0..<Int.random(in: 0...40, using: &random))
    var block = Block(array)
    defer { block.free() }
    var next = 1000
    for _ in 0..<200 {
      let low = Int.random(in: 0...array.count, using: &random)
      let range = low..<Int.random(in: low...min(array.count, low + 12), using: &random)
      let new = (0..<Int.random(in: 0...12, using: &random)).map { next + $0 }
      next += new.count
      array.replaceSubrange(range, with: new)
      block.replace(range, with: new)
      #expect(block.elements == array)
    }
  }

  /// A list that is scrolled loses elements at its head and gets as many at its tail, or the other way round.
  @Test(arguments: [true, false]) func scrollingMovesFewElements(isForward: Bool) {
    var array = Array(0..<800)
    var block = Block(array)
    defer { block.free() }
    for step in 0..<1000 {
      let new = (0..<24).map { 1000 + 24 * step + $0 }
      let (head, tail) = (3..<27, array.count - 24..<array.count)
      for (range, new) in isForward ? [(head, []), (array.count - 24..<array.count - 24, new)] : [(tail, []), (3..<3, new)] {
        array.replaceSubrange(range, with: new)
        block.replace(range, with: new)
      }
    }
    #expect(block.elements == array)
    // Each time all of them, without room in front.
    #expect(block.moves < 1000 * 100, "\(block.moves) of \(1000 * 800)")
    #expect(block.room.capacity < 2 * 800)
  }
}
