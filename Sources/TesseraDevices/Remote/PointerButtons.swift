internal import Tessera
internal import TesseraGeometry

/// Converts absolute pointer positions and button states to touches and wheel events of a stage. Loop thread.
struct PointerButtons {
  /// Scroll distance per wheel notch, logical units.
  static let wheelStep = 48.0
  /// The left button; bits 3 to 6 are wheel notches: up, down, left, right.
  static let left: UInt32 = 1
  /// The middle and the right button.
  static let others: [(mask: UInt32, button: PointerPress.Button)] = [(2, .middle), (4, .secondary)]

  /// Touch id of the left button.
  let touch: Int
  private var buttons: UInt32 = 0
  private var location = Point.zero
  /// Whether the stage has the current position.
  private var isKnown = false

  init(touch: Int) { self.touch = touch }

  /// Processes a position, in pixels of the frame, and the button state.
  mutating func update(x: Double, y: Double, buttons new: UInt32, on stage: Stage) {
    let (size, scale) = (stage.size, stage.scale)
    // Half a unit inside, so that content at the edge is still hit.
    let place = Point(
      min(max(0, size.width - 0.5), max(0, x / scale)), min(max(0, size.height - 0.5), max(0, y / scale)))
    let (old, moved) = (buttons, place != location)
    (buttons, location) = (new, place)
    switch (old & Self.left != 0, new & Self.left != 0) {
    case (false, true): send(.began, stage)
    case (true, false): send(.ended, stage)
    case (true, true): if moved { send(.moved, stage) }
    case (false, false): if moved || !isKnown { stage.movePointer(to: place) }
    }
    isKnown = true
    for (mask, button) in Self.others where (old ^ new) & mask != 0 {
      stage.send(.pointerButton(PointerPress(button, isDown: new & mask != 0, location: place)))
    }
    let pressed = new & ~old
    for (bit, x, y) in [(3, 0.0, -1.0), (4, 0, 1), (5, -1, 0), (6, 1, 0)] where pressed >> UInt32(bit) & 1 == 1 { wheel(x, y, stage) }
  }

  /// Sends wheel notches, positive to the right and towards the user, at the pointer.
  func wheel(_ x: Double, _ y: Double, _ stage: Stage) {
    stage.send(.wheel(location: location, delta: Point(x * Self.wheelStep, y * Self.wheelStep)))
  }

  /// Cancels pressed buttons after their viewer is gone.
  mutating func cancel(on stage: Stage) {
    if buttons & Self.left != 0 { send(.cancelled, stage) }
    for (mask, button) in Self.others where buttons & mask != 0 {
      stage.send(.pointerButton(PointerPress(button, isDown: false, location: location)))
    }
    buttons = 0
    leave(stage)
  }

  /// Handles that the pointer left the window.
  mutating func leave(_ stage: Stage) {
    isKnown = false
    stage.movePointer(to: nil)
  }

  private func send(_ phase: Touch.Phase, _ stage: Stage) {
    stage.send(.touch(Touch(id: touch, phase: phase, location: location, time: stage.now, pointer: .mouse)))
  }
}
