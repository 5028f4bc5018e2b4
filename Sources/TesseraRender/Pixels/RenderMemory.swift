internal import CRender

/// The heap of the C core.
public enum RenderMemory {
  /// Lets the next `count` allocations of the calling thread in the C core succeed, and makes all later ones fail until `body` returns.
  ///
  /// For testing out-of-memory handling. Other threads are not affected.
  public static func refusingAllocations<R, E: Error>(after count: Int, _ body: () throws(E) -> R) throws(E) -> R {
    cr_alloc_fail_after(Int64(max(0, count)))
    defer { cr_alloc_fail_after(-1) }
    return try body()
  }
}
