internal import TesseraBase

/// State that belongs to a node, declared in the value that it shows: whether a card is open, which day is chosen.
///
/// ```swift
/// struct Card: NodeType {
///   static let typeName = "card"
///   var title = ""
///   @NodeState var isOpen = false
///
///   func layout(in context: LayoutContext) -> (any LayoutElement)? {
///     Column {
///       Text(title).onTap { isOpen.toggle() }
///       if isOpen { Text("more") }
///     }
///   }
/// }
/// ```
///
/// The framework keeps one for each node and declaration. It lives as long as the node, whatever values its parent's spec gives it, and is no part of the value:
/// copies of a value given to two nodes have a state each, and states do not count when values are compared. A change has done again, in that node, what read the
/// state.
///
/// It is reached in `layout`, `size` and `draw`, in handlers of elements that `layout` made, in what `onMake` attaches to their nodes, and in tasks that these start. Rows of lists,
/// screens and other nodes that such code makes belong to the node, too. Of nodes of the same type in one another the innermost counts. As a member of the node
/// (`node.isOpen.toggle()`) it is reached anywhere.
///
/// Code that runs on threads of the program takes ``projectedValue`` along (`$isOpen`), which refers to its node. Elsewhere no node is known: reading gives the first value, setting does
/// nothing, and both are reported to standard error, once for each declaration.
@propertyWrapper
public struct NodeState<Value: Sendable & Equatable>: Sendable, Equatable {
  private let initial: Value
  let place: StatePlace

  /// Declares a state that begins with a value. File, line and column tell declarations apart.
  public init(wrappedValue: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    initial = wrappedValue
    place = StatePlace(file: file, line: line, column: column)
  }

  /// The state of the node that the code runs for. Any thread.
  public var wrappedValue: Value {
    get { cell?.value ?? valueWithoutNode }
    nonmutating set {
      guard let cell else { return setWithoutNode() }
      // Asked first, so that a value that is no other has nothing done again.
      let isOther = ChangeTracking.untracked { cell.value != newValue }
      if isOther { cell.value = newValue }
    }
  }

  /// The state of the node that the code runs for, to be handed to others: to subnodes, to tasks. It refers to its node.
  public var projectedValue: Binding<Value> {
    guard let cell else { return Binding(get: { valueWithoutNode }, set: { _ in setWithoutNode() }) }
    return Binding(cell, \.value)
  }

  private var cell: Model<Value>? { StateOwners.owner(of: place)?.states.cell(at: place, initial) }

  private var valueWithoutNode: Value {
    Complaints.tell(
      "the state declared at \(place) was read where no node is known, which gives its first value; take `$` along into code that runs later, or read the member of a node"
    )
    return initial
  }

  private func setWithoutNode() {
    Complaints.tell(
      "the state declared at \(place) was set where no node is known, which does nothing; take `$` along into code that runs later, or set the member of a node"
    )
  }

  /// States do not count when values are compared.
  public static func == (a: NodeState, b: NodeState) -> Bool { true }
}

/// A state whatever its type, as it is found in a value.
protocol DeclaredState {
  var place: StatePlace { get }
}

extension NodeState: DeclaredState {}

/// Where a state is declared. A value.
struct StatePlace: Hashable, Sendable, CustomStringConvertible {
  let file: StaticString
  let line: UInt
  let column: UInt

  static func == (a: StatePlace, b: StatePlace) -> Bool {
    a.line == b.line && a.column == b.column && (a.file.utf8Start == b.file.utf8Start || a.file.description == b.file.description)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }

  var description: String { "\(file):\(line)" }

  /// Places of the states that a value has, those of its members and their elements included.
  static func all(in value: Any) -> [StatePlace] {
    var places: [StatePlace] = []
    var waiting: [Any] = [value]
    // A value of that many parts is data.
    var parts = 256
    while let next = waiting.popLast(), parts > 0 {
      parts -= 1
      if let state = next as? any DeclaredState {
        places.append(state.place)
        continue
      }
      let mirror = Mirror(reflecting: next)
      guard mirror.displayStyle != .class else { continue }
      waiting += mirror.children.prefix(parts).map(\.value)
    }
    return places
  }
}

/// The states of one node. Any thread.
final class NodeStates: Sendable {
  private let cells = Locked<[StatePlace: any Sendable]>([:])

  /// Whether the state that is declared at a place was asked for.
  func contains(_ place: StatePlace) -> Bool { cells.withLock { $0[place] != nil } }

  /// The state that is declared at a place, made with its first value where nobody has asked for it.
  func cell<Value: Sendable & Equatable>(at place: StatePlace, _ initial: Value) -> Model<Value> {
    cells.withLock { cells in
      if let cell = cells[place] as? Model<Value> { return cell }
      let cell = Model(initial)
      cells[place] = cell
      return cell
    }
  }
}
