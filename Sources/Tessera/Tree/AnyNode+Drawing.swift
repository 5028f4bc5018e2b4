// What a program says about when a subtree is drawn, and what is kept of it.

extension AnyNode {
  /// Whether the node and all below it are drawn no more: what they show stays as it is, draws under way are dropped, and changes wait. Set back to
  /// false, what changed meanwhile is drawn once. For what is covered, or while many changes are made. Any thread.
  ///
  /// Subtrees that lie in one buffer (``rasterizesSubtree``) are suspended at or above the node that has it.
  public var suspendsDrawing: Bool {
    get { properties.suspendsDrawing }
    set { updateProperties { $0.suspendsDrawing = newValue } }
  }

  /// How urgent draws of the node and of all below it are: higher ones begin first among those that wait and are equally close to the screen; nil: as
  /// the node above says, 0 at the root. Any thread.
  public var drawPriority: Int? {
    get { properties.drawPriority }
    set { updateProperties { $0.drawPriority = newValue } }
  }

  /// Whether the node's data are still loading: a placeholder of the node, or of one that it appears together with, stays though all that there is by
  /// now is drawn. What was shown already does not go back behind it. Any thread.
  public var keepsPlaceholder: Bool {
    get { properties.keepsPlaceholder }
    set { updateProperties { $0.keepsPlaceholder = newValue } }
  }

  /// Lets go of the drawn content of the node and of all below it, with the next frame: what is on the screen keeps it, unless its drawing is suspended.
  /// It is drawn again when it comes to the screen. Does nothing outside of a stage. Any thread.
  public func dropContents() { requestContents(.drop) }

  /// Has the node and all below it load their data again, with the next frame, wherever they are: ``LifecycleType/preload(_:)`` and ``preload`` are
  /// told. Does nothing outside of a stage, as entering one loads. Any thread.
  public func setNeedsPreload() { requestContents(.preload) }

  /// Has the node and all below it let go of what they loaded, with the next frame: ``LifecycleType/clearPreloaded(_:)`` and ``preloadClear`` are told.
  /// Does nothing outside of a stage. Any thread.
  public func clearPreloaded() { requestContents(.clearPreloaded) }

  private func requestContents(_ what: ContentRequest.Kind) {
    let link = lock.withLock { state.link }
    link?.request(ContentRequest(node: self, kind: what))
  }

  /// The node loads its data: the type first, then handlers. Frame loop, no lock held.
  func tellPreload() {
    hooks.lifecycle?.preload(erased: self)
    send(AnyNode.preload)
  }

  /// The node lets go of its data. Frame loop, no lock held.
  func tellPreloadClear() {
    hooks.lifecycle?.clearPreloaded(erased: self)
    send(AnyNode.preloadClear)
  }
}

/// What a node asks of the loop for its subtree.
struct ContentRequest: Sendable {
  enum Kind: Sendable {
    case drop, preload, clearPreloaded
  }
  let node: AnyNode
  let kind: Kind
}
