internal import CRender

/// The heap of the C core.
public enum RenderMemory {
  /// Lets the calling thread's next `count` allocations in the C core succeed and refuses all after them, until `body` returns.
  ///
  /// For finding out what a program does when memory runs out. Other threads are not touched.
  public static func refusingAllocations<R, E: Error>(after count: Int, _ body: () throws(E) -> R) throws(E) -> R {
    cr_alloc_fail_after(Int64(max(0, count)))
    defer { cr_alloc_fail_after(-1) }
    return try body()
  }
}
