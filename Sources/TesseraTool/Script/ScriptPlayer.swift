internal import TesseraKit
internal import TesseraScene

/// Plays a script on a stage whose clock is moved by hand.
struct ScriptPlayer {
  let script: EventScript
  let scene: OpenScene
  private var next = 0
  private var location = Point.zero
  private var glide = (from: Point.zero, to: Point.zero)

  init(_ script: EventScript, on scene: OpenScene) {
    self.script = script
    self.scene = scene
  }

  /// Does what is due by now, and lets everything that follows from it happen.
  mutating func play() throws(ToolError) {
    // Frames are sums of fractions: a step that is due at the very time of a frame belongs to it.
    while next < script.steps.count, script.steps[next].time <= scene.clock.now + 1e-6 {
      let step = script.steps[next]
      next += 1
      try perform(step)
    }
    try scene.settle()
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
    case .contextMenu(let target): scene.stage.send(.contextMenu(location: try resolve(target, step)))
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
      try change(step) {
        let part = try Scene.parse(
          text: "tessera: \(Scene.version)\nroot: \(text)", name: script.file, directory: scene.directory, registry: .standard)
        for warning in part.warnings { scene.messages.add("\(script.file):\(step.line): warning: \(warning.message)") }
        parent.insertSubnode(try part.makeRoot(data: scene.data), at: index ?? .max)
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
    case .screenshot(let path):
      try scene.settle()
      try PictureOutput(path: path).write(scene.stage.framebuffer)
    }
  }

  /// Does something that reads a part of a scene; what is wrong there is wrong in the script's line.
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
      throw ToolError(SceneErrors([SceneError(file: script.file, line: step.line, column: step.column, message: "\(error)")]))
    }
  }

  private func touch(_ phase: Touch.Phase) {
    scene.stage.send(.touch(Touch(phase: phase, location: location, time: scene.clock.now)))
  }

  private func resolve(_ target: EventScript.Target, _ step: EventScript.Step) throws(ToolError) -> Point {
    switch target {
    case .point(let point): return point
    case .node(let id):
      // What came before may move it.
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
    throw ToolError(
      SceneErrors([
        SceneError(
          file: script.file, line: step.line, column: step.column, message: "the scene has no node with the id `\(id)`",
          suggestion: nearestName(to: id, among: ids.sorted()))
      ]))
  }
}
