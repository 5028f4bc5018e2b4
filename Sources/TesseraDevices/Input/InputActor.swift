internal import Glibc
public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Input devices as events of a stage, whoever reads them. Loop thread.
public protocol InputSource: EventSource {
  /// Is told what is amiss, each thing once: a device that may not be opened, a missing keymap.
  var onProblem: ((DeviceError) -> Void)? { get set }
  /// Is told where the cursor went, in pixels of the frame, when a pointer moves; nil when the last pointer is gone.
  var onCursor: (((x: Int, y: Int)?, Stage) -> Void)? { get set }
  /// Is told which terminal Ctrl+Alt+F1…F12 asks for.
  var onTerminalSwitch: ((Int) -> Void)? { get set }
  /// Tells ``onProblem`` what was found when the devices were opened.
  func reportProblems()
  /// Cancels and lets go what is down, and drops what comes until ``resume()``: another terminal is shown, and what is typed there is not meant
  /// for this stage.
  func pause(_ stage: Stage)
  /// Takes events again.
  func resume()
}

/// Sends what devices did to a stage: one cursor, one keyboard layout, whatever the devices. Loop thread.
final class InputActor {
  /// The touch that stands for the left mouse button.
  static let pointerTouch = -1

  let options: EvdevInput.Options
  var onProblem: ((DeviceError) -> Void)?
  /// Problems that were found before anybody could be told.
  private var problems: [DeviceError] = []
  var onCursor: (((x: Int, y: Int)?, Stage) -> Void)?
  var onTerminalSwitch: ((Int) -> Void)?
  var isPaused = false
  private var keyboard: KeyboardLayout?
  private var triedKeyboard = false
  /// Where the cursor is, logical units of the stage; nil: in the middle.
  private var cursor: Point?
  private var hasCursor = false
  private(set) var buttonIsDown = false
  /// What wheels that are encoders turned short of a step.
  private var turned = 0.0

  init(_ options: EvdevInput.Options) { self.options = options }

  func report(_ problem: DeviceError) {
    if let onProblem { onProblem(problem) } else { problems.append(problem) }
  }

  /// Tells ``onProblem`` what was found when the devices were opened.
  func reportProblems() {
    guard let onProblem else { return }
    let waiting = problems
    problems = []
    for problem in waiting { onProblem(problem) }
  }

  /// The names of devices in a folder, sorted, so that numbers of contacts do not depend on the folder.
  /// - Returns: nil, with `errno` set, where it cannot be listed.
  static func devices(in directory: String) -> [String]? {
    guard let folder = opendir(directory) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      // The name lies in the entry and ends with a zero.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if EvdevInput.isDevice(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// Loads the layout that keys go by, once.
  func loadKeyboard() {
    guard !triedKeyboard else { return }
    triedKeyboard = true
    do throws(DeviceError) {
      keyboard = try KeyboardLayout(options.keyboard, locale: KeyboardLayout.locale)
    } catch {
      report(error)
    }
  }

  /// The last pointer is gone.
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

  /// Forgets which keys are down.
  func reset(_ stage: Stage) {
    keyboard?.reset()
    turned = 0
    if buttonIsDown { send(.cancelled, pointerAt: 0, stage) }
    buttonIsDown = false
  }

  /// Sends what a device did; `number` tells its contacts from those of other devices.
  func perform(_ actions: [InputAction], _ number: Int, at time: Double, _ stage: Stage) {
    for action in actions {
      // Where a pointer is placed it says once: that counts after the pause, too.
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
        // A mouse lies on the table: it moves as the picture stands, however the panel is mounted.
        let from = cursorLocation(stage)
        moveCursor(
          to: Point(from.x + Double(dx) * options.pointerSpeed, from.y + Double(dy) * options.pointerSpeed), at: time, stage)
      case .button(InputCode.right, true): stage.send(.contextMenu(location: cursorLocation(stage)))
      case .button(let code, let isDown):
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

  /// What lies at a place of the panel.
  private func location(placed x: Double, _ y: Double, _ stage: Stage) -> Point {
    let panel = options.calibration.apply(x: x, y: y)
    let place = options.rotation.unturned(x: panel.x, y: panel.y)
    let size = stage.size
    return Point(place.x * size.width, place.y * size.height)
  }

  private func send(_ phase: Touch.Phase, pointerAt time: Double, _ stage: Stage) {
    stage.send(.touch(Touch(id: Self.pointerTouch, phase: phase, location: cursorLocation(stage), time: time, pointer: .mouse)))
  }

  /// Where the cursor is; the stage may have become smaller.
  private func cursorLocation(_ stage: Stage) -> Point {
    let size = stage.size
    guard let cursor else { return Point(size.width / 2, size.height / 2) }
    // Half a unit inside, so that the edge still hits what lies there.
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

  /// A knob was turned: the focus goes on by as many steps.
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
    let (press, text, symbol) = keyboard.press(code: code, state: state)
    if let terminal = KeyboardLayout.terminal(symbol: symbol) {
      if state == 1 { onTerminalSwitch?(terminal) }
      return
    }
    if let press { stage.send(.key(press)) }
    if state != 0, !text.isEmpty { stage.send(.text(text)) }
  }
}
