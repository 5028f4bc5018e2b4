public import Tessera
public import TesseraGeometry

/// Scroll state of a list, for nodes in its rows that follow it, such as a parallax image or a video that pauses. A value.
public struct CellScroll: Sendable, Hashable {
  /// Phase of the movement.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The user started to drag the content, or an animation started.
    case began
    /// The content moved.
    case moved
    /// The content is at rest.
    case ended
  }
  /// Phase of the movement.
  public let phase: Phase
  /// Frame of the row or item in the list's viewport, logical units; parts of it may be outside.
  public let frame: Rect
  /// Size of the viewport.
  public let viewport: Size
}

extension AnyNode {
  /// Sent to a row's or item's node while its list moves. The receiver is the node that the list's source created.
  public static let cellScroll = Signal<CellScroll>("cellScroll")

  /// Calls `perform` each time the list scrolls while this node is one of its visible rows or items. Frame loop, no lock held.
  ///
  /// Only the node that the source created for the row or item receives it.
  @discardableResult
  public func onCellScroll(_ perform: @escaping @Sendable (CellScroll) -> Void) -> HandlerToken {
    on(AnyNode.cellScroll, perform: perform)
  }
}

/// List node that sends scroll events to its cells.
protocol CellNotifying: AnyNode {
  func notifyCells(_ phase: CellScroll.Phase)
}
