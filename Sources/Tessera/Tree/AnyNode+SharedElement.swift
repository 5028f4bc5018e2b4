internal import Synchronization

extension AnyNode {
  /// Identifier of what the node shows; empty: none. Any thread.
  ///
  /// While screens of a stack change, a node of the one and a node of the other with the same identifier are seen as one element that moves from the
  /// place, size and corners of the first to those of the second, above both screens; the content of the one fades into that of the other. Where a
  /// screen has several nodes with the same identifier the first in the order of the tree counts.
  ///
  /// ```swift
  /// thumbnail.sharedElement = "photo 7"
  /// picture.sharedElement = "photo 7"
  /// screens.push(ScreenNode("Photo", content: picture))
  /// ```
  public var sharedElement: String {
    get { properties.sharedElement }
    set { updateProperties { $0.sharedElement = newValue } }
  }
}

/// Whether any node of the process ever named a shared element: until then nobody looks for them.
enum SharedElements {
  private static let used = Atomic<Bool>(false)
  static var isUsed: Bool { used.load(ordering: .relaxed) }
  static func noteUse() { if !isUsed { used.store(true, ordering: .relaxed) } }
}
