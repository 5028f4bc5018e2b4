public import TesseraGeometry

// What can be observed of nodes of every type. A node's type is told first, then handlers in the order in which they were added.

extension AnyNode {
  /// Activated: a button and the like by a finger or a key, any other node that the program made focusable (``Focusability/always``) by Enter or
  /// Space.
  public static let tap = Signal<Void>("tap")

  /// One step from one interface state to the next.
  public static let interfaceStateChange = Signal<InterfaceStateChange>("interfaceStateChange", .interfaceState)
  /// The node came into a stage: its size is known.
  public static let stageEntry = Signal<StageEntry>("stageEntry", .stage)
  /// The node left its stage.
  public static let stageExit = Signal<Void>("stageExit", .stage)

  /// A layout gave the node another frame or other safe-area insets, or one of its subnodes another frame; all nodes have the frames of that layout.
  /// The payload is the frame.
  public static let layoutFinish = Signal<Rect>("layoutFinish", .layout)

  /// Content of the node was drawn and put in place.
  public static let draw = Signal<Void>("draw", .draw)
  /// The node's content could not be drawn, as a picture whose file is damaged; what it showed before stays. The payload is the reason.
  public static let drawFailure = Signal<String>("drawFailure", .drawFailure)
  /// A draw of a node directly below began or ended.
  public static let subnodeDraw = Signal<SubnodeDraw>("subnodeDraw", .subnodeDraw)
  /// The last draw under way or waiting at and below the node ended: all that is near the screen is drawn.
  public static let subtreeDraw = Signal<Void>("subtreeDraw", .subtreeDraw)

  /// The node is to load its data: it came into the preload range, or the program asked for it (``setNeedsPreload()``).
  public static let preload = Signal<Void>("preload", .loading)
  /// The node is to let go of what it loaded: it left the preload range, or the program asked for it (``clearPreloaded()``).
  public static let preloadClear = Signal<Void>("preloadClear", .loading)

  /// The node became the one that keys go to (true), or stopped being it.
  public static let focusChange = Signal<Bool>("focusChange", .focus)

  /// A pointer came over the node or something in it while no button was held (true), or went away. Fingers do not hover.
  public static let hoverChange = Signal<Bool>("hoverChange", .hover)

  /// A node directly below became visible, or stopped being it: the rows of a table, the pages of a pager.
  public static let subnodeVisibility = Signal<SubnodeVisibility>("subnodeVisibility", .subnodeVisibility)
}

/// One step of a node from an interface state to the next.
public struct InterfaceStateChange: Sendable, Hashable {
  /// The state before.
  public let old: InterfaceState
  /// The state now.
  public let new: InterfaceState
}

/// A node came into a stage.
public struct StageEntry: Sendable, Hashable {
  /// Whether it was in none before.
  public let isFirst: Bool
}

/// A draw of a subnode began or ended.
public struct SubnodeDraw: Sendable, Hashable {
  /// How far the draw is.
  public enum Phase: String, Sendable, CaseIterable, Hashable {
    /// It was submitted.
    case began
    /// Its content is in place.
    case finished
    /// It failed.
    case failed
    /// Its content was not wanted any more; a newer draw follows where the node is still near the screen.
    case cancelled
  }
  /// The node directly below.
  public let subnode: AnyNode
  /// What happened.
  public let phase: Phase
}

/// A subnode became visible, or stopped being it.
public struct SubnodeVisibility: Sendable, Hashable {
  /// The node directly below.
  public let subnode: AnyNode
  /// Whether it is visible now.
  public let isVisible: Bool
}

extension AnyNode {
  /// Calls `perform` for every step from one interface state to the next. Frame loop, no lock held.
  @discardableResult
  public func onInterfaceStateChange(_ perform: @escaping @Sendable (_ old: InterfaceState, _ new: InterfaceState) -> Void) -> HandlerToken
  {
    on(AnyNode.interfaceStateChange) { perform($0.old, $0.new) }
  }

  /// Calls `perform` each time that the node comes into a stage. Frame loop, no lock held.
  @discardableResult
  public func onEnterStage(_ perform: @escaping @Sendable () -> Void) -> HandlerToken {
    on(AnyNode.stageEntry) { _ in perform() }
  }

  /// Calls `perform` when the node comes into a stage for the first time; never where ``hasEnteredStage`` is true already. Frame loop, no lock held.
  @discardableResult
  public func onFirstEnterStage(_ perform: @escaping @Sendable () -> Void) -> HandlerToken {
    on(AnyNode.stageEntry) { if $0.isFirst { perform() } }
  }

  /// Calls `perform` each time that the node leaves its stage. Frame loop, no lock held.
  @discardableResult
  public func onLeaveStage(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.stageExit, perform: perform) }

  /// Calls `perform` with the frame when a layout changed it, the safe-area insets, or the frame of a subnode. Frame loop, no lock held.
  @discardableResult
  public func onLayout(_ perform: @escaping @Sendable (_ frame: Rect) -> Void) -> HandlerToken {
    on(AnyNode.layoutFinish, perform: perform)
  }

  /// Calls `perform` each time that content of the node was drawn and put in place. Frame loop, no lock held.
  @discardableResult
  public func onDraw(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.draw, perform: perform) }

  /// Calls `perform` with the reason when the node's content could not be drawn. Frame loop, no lock held.
  @discardableResult
  public func onDrawFailure(_ perform: @escaping @Sendable (_ reason: String) -> Void) -> HandlerToken {
    on(AnyNode.drawFailure, perform: perform)
  }

  /// Calls `perform` each time that the last draw under way at and below the node ended. Frame loop, no lock held. ``hasPendingDraws`` asks now.
  @discardableResult
  public func onSubtreeDraw(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.subtreeDraw, perform: perform) }

  /// Calls `perform` when a draw of a node directly below begins or ends. Frame loop, no lock held.
  @discardableResult
  public func onSubnodeDraw(_ perform: @escaping @Sendable (SubnodeDraw) -> Void) -> HandlerToken {
    on(AnyNode.subnodeDraw, perform: perform)
  }

  /// Calls `perform` when the node is to load its data: it came into the preload range, or ``setNeedsPreload()`` was called. Frame loop, no lock held.
  @discardableResult
  public func onPreload(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.preload, perform: perform) }

  /// Calls `perform` when the node is to let go of what it loaded: it left the preload range, or ``clearPreloaded()`` was called. Frame loop, no lock
  /// held.
  @discardableResult
  public func onPreloadClear(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(AnyNode.preloadClear, perform: perform) }

  /// Calls `perform` when the node becomes, or stops being, the one that keys go to. Frame loop, no lock held.
  @discardableResult
  public func onFocusChange(_ perform: @escaping @Sendable (_ isFocused: Bool) -> Void) -> HandlerToken {
    on(AnyNode.focusChange, perform: perform)
  }

  /// Calls `perform` when a pointer comes over the node or something in it, and when it goes away. Frame loop, no lock held.
  ///
  /// - Parameter perform: gets whether the pointer is there (``isHovered``).
  /// - Returns: what ``removeHandler(_:)`` takes.
  @discardableResult
  public func onHoverChange(_ perform: @escaping @Sendable (_ isHovered: Bool) -> Void) -> HandlerToken {
    on(AnyNode.hoverChange, perform: perform)
  }

  /// Calls `perform` when a node directly below becomes visible or stops being it. Frame loop, no lock held.
  @discardableResult
  public func onSubnodeVisibility(_ perform: @escaping @Sendable (SubnodeVisibility) -> Void) -> HandlerToken {
    on(AnyNode.subnodeVisibility, perform: perform)
  }

  /// Whether the node has been in a stage. While its type is told of the first step into one it is still false. Any thread.
  public var hasEnteredStage: Bool { observed.hasEnteredStage }

  /// Asked before keys, the program or a touch move the focus between nodes at or below this one, into them or out of them; false refuses the move.
  /// nil: allowed. Any thread; called on the frame loop, no lock held.
  ///
  /// Not asked where a node gives the focus up, leaves or is hidden, and where something appears that keeps the focus inside (``FocusScope/trap``).
  public var focusMoveRule: (@Sendable (FocusMove) -> Bool)? {
    get { lock.withLock { state.attachments?.focusMoveRule } }
    set {
      let newValue = newValue.map { StateScope.bound($0) }
      // What the former rule holds is released after the lock.
      let former = attach { attachments in
        defer { attachments.focusMoveRule = newValue }
        return attachments.focusMoveRule
      }
      withExtendedLifetime(former) {}
    }
  }
}
