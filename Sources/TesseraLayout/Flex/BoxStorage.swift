/// Arrangement of the elements of a `BoxStorage` in their block, with free space on either side.
struct StorageRoom: Equatable {
  /// Capacity of the block in elements.
  var capacity: Int
  /// Free places before the first element.
  var head = 0

  /// Returns the arrangement of `total` elements after `count` elements replaced those of `range`.
  ///
  /// The shorter part moves: the elements before `range` or those after it. A list that loses elements at its head and gets others at its
  /// tail hardly moves any.
  func replacing(_ range: Range<Int>, of total: Int, by count: Int) -> StorageRoom {
    let growth = count - range.count
    let wanted = total + growth
    // If all elements have to move, they get extra space on the side that will probably grow.
    let roomy = wanted <= capacity - capacity / 8 ? capacity : max(wanted + wanted / 4, 16)
    if range.lowerBound < total - range.upperBound {
      return growth <= head ? StorageRoom(capacity: capacity, head: head - growth) : StorageRoom(capacity: roomy, head: roomy - wanted)
    }
    return head + wanted <= capacity ? self : StorageRoom(capacity: roomy)
  }
}

/// Arrays with one element per box, as plain blocks that can grow at both ends; all element types are trivial.
enum BoxStorage {
  /// Replaces the places of `range` with `count` uninitialized ones; `room` is `now.replacing(range, of: total, by: count)`.
  ///
  /// - Parameter old: first of `total` elements, arranged in a block as `now`.
  /// - Returns: new address of the first element.
  static func replace<T>(
    _ old: UnsafeMutablePointer<T>, _ total: Int, _ range: Range<Int>, by count: Int, from now: StorageRoom, to room: StorageRoom
  ) -> UnsafeMutablePointer<T> {
    let (start, after) = (old - now.head, total - range.upperBound)
    let place = range.lowerBound + count
    guard room.capacity == now.capacity else {
      let new = UnsafeMutablePointer<T>.allocate(capacity: max(1, room.capacity)) + room.head
      new.moveInitialize(from: old, count: range.lowerBound)
      (new + place).moveInitialize(from: old + range.upperBound, count: after)
      start.deallocate()
      return new
    }
    let new = start + room.head
    // The elements are trivial, and overlap is allowed. If the tail moves towards the end, it is moved first: no element is overwritten
    // before it is read.
    let isAfterFirst = new + place > old + range.upperBound
    if isAfterFirst { (new + place).update(from: old + range.upperBound, count: after) }
    if new != old { new.update(from: old, count: range.lowerBound) }
    if new + place < old + range.upperBound { (new + place).update(from: old + range.upperBound, count: after) }
    return new
  }

  static func free<T>(_ first: UnsafeMutablePointer<T>, _ room: StorageRoom) { (first - room.head).deallocate() }
}
