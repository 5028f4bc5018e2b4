public import TesseraGeometry

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

  /// Request for a context menu at a point of the node's box (logical units): by the right mouse button, or by a finger that rests on it.
  public static let contextMenu = Signal<Point>("contextMenu")

  /// Calls `perform` with a point of the node's box, logical units, when the user requests a context menu there: by the right mouse button
  /// or by a finger that rests. Editable and selectable text shows its own menu. Any thread.
  ///
  /// `perform` runs on the loop, with no lock held. Capture the node weakly, because the node retains the handler.
  @discardableResult
  public func onContextMenu(_ perform: @escaping @Sendable (_ location: Point) -> Void) -> HandlerToken {
    if let recognizer = contextMenuRecognizer() { addRecognizer(recognizer) }
    return on(AnyNode.contextMenu, perform: perform)
  }

  /// Returns the recognizer of resting fingers if the node has none yet.
  private func contextMenuRecognizer() -> GestureRecognizer? {
    attach { attachments -> GestureRecognizer? in
      guard attachments.presses == nil else { return nil }
      let made = GestureRecognizer(FingerPressGesture()) { press in
        if press.phase == .began { press.node.send(AnyNode.contextMenu, press.reading.location) }
      }
      attachments.presses = made
      return made
    }
  }

  /// Returns the recognizer that sends ``tap`` for a finger; nil for types that send it themselves. Without handlers the signal has no effect.
  func tapRecognizer() -> GestureRecognizer? {
    guard !descriptor.traits.contains(.sendsTaps) else { return nil }
    return attach { attachments -> GestureRecognizer in
      if let known = attachments.taps { return known }
      let made = GestureRecognizer(TapGesture()) { if $0.node.environmentValues.isEnabled { $0.node.send(AnyNode.tap) } }
      attachments.taps = made
      return made
    }
  }

  /// Calls `perform` when the node is activated: by a finger, or by Enter or Space while it has the focus. Any thread.
  ///
  /// `perform` runs on the loop, no lock held. Capture the node weakly: it retains the handler.
  @discardableResult
  public func onTap(_ perform: @escaping @Sendable () -> Void) -> HandlerToken {
    if let recognizer = tapRecognizer() { addRecognizer(recognizer) }
    defer { setNeedsSemantics() }
    return on(AnyNode.tap, perform: perform)
  }
}
