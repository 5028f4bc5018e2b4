/// Where the elements of a `BoxStorage` lie in their block: there may be room on either side of them.
struct StorageRoom: Equatable {
  /// Elements that the block has room for.
  var capacity: Int
  /// Places in front of the first element.
  var head = 0

  /// The room that `total` elements lie in when `count` come in place of those of `range`: what is shorter moves, what is before `range` or what is after it,
  /// so that a list which loses elements at its head and gets others at its tail hardly moves any.
  func replacing(_ range: Range<Int>, of total: Int, by count: Int) -> StorageRoom {
    let growth = count - range.count
    let wanted = total + growth
    // Where all have to move, they get room for many more on the side that is likely to need it.
    let roomy = wanted <= capacity - capacity / 8 ? capacity : max(wanted + wanted / 4, 16)
    if range.lowerBound < total - range.upperBound {
      return growth <= head ? StorageRoom(capacity: capacity, head: head - growth) : StorageRoom(capacity: roomy, head: roomy - wanted)
    }
    return head + wanted <= capacity ? self : StorageRoom(capacity: roomy)
  }
}

/// Arrays with one element for each box, as plain blocks with room to grow at both ends; all element types are trivial.
enum BoxStorage {
  /// Gives `count` elements room in place of those of `range`; `room` is `now.replacing(range, of: total, by: count)`.
  ///
  /// - Parameter old: the first of `total` elements, which lie in a block as `now` says.
  /// - Returns: where the first element is now.
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
    // The elements are trivial, and overlap is allowed. What comes after goes first where it goes backwards: nothing is written over before it is read.
    let isAfterFirst = new + place > old + range.upperBound
    if isAfterFirst { (new + place).update(from: old + range.upperBound, count: after) }
    if new != old { new.update(from: old, count: range.lowerBound) }
    if new + place < old + range.upperBound { (new + place).update(from: old + range.upperBound, count: after) }
    return new
  }

  static func free<T>(_ first: UnsafeMutablePointer<T>, _ room: StorageRoom) { (first - room.head).deallocate() }
}
