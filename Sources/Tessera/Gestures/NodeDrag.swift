public import TesseraGeometry

/// Step of a drag of a node by a finger. A value.
public struct NodeDrag: Sendable, Hashable {
  /// Began, changed, ended or cancelled.
  public let phase: GesturePhase
  /// Location of the finger, logical units of the node's box at the time of the touch.
  public let location: Point
  /// Movement since the drag began, logical units.
  public let translation: Point
  /// Velocity of the finger, logical units a second.
  public let velocity: Point
}

extension AnyNode {
  /// A finger drags the node: it moved by more than the slop of a tap, and no other gesture took it.
  public static let drag = Signal<NodeDrag>("drag")
  /// The shown press of a pressable node began (true) or ended.
  public static let pressChange = Signal<Bool>("pressChange")

  /// Calls `perform` at each step of a drag of the node. Any thread.
  ///
  /// `perform` runs on the loop, no lock held. Capture the node weakly: it retains the handler.
  @discardableResult
  public func onDrag(_ perform: @escaping @Sendable (NodeDrag) -> Void) -> HandlerToken {
    let recognizer = attach { attachments -> GestureRecognizer? in
      guard attachments.drags == nil else { return nil }
      let made = GestureRecognizer(PanGesture()) { event in
        guard event.node.environmentValues.isEnabled else { return }
        let reading = event.reading
        event.node.send(
          AnyNode.drag,
          NodeDrag(phase: event.phase, location: reading.location, translation: reading.translation, velocity: reading.velocity))
      }
      attachments.drags = made
      return made
    }
    if let recognizer { addRecognizer(recognizer) }
    return on(AnyNode.drag, perform: perform)
  }
}
