internal import Synchronization

/// Whether any node of the process was ever told when to draw: until then nobody looks above a node for that.
enum DrawControl {
  private static let used = Atomic<Bool>(false)
  static var isUsed: Bool { used.load(ordering: .relaxed) }
  static func noteUse() { if !isUsed { used.store(true, ordering: .relaxed) } }
}
