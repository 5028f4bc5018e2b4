internal import Tessera
internal import TesseraGeometry

/// The node of an element that is near the screen, and where it lies. A value.
struct ListCell: Sendable {
  /// What it shows; another one after changes of the data.
  var element: ListElement
  private let nodes: Nodes
  /// Where it lies, in the coordinates of the list's subnodes.
  var frame = Rect.zero
  /// What it measured; nil: it is new.
  var size: Size?
  /// What is over what.
  var zIndex = 0
  /// Whether it was reported as too large.
  var isReported = false

  init(_ element: ListElement, node: AnyNode, host: AnyNode) {
    self.element = element
    nodes = Nodes(node: node, host: host)
  }

  /// What the source made.
  var node: AnyNode { nodes.node }
  /// The subnode of the list: the node, or what the list puts around it.
  var host: AnyNode { nodes.host }

  /// One reference in place of two: cells are copied often, and retaining a node, to which there are weak references, takes several times as long.
  private final class Nodes: Sendable {
    let node: AnyNode
    let host: AnyNode

    init(node: AnyNode, host: AnyNode) { (self.node, self.host) = (node, host) }
  }

  /// The order in which cells are painted: those on top last, else that of the list.
  func isBelow(_ other: ListCell) -> Bool {
    if zIndex != other.zIndex { return zIndex < other.zIndex }
    if case .item(let own) = element, case .item(let its) = other.element {
      return own.section != its.section ? own.section < its.section : own.item < its.item
    }
    return element.order < other.element.order
  }
}

extension ListElement {
  /// Its place among all elements.
  var order: (Int, Int, Int, String) {
    switch self {
    case .header(let section): (section, -1, 0, "")
    case .item(let index): (index.section, index.item, 0, "")
    case .supplementary(let kind, let index): (index.section, index.item, 1, kind)
    case .footer(let section): (section, .max, 0, "")
    }
  }
}

/// What a list counts. A value.
public struct ListStatistics: Sendable, Hashable {
  /// Nodes made of the data.
  public var made = 0
  /// Nodes that could not be made.
  public var failed = 0
  /// Nodes that were let go of because they were far from the screen.
  public var dropped = 0
  /// Sizes that were measured and not known before.
  public var measured = 0
  /// Elements that were in view in a frame and had no node yet: an empty place was shown.
  public var placeholders = 0
  /// Nodes that there are now.
  public var cells = 0
  /// Elements without nodes of which something is remembered: what was typed in them, where they were scrolled to. At most 4,096.
  public var kept = 0
  /// How often an element left of which something was to be remembered, and there was no room.
  public var forgotten = 0

  /// Makes counts of nothing.
  public init() {}
}

/// What stays where it is when the data of a list changes.
public enum ListAnchoring: String, Sendable, CaseIterable, Hashable {
  /// What is in view; but where the content's start is in view, that stays there, so that what comes before it is seen.
  case automatic
  /// What is in view, whatever comes before it.
  case always
  /// As `automatic` with the content's end in place of its start: what comes after it is seen, as in a chat.
  case end
  /// The distance from the content's start.
  case none
}
