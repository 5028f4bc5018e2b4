internal import Synchronization

/// Whether any node of the process has ever controlled its drawing. Until then the search of parent nodes for such settings is skipped.
enum DrawControl {
  private static let used = Atomic<Bool>(false)
  static var isUsed: Bool { used.load(ordering: .relaxed) }
  static func recordUse() { if !isUsed { used.store(true, ordering: .relaxed) } }
}
