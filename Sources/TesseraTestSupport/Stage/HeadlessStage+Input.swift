public import Tessera
public import TesseraGeometry

extension HeadlessStage {
  /// Sends an event and settles.
  public func send(_ event: Event) throws {
    stage.send(event)
    try settle()
  }

  /// Begins, moves, ends or cancels a contact at `location`, in the stage's logical units.
  public func touch(_ phase: Touch.Phase, at location: Point, id: Int = 0) throws {
    try send(.touch(Touch(id: id, phase: phase, location: location, time: clock.now)))
  }

  /// Taps at one place.
  public func tap(at location: Point) throws {
    try touch(.began, at: location)
    try touch(.ended, at: location)
  }

  /// Clicks with the right mouse button.
  /// - Parameter location: logical units of the stage.
  public func rightClick(at location: Point) throws { try click(.secondary, at: location) }

  /// Presses and releases a mouse button other than the left one.
  /// - Parameters:
  ///   - button: the button.
  ///   - location: logical units of the stage.
  public func click(_ button: PointerPress.Button, at location: Point) throws {
    for isDown in [true, false] { try send(.pointerButton(PointerPress(button, isDown: isDown, location: location))) }
  }

  /// Taps at the centre of the node with this id, where it is visible.
  public func tap(id: String) throws {
    let node = try node(id)
    guard let middle = stage.convert(Point(node.frame.width / 2, node.frame.height / 2), from: node) else {
      throw TestFailure("`\(id)` is not laid out")
    }
    try tap(at: middle)
  }

  /// Drags a touch from `start` to `end` in `steps` even steps over `seconds`.
  public func drag(from start: Point, to end: Point, steps: Int = 8, over seconds: Double = 0.1) throws {
    try touch(.began, at: start)
    for step in 1...max(1, steps) {
      let share = Double(step) / Double(max(1, steps))
      clock.advance(by: seconds / Double(max(1, steps)))
      try touch(.moved, at: Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))
    }
    try touch(.ended, at: end)
  }

  /// Commits `text` character by character to the focused node.
  public func type(_ text: String) throws {
    for character in text { try send(.text(String(character))) }
  }

  /// Presses and releases a key.
  public func key(_ key: KeyPress.Key, modifiers: KeyPress.Modifiers = []) throws {
    try send(.key(KeyPress(key, modifiers: modifiers)))
    try send(.key(KeyPress(key, modifiers: modifiers, isDown: false)))
  }

  /// Focuses the node with this id.
  public func focus(id: String) throws {
    try node(id).becomeFocused()
    try settle()
  }
}
