public import TesseraGeometry

extension AnyNode {
  /// Calls `perform` for every step from one interface state to the next. Frame loop, no lock held.
  @discardableResult
  public func onInterfaceStateChange(_ perform: @escaping @Sendable (_ old: InterfaceState, _ new: InterfaceState) -> Void) -> HandlerToken
  {
    on(AnyNode.interfaceStateChange) { perform($0.old, $0.new) }
  }

  /// Calls `perform` each time the node enters a stage. Frame loop, no lock held.
  @discardableResult
  public func onEnterStage(_ perform: @escaping @Sendable () -> Void) -> HandlerToken {
    on(AnyNode.stageEntry) { _ in perform() }
  }

  /// Calls `perform` when the node enters a stage for the first time; never if ``hasEnteredStage`` is already true. Frame loop, no lock held.
  @discardableResult
  public func onFirstEnterStage(_ perform: @escaping @Sendable () -> Void) -> HandlerToken {
    on(AnyNode.stageEntry) { if $0.isFirst { perform() } }
  }

  /// Calls `perform` each time the node leaves its stage. Frame loop, no lock held.
  @discardableResult
  public func onLeaveStage(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.stageExit, perform: perform) }

  /// Calls `perform` with the frame after a layout changed the frame, the safe-area insets, or the frame of a subnode. Frame loop, no lock held.
  @discardableResult
  public func onLayout(_ perform: @escaping @Sendable (_ frame: Rect) -> Void) -> HandlerToken {
    on(AnyNode.layoutFinish, perform: perform)
  }

  /// Calls `perform` each time content of the node was drawn and adopted. Frame loop, no lock held.
  @discardableResult
  public func onDraw(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.draw, perform: perform) }

  /// Calls `perform` with the reason if the node's content could not be drawn. Frame loop, no lock held.
  @discardableResult
  public func onDrawFailure(_ perform: @escaping @Sendable (_ reason: String) -> Void) -> HandlerToken {
    on(AnyNode.drawFailure, perform: perform)
  }

  /// Calls `perform` each time the last pending draw at and below the node has ended; see also ``hasPendingDraws``. Frame loop, no lock held.
  @discardableResult
  public func onSubtreeDraw(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.subtreeDraw, perform: perform) }

  /// Calls `perform` when a draw of a node directly below begins or ends. Frame loop, no lock held.
  @discardableResult
  public func onSubnodeDraw(_ perform: @escaping @Sendable (SubnodeDraw) -> Void) -> HandlerToken {
    on(AnyNode.subnodeDraw, perform: perform)
  }

  /// Calls `perform` when the node must load its data: it entered the preload range, or ``setNeedsPreload()`` was called. Frame loop, no lock held.
  @discardableResult
  public func onPreload(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.preload, perform: perform) }

  /// Calls `perform` when the node must release loaded data: it left the preload range, or ``clearPreloaded()`` was called. Frame loop, no lock held.
  @discardableResult
  public func onPreloadClear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.preloadClear, perform: perform) }

  /// Calls `perform` when the node takes or loses the focus. Frame loop, no lock held.
  @discardableResult
  public func onFocusChange(_ perform: @escaping @Sendable (_ isFocused: Bool) -> Void) -> HandlerToken {
    on(AnyNode.focusChange, perform: perform)
  }

  /// Calls `perform` when a pointer enters the node or its content, and when it leaves. Frame loop, no lock held.
  ///
  /// - Parameter perform: called with true if the pointer is in the node, false after it has left (``isHovered``).
  /// - Returns: a token for ``removeHandler(_:)``.
  @discardableResult
  public func onHoverChange(_ perform: @escaping @Sendable (_ isHovered: Bool) -> Void) -> HandlerToken {
    on(AnyNode.hoverChange, perform: perform)
  }

  /// Calls `perform` when a node directly below becomes visible or invisible. Frame loop, no lock held.
  @discardableResult
  public func onSubnodeVisibility(_ perform: @escaping @Sendable (SubnodeVisibility) -> Void) -> HandlerToken {
    on(AnyNode.subnodeVisibility, perform: perform)
  }

  /// Whether the node has been in a stage. Still false during the type's hook for the first entry. Any thread.
  public var hasEnteredStage: Bool { observed.hasEnteredStage }

  /// Called before keys, the program or a touch move the focus between nodes at or below this one, into them or out of them; false rejects the move.
  /// Nil allows all moves. Any thread; called on the frame loop, no lock held.
  ///
  /// Not called if a node resigns the focus, leaves or is hidden, or if a node appears that traps the focus (``FocusScope/trap``).
  public var focusMoveRule: (@Sendable (FocusMove) -> Bool)? {
    get { lock.withLock { state.attachments?.focusMoveRule } }
    set {
      let newValue = newValue.map { StateScope.bound($0) }
      // Objects of the former rule are released after the lock.
      let former = attach { attachments in
        defer { attachments.focusMoveRule = newValue }
        return attachments.focusMoveRule
      }
      withExtendedLifetime(former) {}
    }
  }
}
