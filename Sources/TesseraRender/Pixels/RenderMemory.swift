internal import CRender

/// What the C core has on the heap.
public enum RenderMemory {
  /// Blocks that the C core holds at the moment, in all threads: a number to watch for leaks.
  public static var liveBlocks: Int { Int(cr_alloc_live_blocks()) }

  /// Lets the calling thread's next `count` allocations in the C core succeed and refuses all after them, until `body` returns.
  ///
  /// For finding out what a program does when memory runs out. Other threads are not touched.
  public static func refusingAllocations<R, E: Error>(after count: Int, _ body: () throws(E) -> R) throws(E) -> R {
    cr_alloc_fail_after(Int64(max(0, count)))
    defer { cr_alloc_fail_after(-1) }
    return try body()
  }
}
