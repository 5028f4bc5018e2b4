/// What the program attached to a node: handlers of its signals, data, a say in focus moves. Made when the first is attached.
final class NodeAttachments: @unchecked Sendable {
  // @unchecked: everything is only touched with the lock of the one node that has it held.
  // Exclusive access needs no check for the same reason.
  @exclusivity(unchecked) var handlers = SignalHandlers()
  @exclusivity(unchecked) var data: [ObjectIdentifier: any Sendable] = [:]
  @exclusivity(unchecked) var focusMoveRule: (@Sendable (FocusMove) -> Bool)?

  /// Which events anything here listens to.
  var observed: ObservedEvents {
    var events = handlers.observed
    if focusMoveRule != nil { events.insert(.focusMove) }
    return events
  }
}
