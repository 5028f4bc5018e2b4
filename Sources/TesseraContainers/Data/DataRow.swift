internal import Tessera
internal import TesseraLayout

/// Row that a list creates from an item and a closure; the closure returns the node's spec. A changed item or state changes the spec, and
/// only the differences are measured and drawn again. Models that the closure reads are tracked, as in any spec.
struct DataRow: LifecycleType {
  /// State that the list keeps for the nodes below, which the first layout creates, and the content on the screen.
  final class Storage: NodeStorage {
    let kept = Locked<Kept?>(nil)
    /// Content of the newest adopted layout; it stays if the closure throws an error.
    let shown = Locked<(any LayoutElement)?>(nil)
    /// List that reports errors of the closure.
    private let list = Locked(WeakList())
    init() {}

    /// State in the list's form, and the function that gives it to the nodes.
    struct Kept: Sendable {
      let state: any Sendable
      let restore: @Sendable (AnyNode) -> Void
    }

    private struct WeakList: Sendable {
      weak var node: AnyNode?
    }

    /// Sets the list of the row.
    func setList(_ node: AnyNode) { list.withLock { $0.node = node } }

    fileprivate func report(_ error: any Error, of element: ListElement) {
      list.withLock { $0.node }?.report(.data, "the \(element) could not be created: \(error); it is unchanged")
    }
  }

  static let typeName = "data-row"
  static let traits: NodeTraits = .drawsNothing

  var content: DataRowContent?
  var state = ListItemState()

  /// By hand: a content that reads the state of its row is laid out with each state.
  static func invalidation(from old: DataRow, to new: DataRow) -> Invalidation {
    old.content != new.content || new.content?.usesState == true ? .layout : []
  }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    guard let content else { return nil }
    let storage = context.storage(of: Self.self)
    do {
      let element = try content.element(for: state)
      context.onAdoption { storage.shown.withLock { $0 = element } }
      return element
    } catch {
      storage.report(error, of: content.element)
      return storage.shown.withLock { $0 }
    }
  }

  static func layoutDidFinish(_ node: Node<DataRow>) {
    let kept = node.storage.kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    kept?.restore(node)
  }
}

/// Content that the program's closure returns for one element of a list. A value, equal only to itself and its copies; any thread.
struct DataRowContent: Sendable, Equatable {
  /// The element, for messages.
  let element: ListElement
  /// Whether the closure reads the state.
  let usesState: Bool
  private let build: @Sendable (ListItemState) throws -> [any LayoutElement]
  private let number = ListData.nextNumber()

  init(of element: ListElement, usesState: Bool, _ build: @escaping @Sendable (ListItemState) throws -> [any LayoutElement]) {
    self.element = element
    self.usesState = usesState
    self.build = build
  }

  /// Returns the content in `state`.
  /// - Throws: The error of the closure.
  func element(for state: ListItemState) throws -> any LayoutElement {
    let elements = try build(usesState ? state : ListItemState())
    return elements.count == 1 ? elements[0] : Column { elements }
  }

  static func == (a: DataRowContent, b: DataRowContent) -> Bool { a.number == b.number }
}
