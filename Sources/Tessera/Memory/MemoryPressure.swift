/// Level of memory pressure.
public enum MemoryPressure: Int, Sendable, CaseIterable, Hashable, Comparable {
  /// No pressure.
  case none
  /// A task waited for memory: invisible content is released.
  case moderate
  /// All tasks wait for memory: containers that are not on the screen also release drawn content in their viewport.
  case critical

  public static func < (a: MemoryPressure, b: MemoryPressure) -> Bool { a.rawValue < b.rawValue }
}
