internal import CTesseraSystem

// Second looks at what reads `@Observable` objects (``ObservableLooks``). Frame loop only.

extension Stage {
  func adoptObservable(_ note: ObservableNote) {
    guard note.node.isIn(link) else { return }
    loop.looks.note(note.node, note.kind, isChange: note.isChange, isOnLoop: note.thread == ts_thread_id(), at: clock.now)
  }

  /// Has what is due evaluated again.
  func lookAgain() { for (node, kind) in loop.looks.takeDue(at: clock.now) { node.evaluateAgain(kind) } }

  /// Has everything evaluated again that may have missed a change of another thread. Returns whether there was any.
  func lookAgainAtUnsettled() -> Bool {
    let unsettled = loop.looks.takeUnsettled()
    for (node, kind) in unsettled { node.evaluateAgain(kind) }
    return !unsettled.isEmpty
  }
}

extension AnyNode {
  fileprivate func evaluateAgain(_ kind: ReadTicket.Kind) {
    switch kind {
    case .layout: setNeedsLayout()
    case .display: setNeedsDisplay()
    case .binding: lookAgainAtBindings()
    // These hooks follow no `@Observable` objects.
    case .properties, .style: break
    }
  }
}
