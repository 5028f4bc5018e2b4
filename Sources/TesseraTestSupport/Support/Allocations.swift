internal import CTesseraCounting

/// Counts heap allocations: what a steady state must not make.
///
/// ```swift
/// let count = Allocations.count { try? stage.frame() }
/// #expect(count == 0)
/// ```
///
/// A program that links this module has its calls of `malloc` counted, Swift's objects and arrays among them. Bytes are not counted, nor
/// is what is freed. An unoptimised build allocates where an optimised one does not: compare counts of one build. Any thread.
public enum Allocations {
  /// Whether this build counts. Under a sanitizer, and without glibc, it does not: every count is 0 then.
  public static var areCounted: Bool { tc_is_counting() }

  /// Returns how often the calling thread allocates while `body` runs.
  public static func count<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Int {
    let before = tc_thread_allocations()
    try body()
    return Int(tc_thread_allocations() - before)
  }

  /// Returns how often all threads of the process allocate while `body` runs; whoever else runs meanwhile is counted too.
  public static func countInProcess<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Int {
    tc_count_process(true)
    defer { tc_count_process(false) }
    let before = tc_process_allocations()
    try body()
    return Int(tc_process_allocations() - before)
  }
}
