internal import Tessera

// Letters and keys of a device for the engine of the current layout. Frame loop.

extension Keyboard {
  /// Gives text of a device to the engine. Returns false if there is none.
  static func composes(_ text: String, _ node: Node<Keyboard>) -> Bool {
    guard let session = node.storage.input.withLock({ $0.session }), let state = session.state, !state.isSecret, state.purpose.isProse,
      node.storage.state.withLock({ $0.composer != nil && $0.query == nil })
    else { return false }
    step(node, at: 0) { state in
      var step = KeyboardState.Step()
      if text == " ", let output = state.convert() { step.output = output } else { step.output = state.compose(key: text) }
      return step
    }
    return true
  }

  /// Edits the composed text by a key of a device. Returns false if nothing is composed, or the key belongs to the field.
  static func composes(_ press: KeyPress, _ node: Node<Keyboard>) -> Bool {
    guard press.isDown, press.modifiers.isEmpty, node.storage.state.withLock({ $0.isComposing }) else { return false }
    var isUsed = true
    step(node, at: 0) { state in
      var step = KeyboardState.Step()
      switch press.key {
      case .backspace: step.output = state.deleteComposed()
      case .enter: step.output = state.finishComposition()
      case .pageDown: step.output = state.nextCandidates()
      case .escape:
        state.cancelComposition()
        step.output = .composition(final: "", preedit: "")
      case .down where state.chooseByDigit(): break
      case .left, .right, .up, .down, .home, .end, .next, .previous:
        step.output = state.finishComposition()
        isUsed = false
      default: isUsed = false
      }
      return step
    }
    return isUsed
  }
}
