internal import Tessera

/// Toasts of a tree of nodes that are open: the first one is shown, the others wait. Any thread.
final class ToastQueue: Sendable {
  /// Largest number of toasts that wait.
  static let limit = 4

  private struct Entry: Sendable { weak var node: Node<Toast>? }
  private let entries = Locked<[Entry]>([])

  private enum Key: NodeDataKey { typealias Value = ToastQueue }

  /// Returns the queue of the tree that contains a node.
  static func of(_ node: AnyNode) -> ToastQueue {
    let root = node.treeRoot
    if let queue = root[data: Key.self] { return queue }
    let queue = ToastQueue()
    root[data: Key.self] = queue
    return queue
  }

  /// Adds a toast if it is not in the queue. Returns whether it is the first, and the toast that has to make room.
  func enter(_ node: Node<Toast>) -> (isFirst: Bool, dropped: Node<Toast>?) {
    entries.withLock { entries in
      entries.removeAll { $0.node == nil }
      if !entries.contains(where: { $0.node === node }) { entries.append(Entry(node: node)) }
      let dropped = entries.count > Self.limit + 1 ? entries.remove(at: 1).node : nil
      return (entries.first?.node === node, dropped)
    }
  }

  /// Removes a toast. Returns the one to show instead; nil if none waits or another one is shown.
  func leave(_ node: Node<Toast>) -> Node<Toast>? {
    entries.withLock { entries in
      let wasFirst = entries.first?.node === node
      entries.removeAll { $0.node == nil || $0.node === node }
      return wasFirst ? entries.first?.node : nil
    }
  }
}
