internal import TesseraJSON
internal import TesseraKit
internal import TesseraPlayer
internal import TesseraReader
internal import TesseraScene

/// Plays a script on a stage with a manual clock. Steps are performed in order, each with all its effects before the next.
struct ScriptPlayer {
  let script: EventScript
  let scene: OpenScene
  /// Server of participating programs; nil if there are none.
  let server: DataServer?
  /// Real-time timeout in seconds, for loads before a picture and for a program at `await`.
  let timeout: Double
  /// Screen reader and switch scanning; nil without these options.
  let assistance: Assistance?
  private var next = 0
  private var location = Point.zero
  private var glide = (from: Point.zero, to: Point.zero)
  /// Total delay of the script by waits for rest, seconds of the clock.
  private(set) var delay = 0.0
  /// Start of the current wait for rest, seconds of the clock; nil outside of a wait.
  private var waitsSince: Double?
  private var waitsForLoads = true

  /// Maximum wait for rest, seconds of the clock.
  static let longestWait = 10.0

  init(_ script: EventScript, on scene: OpenScene, server: DataServer? = nil, timeout: Double = 30, assistance: Assistance? = nil) {
    (self.script, self.scene, self.server, self.timeout, self.assistance) = (script, scene, server, timeout, assistance)
  }

  /// Whether all steps were performed and the time of the last line is over.
  var isDone: Bool { next == script.steps.count && script.duration + delay <= scene.clock.now + Self.tolerance }

  /// Line of the next step; nil after the last.
  var nextLine: Int? { next < script.steps.count ? script.steps[next].line : nil }

  /// Frame times are sums of fractions: a step due exactly at a frame belongs to that frame.
  private static let tolerance = 1e-6

  /// Performs the steps that are due, in order.
  mutating func play() throws(ToolError) {
    while next < script.steps.count, script.steps[next].time + delay <= scene.clock.now + Self.tolerance {
      let step = script.steps[next]
      if step.needsRest {
        let isAtRest = try waitForRest(before: step)
        guard isAtRest else { return }
      }
      if step.action == .silence {
        try scene.settle()
        guard isSilent(before: step) else { return }
      }
      next += 1
      try perform(step)
      try scene.settle()
    }
    try scene.settle()
  }

  /// Whether a step that requires the scene at rest can be performed: nothing moves, or the maximum wait is over.
  private mutating func waitForRest(before step: EventScript.Step) throws(ToolError) -> Bool {
    if waitsForLoads { waitsForLoads = try scene.waitForLoads(timeout: timeout) }
    try scene.settle()
    let now = scene.clock.now
    let since = waitsSince ?? now
    waitsSince = since
    if !scene.stage.isAtRest {
      guard now - since + Self.tolerance >= Self.longestWait else { return false }
      scene.messages.add(
        "\(script.file):\(step.line):\(step.column): warning: the scene still moves after \(Int(Self.longestWait)) s; "
          + "`screenshot FILE now` takes a picture in motion")
    }
    delay += now - since
    waitsSince = nil
    return true
  }

  /// Whether the reader is silent, or has spoken too long; the rest of the script is delayed by the wait.
  private mutating func isSilent(before step: EventScript.Step) -> Bool {
    let now = scene.clock.now
    let since = waitsSince ?? now
    waitsSince = since
    if assistance?.isBusy ?? false, now - since + Self.tolerance < Self.longestSpeech { return false }
    delay += now - since
    waitsSince = nil
    return true
  }

  /// Maximum wait for silence, seconds of the clock.
  static let longestSpeech = 600.0

  /// Returns the reader, or an error if the option is missing.
  private func reader(_ step: EventScript.Step) throws(ToolError) -> ReaderAssistant {
    guard let reader = assistance?.reader else { throw wrong(step, "`reader` needs the screen reader; run with --speak or --braille") }
    return reader
  }

  /// Waits until the data has a value that a program sets.
  private func waitForValue(_ setting: PlayerOptions.DataSetting, _ step: EventScript.Step) throws(ToolError) {
    let clock = RealClock()
    let end = clock.now + timeout
    while scene.data.value(at: setting.path) ?? .null != setting.value {
      guard let server, clock.now < end, !Interruption.isRequested else {
        if server == nil, let absence = scene.data.absence(of: setting.path) { throw wrong(step, absence) }
        let value = (scene.data.value(at: setting.path) ?? .null).json
        let reason =
          server == nil
          ? "; programs can set it with --data-socket" : " within \(JSONValue.number(timeout).compact) s; increase --timeout"
        throw wrong(step, "`\(setting.path)` is \(value), not \(setting.value.json)\(reason)")
      }
      if server.wait(seconds: 0.05) { try scene.settle() }
    }
  }

  private mutating func perform(_ step: EventScript.Step) throws(ToolError) {
    switch step.action {
    case .touch(let phase, let target):
      if let target { location = try resolve(target, step) }
      touch(phase)
    case .glide(let from, let to):
      glide = (try from.map { target throws(ToolError) in try resolve(target, step) } ?? location, try resolve(to, step))
    case .glideMoved(let share):
      location = Point(
        glide.from.x + (glide.to.x - glide.from.x) * share, glide.from.y + (glide.to.y - glide.from.y) * share)
      touch(.moved)
    case .send(let event): scene.stage.send(event)
    case .hover(let target):
      scene.stage.movePointer(to: try target.map { target throws(ToolError) in try resolve(target, step) })
    case .contextMenu(let target):
      let place = try resolve(target, step)
      for isDown in [true, false] { scene.stage.send(.pointerButton(PointerPress(.secondary, isDown: isDown, location: place))) }
    case .focus(let id): try node(id, step).becomeFocused()
    case .set(let id, let text):
      let node = try node(id, step)
      try change(step) {
        try SceneSettings.parse(
          text: text, type: node.typeName, name: script.file, directory: scene.directory, registry: .standard
        ).apply(to: node)
      }
    case .add(let id, let index, let text):
      let parent = try node(id, step)
      guard parent.descriptor.acceptsChildren else {
        throw wrong(step, "`\(parent.typeName)` cannot have children; put the `\(parent.typeName)` and its children into a `box`")
      }
      try change(step) {
        let part = try Scene.parse(
          text: "tessera: \(Scene.version)\nroot: \(text)", name: script.file, directory: scene.directory, registry: .standard)
        for warning in part.warnings { scene.messages.add("\(script.file):\(step.line): warning: \(warning.message)") }
        let child = try part.makeRoot(data: scene.data)
        // A list stores its children itself.
        if let index { parent.insertSubnode(child, at: index) } else { parent.addSceneChildren([child]) }
      }
    case .data(let setting):
      try change(step) { try scene.data.set(setting.value, at: setting.path) }
      if let warning = scene.data.unreadWarning(for: setting.path) {
        scene.messages.add("\(script.file):\(step.line): warning: \(warning)")
      }
    case .resize(let size):
      try change(step) {
        scene.data.resize(to: size, scale: scene.stage.scale)
        try scene.stage.resize(to: size, scale: scene.stage.scale)
      }
    case .remove(let id): try node(id, step).removeFromSupernode()
    case .screenshot(let path, _):
      try scene.settle()
      try PictureOutput(path: path).write(scene.stage.framebuffer)
    case .rest: break
    case .await(let setting): try waitForValue(setting, step)
    case .reader(let command): try reader(step).perform(command, in: scene.stage)
    case .explore(let target): try reader(step).perform(.explore(try resolve(target, step)), in: scene.stage)
    case .braille(let key):
      guard let reader = assistance?.reader, reader.braille != nil else {
        throw wrong(step, "`braille` needs a braille line; run with --braille")
      }
      reader.press(key, in: scene.stage)
    case .pressSwitch:
      guard let scanner = assistance?.scanner else { throw wrong(step, "`switch` needs switch scanning; run with --switch one") }
      scanner.press(in: scene.stage)
    case .silence: break
    }
  }

  /// Runs code that reads a part of a scene; its errors are reported for the script's line.
  private func change(_ step: EventScript.Step, _ body: () throws -> Void) throws(ToolError) {
    do {
      try body()
    } catch let errors as SceneErrors {
      throw ToolError(
        SceneErrors(
          errors.errors.map {
            SceneError(
              kind: $0.kind, file: script.file, line: step.line, column: step.column, message: $0.message, suggestion: $0.suggestion)
          }, omitted: errors.omitted))
    } catch {
      throw wrong(step, "\(error)")
    }
  }

  private func touch(_ phase: Touch.Phase) {
    scene.stage.send(.touch(Touch(phase: phase, location: location, time: scene.clock.now)))
  }

  private func resolve(_ target: EventScript.Target, _ step: EventScript.Step) throws(ToolError) -> Point {
    switch target {
    case .point(let point): return point
    case .node(let id):
      // The node may have moved with time.
      try scene.settle()
      let node = try node(id, step)
      let middle = Point(node.frame.width / 2, node.frame.height / 2)
      return scene.stage.convert(middle, from: node) ?? middle
    }
  }

  private func node(_ id: String, _ step: EventScript.Step) throws(ToolError) -> AnyNode {
    if let node = scene.stage.root.find(id) { return node }
    var ids: [String] = []
    var stack = [scene.stage.root]
    while let node = stack.popLast() {
      if !node.id.isEmpty { ids.append(node.id) }
      stack += node.subnodes
    }
    throw wrong(step, "the scene has no node with the id `\(id)`", suggestion: nearestName(to: id, among: ids.sorted()))
  }

  private func wrong(_ step: EventScript.Step, _ message: String, suggestion: String? = nil) -> ToolError {
    ToolError(
      SceneErrors([
        SceneError(file: script.file, line: step.line, column: step.column, message: message, suggestion: suggestion)
      ]))
  }
}

extension EventScript.Step {
  /// Whether the step requires the scene at rest.
  fileprivate var needsRest: Bool {
    switch action {
    case .screenshot(_, let atRest): atRest
    case .rest: true
    default: false
    }
  }
}
