/// What the program attached to a node: handlers of its signals, data, a say in focus moves. Made when the first is attached.
final class NodeAttachments: @unchecked Sendable {
  // @unchecked: everything is only touched with the lock of the one node that has it held.
  // In a cell: an access to what the lock guards needs no check for exclusivity when the program runs.
  private let members = Cell(Members())

  private struct Members {
    var handlers = SignalHandlers()
    var data: [ObjectIdentifier: any Sendable] = [:]
    var focusMoveRule: (@Sendable (FocusMove) -> Bool)?
    var description: Described?
    var taps: GestureRecognizer?
    /// Recognizes fingers that rest and ask for a menu.
    var presses: GestureRecognizer?
    var environment: OwnEnvironment?
    var states: NodeStates?
    var bindings: [AnyKeyPath: NodeBinding] = [:]
    var staleBindings: [NodeBinding] = []
    var readsObservables: Set<ObjectIdentifier> = []
    var tasks: [NodeTask] = []
  }

  var handlers: SignalHandlers {
    @inline(__always) get { members.value.handlers }
    @inline(__always) _modify { yield &members.value.handlers }
  }
  var data: [ObjectIdentifier: any Sendable] {
    @inline(__always) get { members.value.data }
    @inline(__always) _modify { yield &members.value.data }
  }
  var focusMoveRule: (@Sendable (FocusMove) -> Bool)? {
    @inline(__always) get { members.value.focusMoveRule }
    @inline(__always) _modify { yield &members.value.focusMoveRule }
  }

  /// What the spec that names the node says of it; nil where it says nothing but the value.
  var description: Described? {
    get { members.value.description }
    set { members.value.description = newValue }
  }
  /// Turns taps of a finger into signals.
  var taps: GestureRecognizer? {
    get { members.value.taps }
    set { members.value.taps = newValue }
  }
  /// Recognizes fingers that rest and ask for a menu.
  var presses: GestureRecognizer? {
    get { members.value.presses }
    set { members.value.presses = newValue }
  }

  /// What the node says for itself and all below it.
  var environment: OwnEnvironment? {
    get { members.value.environment }
    _modify { yield &members.value.environment }
  }
  /// States that the value of the node declares.
  var states: NodeStates? {
    get { members.value.states }
    set { members.value.states = newValue }
  }
  /// Properties that follow models.
  var bindings: [AnyKeyPath: NodeBinding] {
    @inline(__always) get { members.value.bindings }
    @inline(__always) _modify { yield &members.value.bindings }
  }
  /// Those that the loop is to bring up to date, and those that read `@Observable` objects.
  var staleBindings: [NodeBinding] {
    @inline(__always) get { members.value.staleBindings }
    @inline(__always) _modify { yield &members.value.staleBindings }
  }
  var readsObservables: Set<ObjectIdentifier> {
    @inline(__always) get { members.value.readsObservables }
    @inline(__always) _modify { yield &members.value.readsObservables }
  }

  /// Forgets what is noted of a binding that ends.
  func forget(_ binding: NodeBinding) {
    staleBindings.removeAll { $0 === binding }
    readsObservables.remove(ObjectIdentifier(binding))
  }

  /// Work that goes on while the node is near.
  var tasks: [NodeTask] {
    @inline(__always) get { members.value.tasks }
    @inline(__always) _modify { yield &members.value.tasks }
  }

  /// What is kept of a description.
  struct Described {
    let hasContent: Bool
    let hasEnvironment: Bool
    /// The node whose spec has the container; nil for a node without children of a builder.
    weak var contentOwner: AnyNode?
  }

  /// Which events anything here listens to.
  var observed: ObservedEvents {
    var events = handlers.observed
    if focusMoveRule != nil { events.insert(.focusMove) }
    if !tasks.isEmpty { events.insert(.task) }
    return events
  }
}
