internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera layout`: frames of all nodes and their computation.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Prints the frame of every node of a scene, with the reasons for its size.",
    discussion: """
      Without --json, --ascii or --boxes: an indented tree. Each line is a box: type, #id, position and size, main axis of its children, and \
      after `in` its available space: `definite` (fixed), `at most` (upper limit) or `max-content` (unlimited). The lines below it are the \
      reasons for width and height, from the style to the size: `given 120`, `percent 50 of 320`, `flex-basis 0`, `content`, \
      `ratio 1.5`, `stretched`, `flexed: grew 40 of 120` (free space of the line), `flexed: shrank 10 of 20` (missing space), `clamped by \
      max-width 200`, `clamped by min-content 51` (automatic minimum size), `absolute: left+right`, `auto margin left 40`. \
      The output is colored on a terminal unless NO_COLOR is set.

      Frames are border boxes relative to the parent's border box, in logical units, with edges rounded to device pixels unless --unrounded \
      is given. The root fills the scene's size as on a stage; with --available it has its preferred size in that space.

      Boxes between nodes belong to the layout specs of node types, such as the stack inside a button.
      """)

  @Argument(help: "Scene file (YAML or JSON).") var scene: String
  @Flag(help: "Prints JSON: nodes and frames.") var json = false
  @Flag(help: "Draws the nested stacks and boxes with their names.") var ascii = false
  @Flag(help: "Draws the frames to scale with their names, later boxes over earlier ones.") var boxes = false
  @Option(help: ArgumentHelp("Prints only the node with this id and its descendants.", valueName: "id")) var id: String?
  @Option(help: ArgumentHelp("Maximum number of levels that are printed.", valueName: "levels")) var depth: Int?
  @Flag(help: "Prints the tree without the reasons, one line per node.") var brief = false
  @Option(help: ArgumentHelp("Columns of --ascii and --boxes (default: those of the terminal, else 80).", valueName: "columns"))
  var columns: Int?
  @Flag(help: "Prints frames without rounding to device pixels.") var unrounded = false
  @Option(
    help: "Available space of the root: WxH, each of which may be `unlimited`, or `unlimited` for both.",
    transform: AvailableArgument.checked)
  var available: AvailableArgument?
  @Option(help: "Logical size of the stage, such as 800x480 (default: the scene's, else 800x480).", transform: SizeArgument.checked)
  var size: SizeArgument?
  @Option(help: "Device pixels per logical unit, above 0 and at most 64 (default: the scene's, else 1).") var scale: Double?
  @Option(
    help: ArgumentHelp(
      "Safe-area insets (depth of round corners or cut-outs): one number, or four with commas (default: the scene's, else 0).",
      valueName: "top,right,bottom,left"), transform: SafeAreaArgument.checked) var safeArea: SafeAreaArgument?
  @Option(help: "Writing direction: ltr or rtl (default: the scene's, else ltr).") var direction: DirectionArgument?
  @Option(help: ArgumentHelp("Font file or directory of fonts; may be given several times.", valueName: "path")) var fonts: [String] =
    []

  enum DirectionArgument: String, ExpressibleByArgument, CaseIterable { case ltr, rtl }

  func validate() throws {
    if let scale, !(scale > 0 && scale <= 64) { throw ValidationError("--scale must be above 0 and at most 64 (got \(shown(scale)))") }
    if available != nil, size != nil { throw ValidationError("--available and --size cannot be combined") }
    if [json, ascii, boxes].count(where: { $0 }) > 1 { throw ValidationError("only one of --json, --ascii and --boxes can be given") }
    if let depth, depth < 1 { throw ValidationError("--depth must be at least 1 (got \(depth))") }
    if let columns, !(20...1000).contains(columns) { throw ValidationError("--columns must be 20 to 1000 (got \(columns))") }
  }

  func run() throws {
    try SceneOptions.addFonts(fonts)
    let scene = try SceneOptions.load(scene)
    for warning in scene.warnings { StandardError.write(warning.description + "\n") }
    for error in scene.addFonts() { StandardError.write("\(scene.name): warning: \(error)\n") }
    let setting = try Setting(
      scene, available: available, size: size?.size, scale: scale, direction: direction.map { $0 == .rtl ? .rtl : .ltr },
      safeArea: safeArea?.insets)
    let text: String
    if json {
      let report = setting.report(unrounded: unrounded)
      guard let root = id.map({ id in report.entries.firstIndex { $0.id == id } }) ?? 0 else { throw unknown(id) }
      text = report.json(root: root, depth: depth).pretty + "\n"
    } else {
      let explained = setting.root.explainLayout(
        available: setting.space, environment: setting.environment, safeArea: setting.safeArea)
      guard let root = id.map({ explained.box(id: $0)?.index }) ?? 0 else { throw unknown(id) }
      let columns = columns ?? Terminal.columns ?? 80
      if ascii {
        text = explained.boxes.asciiArt(columns: columns, root: root, depth: depth) + "\n"
      } else if boxes {
        text = explained.boxes.drawing(columns: columns, root: root, depth: depth) + "\n"
      } else {
        text = explained.text(
          LayoutExplanation.TextOptions(
            depth: depth, root: root, showsReasons: !brief, usesColor: Terminal.wantsColor,
            scale: unrounded ? nil : setting.environment.scale))
      }
    }
    try StandardOutput.write(text)
  }

  private func unknown(_ id: String?) -> ToolError {
    ToolError(.usage, "the scene \(scene) has no node with the id `\(id ?? "")`; `tessera layout \(scene) --brief` lists the valid ones")
  }

  /// Root node and available space of the layout.
  struct Setting {
    let root: AnyNode
    let space: AvailableSize
    let environment: EnvironmentValues
    let safeArea: Insets

    init(
      _ scene: Scene, available: AvailableArgument? = nil, size: Size? = nil, scale: Double? = nil, direction: LayoutDirection? = nil,
      safeArea: Insets? = nil
    ) throws(ToolError) {
      self.safeArea = safeArea ?? scene.safeArea ?? .zero
      environment = EnvironmentValues(scale: scale ?? scene.scale ?? 1, direction: direction ?? scene.direction ?? .ltr)
      let data = SceneData()
      data.onProblem = { StandardError.write($0.description + "\n") }
      let known = available.map { Size($0.width, $0.height) } ?? size ?? scene.size ?? SceneOptions.defaultSize
      var around = SceneEnvironment(of: scene, size: known, scale: environment.scale)
      around.direction = environment.direction
      data.begin(in: around)
      do throws(SceneErrors) { root = try scene.makeRoot(data: data) } catch { throw ToolError(error) }
      if let available {
        space = AvailableSize(Size(available.width, available.height))
      } else {
        space = AvailableSize(size ?? scene.size ?? SceneOptions.defaultSize)
        // Same defaults as in a stage.
        if root.style.width.isAuto { root.style.width = .stretch }
        if root.style.height.isAuto { root.style.height = .stretch }
      }
    }

    func report(unrounded: Bool) -> LayoutReport {
      LayoutReport(
        root.layout(available: space, environment: environment, safeArea: safeArea), environment: environment,
        scale: unrounded ? nil : environment.scale)
    }
  }
}
