import TesseraKit
import TesseraPlayer
import TesseraScene

@testable import Tool

/// Command lines, an argument a line: of the player where the first byte is even, else of the tool.
@Sendable func readOptions(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let arguments = String(decoding: input.dropFirst(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
    String.init)
  if first % 2 == 0 {
    do throws(PlayerArguments.Wrong) {
      let options = try PlayerArguments.parse(arguments)
      precondition(options.framesPerSecond >= 1 && options.framesPerSecond <= 1000)
      precondition(options.scale.map { $0 > 0 && $0 <= 64 } ?? true)
      precondition(options.threads.map { (1...64).contains($0) } ?? true)
      precondition(options.memoryBudget.map { $0 >= 1 << 20 } ?? true)
    } catch {
      precondition(!error.reason.isEmpty, "an error that says nothing")
    }
    return
  }
  guard let name = arguments.first else { return }
  let rest = Array(arguments.dropFirst())
  switch name {
  case "run": _ = try? RunCommand.parseAsRoot(rest)
  case "render": _ = try? RenderCommand.parseAsRoot(rest)
  case "layout": _ = try? LayoutCommand.parseAsRoot(rest)
  case "nodes": _ = try? NodesCommand.parseAsRoot(rest)
  case "image": _ = try? ImageCommand.parseAsRoot(rest)
  default: _ = try? DataCommand.parseAsRoot(rest)
  }
}

private let stagedScene = Result {
  try Scene.parse(
    text: """
      tessera: 1
      data: {n: 1}
      root:
        type: scroll
        id: page
        children:
          - {type: editable-text, id: line, string: "one two", style: {width: 100}}
          - {type: button, id: go, title: Go, on: {tap: [{set: {n: n + 1}}]}}
          - {type: text, id: says, string: {bind: n}}
          - {type: shape, id: dot, style: {width: 20, height: 400}}
      """, name: "staged", registry: .standard)
}

/// A script of events, read and played on a scene. What writes files is left out.
@Sendable func readScript(_ input: [UInt8]) {
  let script: EventScript
  do throws(SceneErrors) {
    script = try EventScript(String(decoding: input, as: UTF8.self), file: "fuzz")
  } catch {
    precondition(!error.errors.isEmpty && !error.description.isEmpty, "an error that says nothing")
    return
  }
  var last = 0.0
  for step in script.steps {
    precondition(step.time >= last && step.time <= script.duration + 1e-6, "steps are not in the order of time")
    last = step.time
    if case .screenshot = step.action { return }
    if case .resize(let size) = step.action, max(size.width, size.height) > 512 { return }
  }
  guard script.steps.count <= 2000 else { return }
  let clock = ManualClock()
  do {
    let scene = try stagedScene.get()
    let data = SceneData()
    let stage = try Stage(
      size: Size(160, 120), root: try scene.makeRoot(data: data), clock: clock, workers: WorkerPool(threads: 0), background: .white)
    let messages = Messages(isStrict: false, scene: "scene")
    stage.onError = { messages.add($0) }
    let open = OpenScene(stage: stage, clock: clock, messages: messages, directory: "", data: data, scene: scene)
    try open.settle()
    var player = ScriptPlayer(script, on: open)
    // From one event to the next.
    for time in Set(script.steps.map(\.time)).sorted().prefix(200) {
      clock.advance(by: max(0, time - clock.now))
      try player.play()
    }
  } catch let error as ToolError {
    precondition(!error.description.isEmpty, "an error that says nothing")
  } catch {
    fatalError("\(error)")
  }
}
