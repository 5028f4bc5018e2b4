internal import Tessera
internal import TesseraGeometry

extension Screens {
  /// Recognizer that drags the topmost sheet. Scrolling content in the sheet moves first and passes on the remaining distance.
  static var sheetRecognizer: GestureRecognizer {
    GestureRecognizer(
      make: { node in
        guard let node = node as? Node<Screens> else { return nil }
        let stack = node.host.stack
        guard let sheet = stack.movableSheet, stack.pulledSheet == nil, stack.entries[sheet].node.isDraggable else { return nil }
        return SheetPanGesture(from: stack.sheetTop(sheet))
      },
      perform: { event in
        guard let node = event.node as? Node<Screens> else { return }
        switch event.phase {
        case .began: node.beginPull()
        case .changed:
          node.updateHost { host in
            let distance = -event.reading.translation.y - host.pullDone
            host.pullDone += distance
            _ = host.stack.pull(by: distance)
          }
          node.advance()
        case .ended: _ = node.endPull(velocity: -event.reading.velocity.y)
        case .cancelled: _ = node.endPull(velocity: 0)
        default: return
        }
      })
  }
}

extension Node: Pullable where Value == Screens {
  fileprivate func beginPull() {
    let stack = host.stack
    if let i = stack.movableSheet {
      stack.entries[i].decoration.extent?.background = stack.entries[i].node.background ?? Screen.sheetBackground
    }
    updateHost { host in
      host.pullDone = 0
      host.stack.beginPull()
    }
    advance()
  }

  func pull(_ distance: Double, from node: AnyNode) -> Double {
    let stack = host.stack
    guard distance != 0, let sheet = stack.movableSheet, stack.entries[sheet].node.isDraggable, node.isInside(stack.entries[sheet].node)
    else {
      return distance
    }
    let left = updateHost { host -> Double in
      // A sheet that cannot move is not dragged.
      var trial = host.stack
      if trial.pulledSheet == nil { trial.beginPull() }
      let left = trial.pull(by: distance, isBound: true)
      if left != distance { host.stack = trial }
      return left
    }
    if left != distance { advance() }
    return left
  }

  func endPull(velocity: Double) -> Bool {
    guard let (node, detent) = updateHost({ $0.stack.endPull(velocity: velocity) }) else { return false }
    if let detent, node.detent != detent {
      node.detent = detent
      node.send(Screen.detentChange, detent)
    }
    advance()
    requestTick(after: 0)
    return true
  }
}

/// Vertical pan that begins below an edge.
struct SheetPanGesture: Gesture {
  private let top: Double
  private var pan = PanGesture(axis: .vertical)
  private var hasFailed = false

  init(from top: Double) { self.top = top }

  var phase: GesturePhase { hasFailed ? .failed : pan.phase }
  var deadline: Double? { nil }
  var reading: GestureReading { pan.reading }

  mutating func handle(_ touch: Touch) {
    if touch.phase == .began, pan.phase == .possible, pan.reading.touchCount == 0, touch.location.y < top { hasFailed = true }
    if !hasFailed { pan.handle(touch) }
  }
}
