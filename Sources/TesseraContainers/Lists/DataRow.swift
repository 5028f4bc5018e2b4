internal import Tessera
internal import TesseraLayout

/// Row that a list creates from an item and a closure; the closure returns the node's spec. A changed item or state changes the spec, and
/// only the differences are measured and drawn again. Models that the closure reads are tracked, as in any spec.
struct DataRow: LifecycleType {
  /// State of the nodes below, which the first layout creates.
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

/// Content that the program's closure returns for one item. Any thread.
final class DataRowContent: Sendable, Equatable {
  /// Whether the closure reads the state.
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

  /// Starts with the content that `former` showed last.
  func follow(_ former: DataRowContent?) {
    let shown = former?.last.withLock { $0 }
    last.withLock { $0 = shown }
  }

  /// Content of the row in `state`. If the closure throws, the previous content is kept.
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
