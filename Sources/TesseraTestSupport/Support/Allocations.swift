internal import CTesseraCounting

/// Counts heap allocations, which must not occur in a steady state.
///
/// ```swift
/// let count = Allocations.count { try? stage.frame() }
/// #expect(count == 0)
/// ```
///
/// In a program that links this module, calls of `malloc` are counted, including those of Swift objects and arrays. Bytes and deallocations
/// are not counted. Unoptimised builds allocate more than optimised ones: compare counts of the same build only. Any thread.
public enum Allocations {
  /// Whether this build counts. If not (with a sanitizer, or without glibc), every count is 0.
  public static var areCounted: Bool { tc_is_counting() }

  /// Returns the number of allocations of the calling thread while `body` runs.
  public static func count<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Int {
    let before = tc_thread_allocations()
    try body()
    return Int(tc_thread_allocations() - before)
  }

  /// Returns the number of allocations of all threads of the process while `body` runs, including unrelated ones.
  public static func countInProcess<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Int {
    tc_count_process(true)
    defer { tc_count_process(false) }
    let before = tc_process_allocations()
    try body()
    return Int(tc_process_allocations() - before)
  }
}
