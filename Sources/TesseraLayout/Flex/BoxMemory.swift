/// Memory for one thing that is known of every box, as a plain block with room to grow; all element types are trivial.
enum BoxMemory {
  /// How many boxes to have memory for, so that many may come one after the other without all of it moving each time.
  static func capacity(for count: Int, now: Int) -> Int { count <= now ? now : max(count + count / 4, 16) }

  /// Moves what is after `range` so that there is room for `count` elements in its place, into other memory where the capacity is another.
  ///
  /// `total` is the number of elements that are there.
  static func replace<T>(
    _ old: UnsafeMutablePointer<T>, _ total: Int, _ range: Range<Int>, by count: Int, from oldCapacity: Int, to capacity: Int
  ) -> UnsafeMutablePointer<T> {
    let after = total - range.upperBound
    let place = range.lowerBound + count
    guard capacity != oldCapacity else {
      // Either may lie first: the elements are trivial, and overlap is allowed.
      if place != range.upperBound { (old + place).update(from: old + range.upperBound, count: after) }
      return old
    }
    let new = UnsafeMutablePointer<T>.allocate(capacity: max(1, capacity))
    new.moveInitialize(from: old, count: range.lowerBound)
    (new + place).moveInitialize(from: old + range.upperBound, count: after)
    old.deallocate()
    return new
  }
}
