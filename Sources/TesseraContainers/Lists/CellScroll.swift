public import Tessera
public import TesseraGeometry

/// How the list around a node moves, for a node in a row that wants to follow: a picture that moves more slowly, a video that stops. A value.
public struct CellScroll: Sendable, Hashable {
  /// What happened.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// A finger took hold of the content, or it began to move by itself.
    case began
    /// The content moved.
    case moved
    /// The content is at rest.
    case ended
  }
  /// What happened.
  public let phase: Phase
  /// Where the row or item lies in the list's window, logical units; parts of it may be outside.
  public let frame: Rect
  /// The size of the window.
  public let viewport: Size
}

extension AnyNode {
  /// The list that the node is a row or an item of moves; sent to the nodes that the source of the list made.
  public static let cellScroll = Signal<CellScroll>("cellScroll")

  /// Calls `perform` each time that the list moves which shows this node as a row or an item, while that is in view. Frame loop, no lock held.
  ///
  /// It is told to the node that the list was given for the row or the item.
  @discardableResult
  public func onCellScroll(_ perform: @escaping @Sendable (CellScroll) -> Void) -> HandlerToken {
    on(AnyNode.cellScroll, perform: perform)
  }
}

/// A node that shows a list, for what is told to its cells.
protocol CellTelling: AnyNode {
  func tellCells(_ phase: CellScroll.Phase)
}

extension Node: CellTelling where Value: ListType {
  /// Tells the nodes of the elements in view that follow it how the list moves. Loop.
  func tellCells(_ phase: CellScroll.Phase) {
    let offset = physics.state.offset
    let viewport = frame.size
    let window = Rect(origin: offset, size: viewport)
    for (node, place) in storage.list.state.withLock({ state in state.cells.all.map { ($0.node, $0.frame) } })
    where place.intersects(window) && node.hasHandlers(for: AnyNode.cellScroll) {
      node.send(AnyNode.cellScroll, CellScroll(phase: phase, frame: place.offset(by: offset * -1), viewport: viewport))
    }
  }
}
