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
/// It is reached in `layout`, `size` and `draw`, in handlers of elements that `layout` made, and as a member of the node (`node.isOpen.toggle()`) in `handle` and elsewhere.
/// Code that runs by itself later, such as a `Task`, takes ``projectedValue`` along (`$isOpen`), which knows its node. Elsewhere there is no node: reading gives the first
/// value, and setting is reported to standard error.
@propertyWrapper
public struct NodeState<Value: Sendable & Equatable>: Sendable, Equatable {
  private let initial: Value
  private let place: StatePlace

  /// Declares a state that begins with a value. File, line and column tell declarations apart.
  public init(wrappedValue: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    initial = wrappedValue
    place = StatePlace(file: file, line: line, column: column)
  }

  /// The state of the node that the code runs for. Any thread.
  public var wrappedValue: Value {
    get { cell?.value ?? initial }
    nonmutating set {
      guard let cell else {
        return standardError(
          "tessera: the state declared at \(place) was set where no node is known; take `$` along into code that runs later, or set the member of a node\n"
        )
      }
      // Asked first, so that a value that is no other has nothing done again.
      let isOther = ChangeTracking.untracked { cell.value != newValue }
      if isOther { cell.value = newValue }
    }
  }

  /// The state of the node that the code runs for, to be handed to others: to subnodes, to tasks. It knows its node.
  public var projectedValue: Binding<Value> {
    guard let cell else { return Binding(get: { [initial] in initial }, set: { _ in }) }
    return Binding(cell, \.value)
  }

  private var cell: Model<Value>? { StateOwners.current?.states.cell(at: place, initial) }

  /// States do not count when values are compared.
  public static func == (a: NodeState, b: NodeState) -> Bool { true }
}

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
}

/// The states of one node. Any thread.
final class NodeStates: Sendable {
  private let cells = Locked<[StatePlace: any Sendable]>([:])

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

/// What has states and an environment: a node.
protocol StateOwner: ChangeReader {
  var states: NodeStates { get }
  var environmentValues: EnvironmentValues { get }
}

/// Which node code runs for: the one that evaluates it, or the one whose spec made the handler that runs.
enum StateOwners {
  /// On the stack of whoever runs a handler.
  private struct Frame {
    let owner: any StateOwner
    /// What the thread evaluated when the frame began: an evaluation that began in it has an owner of its own.
    let evaluation: UnsafeMutableRawPointer?
  }

  static var current: (any StateOwner)? {
    if let frame = ThreadReader.owner?.assumingMemoryBound(to: Frame.self), frame.pointee.evaluation == ThreadReader.current {
      return frame.pointee.owner
    }
    return ChangeTracking.current?.pointee.reader.owner
  }

  /// Runs `body` for `owner`.
  static func with<Answer>(_ owner: any StateOwner, _ body: () throws -> Answer) rethrows -> Answer {
    var frame = Frame(owner: owner, evaluation: ThreadReader.current)
    return try withUnsafeMutablePointer(to: &frame) { frame in
      let outer = ThreadReader.owner
      ThreadReader.owner = UnsafeMutableRawPointer(frame)
      defer { ThreadReader.owner = outer }
      return try body()
    }
  }
}
