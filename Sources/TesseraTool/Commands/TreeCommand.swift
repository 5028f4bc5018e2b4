internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera tree`: the semantics tree of a scene.
struct TreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree", abstract: "Prints the accessibility tree of a scene.",
    discussion: """
      Each line is an element: role, label in quotes, `=` and value, states in parentheses, actions in brackets, #id. Elements outside of the \
      screen, or of the viewport that scrolls them, end with (off screen). Hidden elements are (hidden), with all descendants. The attributes `label`, \
      `role` and `semantics` of nodes override the defaults of their types.
      """)

  @OptionGroup var options: SceneOptions
  @Flag(help: "Prints JSON: elements with ID, frame and all their properties.") var json = false
  @Flag(help: "Prints only elements that screen readers can reach, in reading order.") var reading = false
  @Option(help: "Time of the scene at which the tree is printed, in seconds, at most 3600.") var time = 0.0
  @Option(help: "Limit of the wait for loads from the network, in seconds, at most 3600.") var timeout = 30.0

  func validate() throws {
    if json, reading { throw ValidationError("only one of --json and --reading can be given") }
    if !(time >= 0 && time <= 3600) { throw ValidationError("--time must be 0 to 3600 seconds (got \(shown(time)))") }
    if !(timeout >= 0 && timeout <= 3600) { throw ValidationError("--timeout must be 0 to 3600 seconds (got \(shown(timeout)))") }
  }

  func run() throws {
    let scene = try options.open()
    try scene.settleLoads(timeout: timeout)
    try scene.advance(to: time)
    let (stage, tree) = (scene.stage, scene.stage.semanticsTree)
    func note(_ element: SemanticsElement) -> String {
      stage.semanticsPlace(of: element.id)?.visibility == .offScreen ? "(off screen)" : ""
    }
    if json {
      let report = SemanticsReport(tree) { stage.semanticsPlace(of: $0) }
      return try StandardOutput.write(report.json.pretty + "\n")
    }
    guard reading else { return try StandardOutput.write(tree.text(note)) }
    let lines = tree.readingOrder.map { element in
      let note = note(element)
      return element.line + (note.isEmpty ? "" : " " + note) + "\n"
    }
    try StandardOutput.write(lines.joined())
  }
}
