internal import TesseraBase

/// State of a node, declared in its value type: whether a card is open, which day is selected.
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
/// The framework keeps one state for each node and declaration. It lives as long as the node, regardless of the values from its parent's spec, and is
/// no part of the value. Two nodes with copies of a value have separate states. States are ignored when values are compared. A change invalidates
/// the code of that node that read the state.
///
/// It is accessible in `layout`, `size` and `draw`, in handlers of elements that `layout` made, in code that `onMake` attaches to their nodes, and in
/// tasks started by these. Rows of lists, screens and other nodes created by such code also belong to the node. Of nested nodes of the same type the
/// innermost counts. As a member of the node (`node.isOpen.toggle()`) it is accessible anywhere.
///
/// Code on threads of the program must capture ``projectedValue`` (`$isOpen`), which refers to its node. Elsewhere the node is unknown: reading
/// returns the initial value, setting does nothing, and both are reported to standard error, once for each declaration.
@propertyWrapper
public struct NodeState<Value: Sendable & Equatable>: Sendable, Equatable {
  private let initial: Value
  let place: StatePlace

  /// Declares a state with an initial value. File, line and column identify the declaration.
  public init(wrappedValue: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    initial = wrappedValue
    place = StatePlace(file: file, line: line, column: column)
  }

  /// The state of the node that the code runs for. Any thread.
  public var wrappedValue: Value {
    get { cell?.value ?? valueWithoutNode }
    nonmutating set {
      guard let cell else { return setWithoutNode() }
      // Compared first, so that an equal value invalidates nothing.
      let isOther = ChangeTracking.untracked { cell.value != newValue }
      if isOther { cell.value = newValue }
    }
  }

  /// A binding to the state of the node that the code runs for, to pass to subnodes or tasks.
  public var projectedValue: Binding<Value> {
    guard let cell else { return Binding(get: { valueWithoutNode }, set: { _ in setWithoutNode() }) }
    return Binding(cell, \.value)
  }

  private var cell: Model<Value>? { StateOwners.owner(of: place)?.states.cell(at: place, initial) }

  private var valueWithoutNode: Value {
    Complaints.report(
      "the state declared at \(place) was read outside of a node's code, which returns its initial value; capture its `$` for later code, or read the member of a node"
    )
    return initial
  }

  private func setWithoutNode() {
    Complaints.report(
      "the state declared at \(place) was set outside of a node's code, which has no effect; capture its `$` for later code, or set the member of a node"
    )
  }

  /// States are ignored when values are compared.
  public static func == (a: NodeState, b: NodeState) -> Bool { true }
}

/// A state of any type, as found in a value.
protocol DeclaredState {
  var place: StatePlace { get }
}

extension NodeState: DeclaredState {}

/// Source location of a state's declaration. A value.
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

  /// Returns the places of the states in a value, including those of its members and their elements.
  static func all(in value: Any) -> [StatePlace] {
    var places: [StatePlace] = []
    var waiting: [Any] = [value]
    // A value with more parts is data.
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

  /// Returns whether the state declared at a place has been accessed.
  func contains(_ place: StatePlace) -> Bool { cells.withLock { $0[place] != nil } }

  /// Returns the state declared at a place; the first access creates it with its initial value.
  func cell<Value: Sendable & Equatable>(at place: StatePlace, _ initial: Value) -> Model<Value> {
    cells.withLock { cells in
      if let cell = cells[place] as? Model<Value> { return cell }
      let cell = Model(initial)
      cells[place] = cell
      return cell
    }
  }
}
