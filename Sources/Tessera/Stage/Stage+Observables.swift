internal import CTesseraSystem

// Re-evaluation of nodes that read `@Observable` objects (``ObservableLooks``). Frame loop only.

extension Stage {
  func adoptObservable(_ note: ObservableNote) {
    guard note.node.isIn(link) else { return }
    loop.looks.record(note.node, note.kind, isChange: note.isChange, isOnLoop: note.thread == ts_thread_id(), at: clock.now)
  }

  /// Evaluates everything that is due again.
  func reevaluate() { for (node, kind) in loop.looks.dequeueDue(at: clock.now) { node.evaluateAgain(kind) } }

  /// Evaluates everything again that may have missed a change of another thread. Returns whether there was any.
  func reevaluateUnsettled() -> Bool {
    let unsettled = loop.looks.dequeueUnsettled()
    for (node, kind) in unsettled { node.evaluateAgain(kind) }
    return !unsettled.isEmpty
  }
}

extension AnyNode {
  fileprivate func evaluateAgain(_ kind: ReadTicket.Kind) {
    switch kind {
    case .layout: setNeedsLayout()
    case .display: setNeedsDisplay()
    case .binding: reevaluateBindings()
    // These hooks do not track `@Observable` objects.
    case .properties, .style: break
    }
  }
}
