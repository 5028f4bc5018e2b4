public import TesseraGeometry

// Events of nodes of every type. The hook of the node's type is called first, then handlers in the order in which they were added.

extension AnyNode {
  /// Activated: a button or similar control by a finger or a key; any other node that the program made focusable (``Focusability/always``) by Enter
  /// or Space.
  public static let tap = Signal<Void>("tap")

  /// One step from one interface state to the next.
  public static let interfaceStateChange = Signal<InterfaceStateChange>("interfaceStateChange", .interfaceState)
  /// The node entered a stage: its size is known.
  public static let stageEntry = Signal<StageEntry>("stageEntry", .stage)
  /// The node left its stage.
  public static let stageExit = Signal<Void>("stageExit", .stage)

  /// A layout changed the node's frame or safe-area insets, or the frame of one of its subnodes. All nodes have the frames of that layout. The
  /// payload is the frame.
  public static let layoutFinish = Signal<Rect>("layoutFinish", .layout)

  /// Content of the node was drawn and put in place.
  public static let draw = Signal<Void>("draw", .draw)
  /// The node's content could not be drawn, for example because a file is damaged; the content shown before stays. The payload is the reason.
  public static let drawFailure = Signal<String>("drawFailure", .drawFailure)
  /// A draw of a node directly below began or ended.
  public static let subnodeDraw = Signal<SubnodeDraw>("subnodeDraw", .subnodeDraw)
  /// The last running or waiting draw at and below the node ended: all content near the screen is drawn.
  public static let subtreeDraw = Signal<Void>("subtreeDraw", .subtreeDraw)

  /// The node must load its data: it entered the preload range, or the program called ``setNeedsPreload()``.
  public static let preload = Signal<Void>("preload", .loading)
  /// The node must release loaded data: it left the preload range, or the program called ``clearPreloaded()``.
  public static let preloadClear = Signal<Void>("preloadClear", .loading)

  /// The node took (true) or lost (false) the focus.
  public static let focusChange = Signal<Bool>("focusChange", .focus)

  /// A pointer entered the node or its content while no button was held (true), or left it. Fingers do not hover.
  public static let hoverChange = Signal<Bool>("hoverChange", .hover)

  /// A node directly below became visible or invisible: a row of a table, a page of a pager.
  public static let subnodeVisibility = Signal<SubnodeVisibility>("subnodeVisibility", .subnodeVisibility)
}

/// Begin or end of a subnode's draw.
public struct SubnodeDraw: Sendable, Hashable {
  /// Progress of the draw.
  public enum Phase: String, Sendable, CaseIterable, Hashable {
    /// It was submitted.
    case began
    /// Its content is in place.
    case finished
    /// It failed.
    case failed
    /// The draw was discarded; a newer one follows if the node is still near the screen.
    case cancelled
  }
  /// The subnode.
  public let subnode: AnyNode
  /// Progress of the draw.
  public let phase: Phase
}

/// Change of a subnode's visibility.
public struct SubnodeVisibility: Sendable, Hashable {
  /// The subnode.
  public let subnode: AnyNode
  /// Whether it is visible now.
  public let isVisible: Bool
}
