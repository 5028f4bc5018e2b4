internal import Tessera
internal import TesseraGeometry

/// A pointer that says where it is and which buttons are down, as touches and wheel events of a stage. Loop thread.
struct PointerButtons {
  /// Logical units that a notch of a wheel scrolls.
  static let wheelStep = 48.0
  /// The left button; bits 3 to 6 are notches of wheels: up, down, left, right.
  static let left: UInt32 = 1
  /// The right button, which asks for a menu.
  static let right: UInt32 = 4

  /// The touch that stands for the left button.
  let touch: Int
  private var buttons: UInt32 = 0
  private var location = Point.zero
  /// Whether the stage was told where it is.
  private var isKnown = false

  init(touch: Int) { self.touch = touch }

  /// Takes a place, in pixels of the frame, and what is down there.
  mutating func update(x: Double, y: Double, buttons new: UInt32, on stage: Stage) {
    let (size, scale) = (stage.size, stage.scale)
    // Half a unit inside, so that the edge still hits what lies there.
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
    let pressed = new & ~old
    if pressed & Self.right != 0 { stage.send(.contextMenu(location: place)) }
    for (bit, x, y) in [(3, 0.0, -1.0), (4, 0, 1), (5, -1, 0), (6, 1, 0)] where pressed >> UInt32(bit) & 1 == 1 { wheel(x, y, stage) }
  }

  /// Takes notches of a wheel, to the right and towards the person, where the pointer is.
  func wheel(_ x: Double, _ y: Double, _ stage: Stage) {
    stage.send(.wheel(location: location, delta: Point(x * Self.wheelStep, y * Self.wheelStep)))
  }

  /// Ends what is down: whoever held it is gone.
  mutating func cancel(on stage: Stage) {
    if buttons & Self.left != 0 { send(.cancelled, stage) }
    buttons = 0
    leave(stage)
  }

  /// The pointer is in the window no more.
  mutating func leave(_ stage: Stage) {
    isKnown = false
    stage.movePointer(to: nil)
  }

  private func send(_ phase: Touch.Phase, _ stage: Stage) {
    stage.send(.touch(Touch(id: touch, phase: phase, location: location, time: stage.now, pointer: .mouse)))
  }
}
