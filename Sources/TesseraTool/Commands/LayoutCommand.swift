internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera layout`: where everything lies.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Prints where every node of a scene lies.",
    discussion: """
      Frames are border boxes relative to the parent's border box, in logical units, with edges rounded to device pixels unless --unrounded \
      is given. The root fills the scene's size as on a stage; with --available it is laid out in that space instead and takes what it wants.
      """)

  @Argument(help: "The scene file (YAML or JSON).") var scene: String
  @Flag(help: "Prints JSON.") var json = false
  @Flag(help: "Prints frames as the layout gives them, not rounded to device pixels.") var unrounded = false
  @Option(help: "Space for the root: WxH, either of which may be `unlimited`, or `unlimited` for both.") var available: AvailableArgument?
  @Option(help: "Logical size of the stage, such as 800x480 (default: the scene's, else 800x480).") var size: SizeArgument?
  @Option(help: "Device pixels a logical unit (default: the scene's, else 1).") var scale: Double?
  @Option(help: "Where lines and rows start: ltr, rtl (default: the scene's, else ltr).") var direction: DirectionArgument?
  @Option(help: ArgumentHelp("A font file or a directory of fonts; may be given several times.", valueName: "path")) var fonts: [String] =
    []

  enum DirectionArgument: String, ExpressibleByArgument, CaseIterable { case ltr, rtl }

  func validate() throws {
    if let scale, !(scale > 0 && scale <= 64) { throw ValidationError("--scale is \(scale); above 0 and at most 64 would be right") }
    if available != nil, size != nil { throw ValidationError("--available and --size exclude each other") }
  }

  func run() throws {
    try SceneOptions.addFonts(fonts)
    let scene = try SceneOptions.load(scene)
    for warning in scene.warnings { StandardError.write(warning.description + "\n") }
    for error in scene.addFonts() { StandardError.write("\(scene.name): warning: \(error)\n") }
    let report = try Self.report(
      scene, available: available, size: size?.size, scale: scale, direction: direction.map { $0 == .rtl ? .rtl : .ltr },
      unrounded: unrounded)
    try StandardOutput.write(json ? report.json.pretty + "\n" : report.text())
  }

  static func report(
    _ scene: Scene, available: AvailableArgument? = nil, size: Size? = nil, scale: Double? = nil, direction: LayoutDirection? = nil,
    unrounded: Bool
  ) throws(ToolError) -> LayoutReport {
    let root: AnyNode
    do throws(SceneErrors) { root = try scene.makeRoot() } catch { throw ToolError(error) }
    let environment = Environment(scale: scale ?? scene.scale ?? 1, direction: direction ?? scene.direction ?? .ltr)
    let space: AvailableSize
    if let available {
      space = AvailableSize(Size(available.width, available.height))
    } else {
      space = AvailableSize(size ?? scene.size ?? SceneOptions.defaultSize)
      // As a stage does it.
      if root.style.width.isAuto { root.style.width = .stretch }
      if root.style.height.isAuto { root.style.height = .stretch }
    }
    return LayoutReport(
      root.layout(available: space, environment: environment), environment: environment, scale: unrounded ? nil : environment.scale)
  }
}
