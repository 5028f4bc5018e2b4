/// How short memory is.
public enum MemoryPressure: Int, Sendable, CaseIterable, Hashable, Comparable {
  /// There is enough.
  case none
  /// Somebody waited for memory: what is not seen is given up.
  case moderate
  /// Everybody waits for memory: containers that are not on the screen give up the pictures of what is in their view as well.
  case critical

  public static func < (a: MemoryPressure, b: MemoryPressure) -> Bool { a.rawValue < b.rawValue }
}
