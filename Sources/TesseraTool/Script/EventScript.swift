internal import TesseraKit
internal import TesseraPlayer
internal import TesseraReader
internal import TesseraScene

/// Scripted user input: one event per line, played on the manual clock. docs/tool-run.md describes the lines.
struct EventScript: Equatable {
  /// Position of a touch.
  enum Target: Equatable {
    case point(Point)
    /// Centre of the node with this id, at the time of the event.
    case node(String)
  }

  enum Action: Equatable {
    /// A touch begins at, moves to, or ends at a position; nil means the current one.
    case touch(Touch.Phase, Target?)
    /// Start of a gliding touch from a position (nil means the current one) to another.
    case glide(from: Target?, to: Target)
    /// Gliding touch at this fraction of its path.
    case glideMoved(Double)
    case send(Event)
    /// Position of a pointer without a pressed button; nil if it has left.
    case hover(Target?)
    /// Right mouse button at a position.
    case contextMenu(Target)
    case focus(String)
    /// Sets the attributes in the text, a map of a scene file, on the node with this id.
    case set(String, String)
    /// Adds the node described by the text to the node with this id, at this index among its subnodes (nil means topmost).
    case add(String, at: Int?, String)
    case remove(String)
    /// Sets a value of the data, like `PATH=VALUE`.
    case data(PlayerOptions.DataSetting)
    /// Resizes the stage.
    case resize(Size)
    /// Writes a picture, at rest or in the current state.
    case screenshot(String, atRest: Bool)
    /// Waits until the stage is at rest.
    case rest
    /// Waits until a program at the data socket has set this value.
    case await(PlayerOptions.DataSetting)
    /// Command to the screen reader.
    case reader(ReaderCommand)
    /// Command to the screen reader for a place: explores it.
    case explore(Target)
    /// Key of the braille display.
    case braille(BrailleKey)
    /// Press of the switch that selects.
    case pressSwitch
    /// Waits until the reader is silent.
    case silence
  }

  struct Step: Equatable {
    /// Seconds of the stage's clock.
    var time: Double
    var action: Action
    var line: Int
    var column: Int
  }

  /// File name of the script, for errors while it is played.
  let file: String
  /// Steps in order of time.
  private(set) var steps: [Step] = []
  /// Seconds from the start to the end of the last line.
  private(set) var duration = 0.0
  /// Whether a touch is active after the lines parsed so far.
  private var isTouching = false

  /// Maximum number of steps, including those of gliding touches: one for each frame of the longest recording.
  static let maximumSteps = 1_000_000

  static let commands = [
    "touch", "move", "release", "cancel", "tap", "drag", "hover", "rightclick", "wheel", "key", "text", "focus", "set", "add", "remove",
    "data", "await", "resize", "wait", "screenshot", "reader", "braille", "switch",
  ]

  /// Names of these events in other tools.
  private static let familiar = [
    "click": "tap", "klick": "tap", "press": "tap", "swipe": "drag", "scroll": "wheel", "type": "text", "write": "text", "sleep": "wait",
    "pause": "wait", "delay": "wait", "snapshot": "screenshot", "capture": "screenshot", "save": "screenshot", "delete": "remove",
    "insert": "add", "contextmenu": "rightclick", "up": "release", "down": "touch",
  ]

  /// Parses a script.
  ///
  /// - Parameter framesPerSecond: rate at which a gliding touch moves.
  /// - Throws: errors of all invalid lines together.
  init(_ text: String, file: String, framesPerSecond: Double = 60) throws(SceneErrors) {
    self.file = file
    var errors: [SceneError] = []
    for (i, line) in ScriptLine.lines(of: text).enumerated() {
      do throws(SceneError) {
        var words = try ScriptLine(line, file: file, number: i + 1)
        try read(&words, framesPerSecond)
      } catch {
        errors.append(error)
      }
    }
    if !errors.isEmpty {
      throw SceneErrors(Array(errors.prefix(SceneLimits.errors)), omitted: max(0, errors.count - SceneLimits.errors))
    }
  }

  private mutating func read(_ line: inout ScriptLine, _ framesPerSecond: Double) throws(SceneError) {
    guard let command = line.next() else { return }
    let place = line.place
    func add(_ action: Action, to script: inout EventScript) {
      script.steps.append(Step(time: script.duration, action: action, line: place.line, column: place.column))
    }
    switch command {
    case "move", "release", "cancel":
      guard isTouching else { throw line.error("`\(command)` needs a touch, and no touch is active; `touch` begins one") }
      if command != "move" { isTouching = false }
    case "touch", "tap", "drag":
      guard !isTouching else { throw line.error("`\(command)` begins a touch, and one is active; `release` or `cancel` ends it") }
      isTouching = command == "touch"
    default: break
    }
    switch command {
    case "touch": add(.touch(.began, try line.target()), to: &self)
    case "move":
      let target = try line.target()
      if let seconds = try line.duration(after: "over") {
        add(.glide(from: nil, to: target), to: &self)
        try glide(for: seconds, framesPerSecond, line)
      } else {
        add(.touch(.moved, target), to: &self)
      }
    case "release": add(.touch(.ended, line.isAtEnd ? nil : try line.target()), to: &self)
    case "cancel": add(.touch(.cancelled, nil), to: &self)
    case "tap":
      add(.touch(.began, try line.target()), to: &self)
      duration += try line.duration(after: "for") ?? 0.05
      add(.touch(.ended, nil), to: &self)
    case "drag":
      let (from, to) = (try line.target(), try line.target())
      let seconds = try line.duration(after: "over") ?? 0.3
      add(.touch(.began, from), to: &self)
      add(.glide(from: nil, to: to), to: &self)
      try glide(for: seconds, framesPerSecond, line)
      add(.touch(.ended, nil), to: &self)
    case "hover": add(.hover(line.isAtEnd ? nil : try line.target()), to: &self)
    case "rightclick": add(.contextMenu(try line.target()), to: &self)
    case "wheel":
      let location = Point(try line.number(), try line.number())
      add(.send(.wheel(location: location, delta: Point(try line.number(), try line.number()))), to: &self)
    case "key":
      let press = try line.key()
      var up = press
      up.isDown = false
      add(.send(.key(press)), to: &self)
      add(.send(.key(up)), to: &self)
    case "text": add(.send(.text(try line.quoted())), to: &self)
    case "focus":
      add(.focus(try line.id()), to: &self)
    case "set":
      let id = try line.id()
      let key = try line.word("the name of an attribute or style key")
      add(.set(id, "\(key): " + (try line.rest("a value"))), to: &self)
    case "add":
      let id = try line.id()
      add(.add(id, at: try line.index(after: "at"), try line.rest("a node, such as {type: box}")), to: &self)
    case "remove": add(.remove(try line.id()), to: &self)
    case "data": add(.data(try line.setting()), to: &self)
    case "await": add(.await(try line.setting()), to: &self)
    case "resize": add(.resize(try line.size()), to: &self)
    case "wait": if let action = line.waited() { add(action, to: &self) } else { duration += try line.seconds() }
    case "reader": add(try line.readerAction(), to: &self)
    case "braille": add(.braille(try line.brailleKey()), to: &self)
    case "switch": add(.pressSwitch, to: &self)
    case "screenshot":
      let path = try line.path()
      add(.screenshot(path, atRest: !line.consume("now")), to: &self)
    default:
      throw line.error(
        "unknown event `\(command)`; valid are \(Self.commands.joined(separator: ", "))",
        suggestion: Self.familiar[command.lowercased()] ?? nearestName(to: command, among: Self.commands))
    }
    try line.end()
  }

  private mutating func glide(for seconds: Double, _ framesPerSecond: Double, _ line: ScriptLine) throws(SceneError) {
    let (start, place) = (duration, line.place)
    let count = max(1, Int((seconds * framesPerSecond).rounded(.up)))
    guard steps.count + count <= Self.maximumSteps else {
      throw line.error("the script has more than \(Self.maximumSteps) steps with the \(count) of this touch; shorten the times")
    }
    for i in 1...count {
      let share = seconds > 0 ? min(1, Double(i) / framesPerSecond / seconds) : 1
      steps.append(Step(time: start + share * seconds, action: .glideMoved(share), line: place.line, column: place.column))
    }
    duration = start + seconds
  }
}
