/// Elements by time, the earliest first: a binary heap. Inserting and removing take logarithmic time. A value.
struct DeadlineQueue<Element> {
  private var heap: [(time: Double, element: Element)] = []
  /// Index of the element that ``removeSome(where:)`` examined last.
  private var cursor = 0
  /// Elements inserted since the last call of ``removeSome(where:)``.
  private var inserted = 0

  var isEmpty: Bool { heap.isEmpty }

  /// The earliest element with its time, in seconds.
  var first: (time: Double, element: Element)? { heap.first }

  mutating func insert(_ element: Element, at time: Double) {
    heap.append((time, element))
    inserted += 1
    siftUp(heap.count - 1)
  }

  mutating func removeFirst() { remove(at: 0) }

  /// Examines 16 elements and two for each that was inserted since the last call, others with each call, and removes those that satisfy the
  /// condition. So the queue holds no more than the elements in use and a few calls' insertions.
  mutating func removeSome(where isUnneeded: (Element) -> Bool) {
    defer { inserted = 0 }
    for _ in 0..<min(16 + 2 * inserted, heap.count) where !heap.isEmpty {
      // Backwards: a removal puts the last element here, which was examined before.
      cursor = (cursor == 0 ? heap.count : min(cursor, heap.count)) - 1
      if isUnneeded(heap[cursor].element) { remove(at: cursor) }
    }
  }

  private mutating func remove(at index: Int) {
    heap.swapAt(index, heap.count - 1)
    heap.removeLast()
    guard index < heap.count else { return }
    siftDown(index)
    siftUp(index)
  }

  private mutating func siftUp(_ index: Int) {
    var child = index
    while child > 0, heap[child].time < heap[(child - 1) / 2].time {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown(_ index: Int) {
    var parent = index
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
      guard heap[child].time < heap[parent].time else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
