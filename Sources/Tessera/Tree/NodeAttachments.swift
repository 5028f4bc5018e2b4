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

  /// What is kept of a description.
  struct Described {
    let hasContent: Bool
  }

  /// Which events anything here listens to.
  var observed: ObservedEvents {
    var events = handlers.observed
    if focusMoveRule != nil { events.insert(.focusMove) }
    return events
  }
}
