internal import Tessera
internal import TesseraLayout

/// What a list makes of an item and a closure: a node whose spec is what the closure gives. An item that changed, or another state, is another spec, of which
/// only what differs is measured and drawn again; and what the closure reads of models is followed, as in any spec.
struct DataRow: LifecycleType {
  /// What the nodes below knew that are made by the first layout.
  final class Storage: NodeStorage {
    let kept = Locked<(row: KeptRow, give: @Sendable (AnyNode) -> Void)?>(nil)
    init() {}
  }

  static let typeName = "data-row"
  static let traits: NodeTraits = .drawsNothing

  var content: DataRowContent?
  var state = ListItemState()

  static func invalidation(from old: DataRow, to new: DataRow) -> Invalidation {
    old.content !== new.content || new.content?.usesState == true ? .layout : []
  }

  func layout(in context: LayoutContext) -> (any LayoutElement)? { content?.element(for: state) }

  static func layoutDidFinish(_ node: Node<DataRow>) {
    let kept = node.storage.kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    kept?.give(node)
  }
}

/// What the closure of a program makes of one item. Any thread.
final class DataRowContent: Sendable, Equatable {
  /// Whether the closure looks at the state.
  let usesState: Bool
  private let build: @Sendable (ListItemState) throws -> [any LayoutElement]
  private let report: @Sendable (any Error) -> Void
  private let last = Locked<(any LayoutElement)?>(nil)

  init(
    usesState: Bool, report: @escaping @Sendable (any Error) -> Void,
    _ build: @escaping @Sendable (ListItemState) throws -> [any LayoutElement]
  ) {
    self.usesState = usesState
    self.report = report
    self.build = build
  }

  /// Begins with what another showed last.
  func follow(_ former: DataRowContent?) {
    let shown = former?.last.withLock { $0 }
    last.withLock { $0 = shown }
  }

  /// What the row shows in `state`; where the closure throws, what it showed before.
  func element(for state: ListItemState) -> (any LayoutElement)? {
    do {
      let elements = try build(usesState ? state : ListItemState())
      let element: any LayoutElement = elements.count == 1 ? elements[0] : Column { elements }
      last.withLock { $0 = element }
      return element
    } catch {
      report(error)
      return last.withLock { $0 }
    }
  }

  static func == (a: DataRowContent, b: DataRowContent) -> Bool { a === b }
}
