internal import Synchronization

/// Words that any thread reads and writes, all 0 at first. Their number is fixed.
struct AtomicWords: ~Copyable, @unchecked Sendable {  // unchecked: the pointer does not change, and the words are atomic.
  private let words: UnsafeMutablePointer<Atomic<UInt>>
  private let count: Int

  init(count: Int) {
    self.count = count
    words = .allocate(capacity: count)
    for i in 0..<count { (words + i).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: count)
    words.deallocate()
  }

  /// Returns word `i`. - Precondition: `i` is below the count.
  @inline(__always)
  func load(_ i: Int) -> UInt {
    assert(i < count)
    return words[i].load(ordering: .acquiring)
  }

  /// Sets word `i`. - Precondition: `i` is below the count.
  @inline(__always)
  func store(_ word: UInt, at i: Int) {
    assert(i < count)
    words[i].store(word, ordering: .releasing)
  }
}
