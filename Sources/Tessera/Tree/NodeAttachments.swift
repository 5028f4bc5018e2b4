/// Attachments of the program to a node: handlers of its signals, data, a rule for focus moves. Created with the first attachment.
final class NodeAttachments: @unchecked Sendable {
  // @unchecked: the cell checks the lock of the one node that has the attachments.
  private let members: GuardedCell<Members>

  /// - Parameter holder: Holder of the node's lock.
  init(_ holder: LockHolder) { members = GuardedCell(Members(), holder) }

  private struct Members {
    var handlers = SignalHandlers()
    var data: [ObjectIdentifier: any Sendable] = [:]
    var focusMoveRule: (@Sendable (FocusMove) -> Bool)?
    var description: Described?
    var taps: GestureRecognizer?
    /// Recognizes long presses that open a menu.
    var presses: GestureRecognizer?
    var environment: OwnEnvironment?
    var states: NodeStates?
    var bindings: [AnyKeyPath: NodeBinding] = [:]
    var staleBindings: [NodeBinding] = []
    var readsObservables: Set<ObjectIdentifier> = []
    var tasks: [NodeTask] = []
    var drags: GestureRecognizer?
    var contentDrawing: NodeContentDrawing?
    var press: InteractionState?
    var pressTimer: StageTimer?
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

  /// The node's description in its spec; nil if that consists only of the value.
  var description: Described? {
    get { members.value.description }
    set { members.value.description = newValue }
  }
  /// Recognizes taps of a finger and sends the signal.
  var taps: GestureRecognizer? {
    get { members.value.taps }
    set { members.value.taps = newValue }
  }
  /// Recognizes long presses that open a menu.
  var presses: GestureRecognizer? {
    get { members.value.presses }
    set { members.value.presses = newValue }
  }

  /// Recognizes drags and sends the signal.
  var drags: GestureRecognizer? {
    get { members.value.drags }
    set { members.value.drags = newValue }
  }

  /// Drawing of the program around the content.
  var contentDrawing: NodeContentDrawing? {
    get { members.value.contentDrawing }
    set { members.value.contentDrawing = newValue }
  }

  /// Environment values that the node sets for itself and all below it.
  var environment: OwnEnvironment? {
    get { members.value.environment }
    _modify { yield &members.value.environment }
  }
  /// States that the value of the node declares.
  var states: NodeStates? {
    get { members.value.states }
    set { members.value.states = newValue }
  }
  /// Properties bound to models.
  var bindings: [AnyKeyPath: NodeBinding] {
    @inline(__always) get { members.value.bindings }
    @inline(__always) _modify { yield &members.value.bindings }
  }
  /// Bindings that the loop must refresh, and those that read `@Observable` objects.
  var staleBindings: [NodeBinding] {
    @inline(__always) get { members.value.staleBindings }
    @inline(__always) _modify { yield &members.value.staleBindings }
  }
  var readsObservables: Set<ObjectIdentifier> {
    @inline(__always) get { members.value.readsObservables }
    @inline(__always) _modify { yield &members.value.readsObservables }
  }

  /// Removes the records of a binding that ends.
  func forget(_ binding: NodeBinding) {
    staleBindings.removeAll { $0 === binding }
    readsObservables.remove(ObjectIdentifier(binding))
  }

  /// Tasks that run while the node is near the screen.
  var tasks: [NodeTask] {
    @inline(__always) get { members.value.tasks }
    @inline(__always) _modify { yield &members.value.tasks }
  }

  /// Press, hover and focus of a pressable node; nil before its first event.
  var press: InteractionState? {
    get { members.value.press }
    set { members.value.press = newValue }
  }
  /// Starts and ends the shown press.
  var pressTimer: StageTimer? {
    get { members.value.pressTimer }
    set { members.value.pressTimer = newValue }
  }

  /// Kept facts of a description.
  struct Described {
    let hasContent: Bool
    let hasEnvironment: Bool
    let hasDrawing: Bool
    /// The node whose spec has the container; nil for a node without children of a builder.
    weak var contentOwner: AnyNode?
  }

  /// Events that any attachment observes.
  var observed: ObservedEvents {
    var events = handlers.observed
    if focusMoveRule != nil { events.insert(.focusMove) }
    if !tasks.isEmpty { events.insert(.task) }
    return events
  }
}
