internal import Tessera
internal import TesseraGeometry

/// Node of an element near the viewport, and its frame. A value.
struct ListCell: Sendable {
  /// Element of the cell; it changes when the data change.
  var element: ListElement
  private let nodes: Nodes
  /// Frame in the coordinates of the list's subnodes.
  var frame = Rect.zero
  /// Measured size; nil means not measured yet.
  var size: Size?
  /// Stacking order.
  var zIndex = 0
  /// Values of the layout that the node shows.
  var values: [String: AttributeValue] = [:]
  /// Whether it was reported as too large.
  var isReported = false

  init(_ element: ListElement, node: AnyNode, host: AnyNode) {
    self.element = element
    nodes = Nodes(node: node, host: host)
  }

  /// Node that the source created.
  var node: AnyNode { nodes.node }
  /// Subnode of the list: the node, or the node that the list wraps around it.
  var host: AnyNode { nodes.host }

  /// One reference instead of two: cells are copied often, and retaining a node, which is weakly referenced, takes several times as long.
  private final class Nodes: Sendable {
    let node: AnyNode
    let host: AnyNode

    init(node: AnyNode, host: AnyNode) { (self.node, self.host) = (node, host) }
  }

  /// Paint order of cells: topmost cells last, otherwise the order of the list.
  func isBelow(_ other: ListCell) -> Bool {
    if zIndex != other.zIndex { return zIndex < other.zIndex }
    if case .item(let own) = element, case .item(let its) = other.element {
      return own.section != its.section ? own.section < its.section : own.item < its.item
    }
    return element.order < other.element.order
  }
}

extension ListElement {
  /// Sort key among all elements.
  var order: (Int, Int, Int, String) {
    switch self {
    case .header(let section): (section, -1, 0, "")
    case .item(let index): (index.section, index.item, 0, "")
    case .supplementary(let kind, let index): (index.section, index.item, 1, kind)
    case .footer(let section): (section, .max, 0, "")
    }
  }
}

/// Counters of a list. A value.
public struct ListStatistics: Sendable, Hashable {
  /// Nodes created from the data.
  public var made = 0
  /// Nodes whose creation failed.
  public var failed = 0
  /// Nodes released because they were far from the viewport.
  public var dropped = 0
  /// Measured sizes that were unknown before.
  public var measured = 0
  /// Elements that were visible in a frame without a node, and shown as an empty place.
  public var placeholders = 0
  /// Current number of nodes.
  public var cells = 0
  /// Elements without nodes whose state is kept, such as typed text and scroll offsets. At most 4,096.
  public var kept = 0
  /// Number of removed elements whose state was not kept because the limit was reached.
  public var forgotten = 0

  /// Creates counters of 0.
  public init() {}
}

/// Scroll anchor while the data of a list change.
public enum ListAnchoring: String, Sendable, CaseIterable, Hashable {
  /// Keeps visible content in place. If the start of the content is visible, keeps the start in place, so that insertions before it become
  /// visible.
  case automatic
  /// Keeps visible content in place, whatever is inserted before it.
  case always
  /// Like `automatic` with the end of the content instead of its start, so that appended content becomes visible, as in a chat.
  case end
  /// Keeps the distance from the start of the content.
  case none
}
