internal import Synchronization

/// Whether any node of the process has ever named a shared element. Until then the search for them is skipped.
enum SharedElements {
  private static let used = Atomic<Bool>(false)
  static var isUsed: Bool { used.load(ordering: .relaxed) }
  static func recordUse() { if !isUsed { used.store(true, ordering: .relaxed) } }
}
