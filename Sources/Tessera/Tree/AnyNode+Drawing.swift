// Requests and settings for the drawing of a subtree and its kept content.

extension AnyNode {
  /// Whether drawing of the node and all below it is suspended: shown content stays, running draws are dropped, and changes wait. After a reset to
  /// false, all changes are drawn once. For covered content, and for many changes. Any thread.
  ///
  /// A subtree drawn into one buffer (``rasterizesSubtree``) can only be suspended at or above the node with the buffer.
  public var suspendsDrawing: Bool {
    get { properties.suspendsDrawing }
    set { updateProperties { $0.suspendsDrawing = newValue } }
  }

  /// Priority of draws of the node and all below it. Among waiting draws that are equally close to the screen, higher ones begin first. Nil: the
  /// priority of the parent, 0 at the root. Any thread.
  public var drawPriority: Int? {
    get { properties.drawPriority }
    set { updateProperties { $0.drawPriority = newValue } }
  }

  /// Whether the node's data is still loading. The placeholder of the node, or of a node that it appears together with, then stays even after all
  /// current content is drawn. Content that is already shown stays. Any thread.
  public var keepsPlaceholder: Bool {
    get { properties.keepsPlaceholder }
    set { updateProperties { $0.keepsPlaceholder = newValue } }
  }

  /// Releases the drawn content of the node and all below it, with the next frame. Content on the screen is kept, unless its drawing is suspended.
  /// Released content is drawn again when it enters the screen. Does nothing outside of a stage. Any thread.
  public func dropContents() { requestContents(.drop) }

  /// Reloads the data of the node and all below it with the next frame, regardless of their distance from the screen: calls
  /// ``LifecycleType/preload(_:)`` and sends ``preload``. Does nothing outside of a stage, because entering one loads. Any thread.
  public func setNeedsPreload() { requestContents(.preload) }

  /// Releases the loaded data of the node and all below it with the next frame: calls ``LifecycleType/clearPreloaded(_:)`` and sends
  /// ``preloadClear``. Does nothing outside of a stage. Any thread.
  public func clearPreloaded() { requestContents(.clearPreloaded) }

  private func requestContents(_ what: ContentRequest.Kind) {
    let link = lock.withLock { state.link }
    link?.request(ContentRequest(node: self, kind: what))
  }

  /// Calls the type's hook to load data, then the handlers. Frame loop, no lock held.
  func notifyPreload() {
    hooks.lifecycle?.preload(erased: self)
    send(AnyNode.preload)
  }

  /// Calls the type's hook to release data, then the handlers. Frame loop, no lock held.
  func notifyPreloadClear() {
    hooks.lifecycle?.clearPreloaded(erased: self)
    send(AnyNode.preloadClear)
  }
}

/// A request of a node to the loop, for its subtree.
struct ContentRequest: Sendable {
  enum Kind: Sendable {
    case drop, preload, clearPreloaded
  }
  let node: AnyNode
  let kind: Kind
}
