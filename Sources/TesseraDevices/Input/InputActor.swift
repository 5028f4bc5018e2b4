internal import Glibc
public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// A source of events from input devices, independent of the library that reads them. Loop thread.
public protocol InputSource: EventSource {
  /// Handler for problems, each reported once: a device without permission, a missing keymap.
  var onProblem: ((DeviceError) -> Void)? { get set }
  /// Handler for cursor movement, in pixels of the frame; nil when the last pointer is removed.
  var onCursor: (((x: Int, y: Int)?, Stage) -> Void)? { get set }
  /// Handler for Ctrl+Alt+F1…F12, with the number of the terminal.
  var onTerminalSwitch: ((Int) -> Void)? { get set }
  /// Reports problems found while opening the devices to ``onProblem``.
  func reportProblems()
  /// Cancels touches and releases keys, and drops input until ``resume()``: another terminal is active, and input there is not meant
  /// for this stage.
  func pause(_ stage: Stage)
  /// Accepts input again.
  func resume()
}

/// Sends device actions to a stage, with one cursor and one keyboard layout for all devices. Loop thread.
final class InputActor {
  /// Touch id of the left mouse button.
  static let pointerTouch = -1

  let options: EvdevInput.Options
  var onProblem: ((DeviceError) -> Void)?
  /// Problems found before a handler was set.
  private var problems: [DeviceError] = []
  var onCursor: (((x: Int, y: Int)?, Stage) -> Void)?
  var onTerminalSwitch: ((Int) -> Void)?
  var isPaused = false
  private var keyboard: KeyboardLayout?
  private var triedKeyboard = false
  /// Cursor position, logical units of the stage; nil: the centre.
  private var cursor: Point?
  private var hasCursor = false
  private(set) var buttonIsDown = false
  /// Rotation of encoder wheels that has not reached a full step.
  private var turned = 0.0

  init(_ options: EvdevInput.Options) { self.options = options }

  func report(_ problem: DeviceError) {
    if let onProblem { onProblem(problem) } else { problems.append(problem) }
  }

  /// Reports problems found while opening the devices to ``onProblem``.
  func reportProblems() {
    guard let onProblem else { return }
    let waiting = problems
    problems = []
    for problem in waiting { onProblem(problem) }
  }

  /// Returns the names of devices in a folder, sorted, so that contact numbers do not depend on the folder's order.
  /// - Returns: nil, with `errno` set, if the folder cannot be listed.
  static func devices(in directory: String) -> [String]? {
    guard let folder = opendir(directory) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      // The name is inside the entry and zero-terminated.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if EvdevInput.isDevice(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// Loads the keyboard layout, once.
  func loadKeyboard() {
    guard !triedKeyboard else { return }
    triedKeyboard = true
    do throws(DeviceError) {
      keyboard = try KeyboardLayout(options.keyboard)
      if let problem = keyboard?.composeProblem { report(problem) }
    } catch {
      report(error)
    }
  }

  /// Handles the removal of the last pointer.
  func losePointer(_ stage: Stage) {
    if buttonIsDown { send(.cancelled, pointerAt: 0, stage) }
    buttonIsDown = false
    guard hasCursor else { return }
    hasCursor = false
    stage.movePointer(to: nil)
    onCursor?(nil, stage)
  }

  func resume() {
    keyboard?.reset()
    isPaused = false
  }

  /// Forgets the pressed keys.
  func reset(_ stage: Stage) {
    if keyboard?.reset() == true { stage.send(.composition("")) }
    turned = 0
    if buttonIsDown { send(.cancelled, pointerAt: 0, stage) }
    buttonIsDown = false
  }

  /// Sends the actions of a device; `number` distinguishes its contacts from those of other devices.
  func perform(_ actions: [InputAction], _ number: Int, at time: Double, _ stage: Stage) {
    for action in actions {
      // A pointer reports its absolute position only once, so it is stored during a pause too.
      if isPaused {
        if case .placed(let x, let y) = action { cursor = location(placed: x, y, stage) }
        continue
      }
      switch action {
      case .contact(let slot, let phase, let x, let y):
        let touch = Touch(
          id: number * InputDecoder.maximumSlots + slot, phase: Self.phase(phase), location: location(placed: x, y, stage), time: time)
        stage.send(.touch(touch))
      case .placed(let x, let y): moveCursor(to: location(placed: x, y, stage), at: time, stage)
      case .moved(let dx, let dy):
        // Mouse movement is relative to the picture, regardless of the panel's rotation.
        let from = cursorLocation(stage)
        moveCursor(
          to: Point(from.x + Double(dx) * options.pointerSpeed, from.y + Double(dy) * options.pointerSpeed), at: time, stage)
      case .button(let code, let isDown):
        if let button = InputCode.button(code) {
          stage.send(.pointerButton(PointerPress(button, isDown: isDown, location: cursorLocation(stage))))
        }
        guard code == InputCode.left, isDown != buttonIsDown else { continue }
        buttonIsDown = isDown
        send(isDown ? .began : .ended, pointerAt: time, stage)
      case .wheel(_, let dy) where options.wheelIsEncoder:
        turned -= dy
        // Sums of 1/120 are not exact.
        let steps = (turned + (turned < 0 ? -1e-6 : 1e-6)).rounded(.towardZero)
        turned -= steps
        turn(Int(steps), stage)
      case .wheel(let dx, let dy):
        stage.send(.wheel(location: cursorLocation(stage), delta: Point(dx * options.wheelStep, dy * options.wheelStep)))
      case .dial(let steps): turn(steps, stage)
      case .key(let code, let state): key(code, state, stage)
      case .lost: break
      }
    }
  }

  private static func phase(_ phase: InputAction.Phase) -> Touch.Phase {
    switch phase {
    case .began: .began
    case .moved: .moved
    case .ended: .ended
    case .cancelled: .cancelled
    }
  }

  /// Returns the stage location of a panel position.
  private func location(placed x: Double, _ y: Double, _ stage: Stage) -> Point {
    let panel = options.calibration.apply(x: x, y: y)
    let place = options.rotation.unturned(x: panel.x, y: panel.y)
    let size = stage.size
    return Point(place.x * size.width, place.y * size.height)
  }

  private func send(_ phase: Touch.Phase, pointerAt time: Double, _ stage: Stage) {
    stage.send(.touch(Touch(id: Self.pointerTouch, phase: phase, location: cursorLocation(stage), time: time, pointer: .mouse)))
  }

  /// Returns the cursor position, inside the stage, which may have shrunk.
  private func cursorLocation(_ stage: Stage) -> Point {
    let size = stage.size
    guard let cursor else { return Point(size.width / 2, size.height / 2) }
    // Half a unit inside, so that content at the edge is still hit.
    return Point(min(max(0, size.width - 0.5), max(0, cursor.x)), min(max(0, size.height - 0.5), max(0, cursor.y)))
  }

  private func moveCursor(to place: Point, at time: Double, _ stage: Stage) {
    cursor = place
    let shown = cursorLocation(stage)
    cursor = shown
    hasCursor = true
    if buttonIsDown { send(.moved, pointerAt: time, stage) } else { stage.movePointer(to: shown) }
    let scale = stage.scale
    onCursor?((Int(shown.x * scale), Int(shown.y * scale)), stage)
  }

  // MARK: Keys

  /// Moves the focus by the steps of a knob.
  private func turn(_ steps: Int, _ stage: Stage) {
    let key: KeyPress.Key = steps < 0 ? .previous : .next
    for _ in 0..<min(64, abs(steps)) {
      stage.send(.key(KeyPress(key)))
      stage.send(.key(KeyPress(key, isDown: false)))
    }
  }

  private func key(_ code: Int, _ state: Int, _ stage: Stage) {
    guard let keyboard, code < InputCode.firstButton else {
      guard let key = KeyboardLayout.plainKey(code: code) else { return }
      stage.send(.key(KeyPress(key, isDown: state != 0, isRepeat: state == 2)))
      return
    }
    let result = keyboard.press(code: code, state: state)
    if let terminal = KeyboardLayout.terminal(symbol: result.symbol) {
      if state == 1 { onTerminalSwitch?(terminal) }
      return
    }
    if let press = result.key { stage.send(.key(press)) }
    if let signs = result.composition { stage.send(.composition(signs)) }
    if state != 0, !result.text.isEmpty { stage.send(.text(result.text)) }
  }
}
