internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera render`: renders a scene to a picture.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Renders a scene to a picture or a raw framebuffer.",
    usage: "tessera render <scene> -o <out> [<options>]",
    discussion: """
      The extension of the output selects the file format: .png, .ppm, or .raw for bare rows in the pixel format. `-` writes a PNG to \
      standard output, or bare rows if --format is given.
      """)

  @OptionGroup var options: SceneOptions
  @Option(name: .shortAndLong, help: ArgumentHelp("Output file: .png, .ppm, .raw or -.", valueName: "out")) var output: String?
  @Argument(help: .hidden) var rest: [String] = []
  @Option(help: "Pixel format, with dither if depth is lost; a PNG or PPM shows the result (default: argb8888).") var format:
    FormatArgument?
  @Option(help: "Clockwise rotation of the picture, in degrees.") var rotate = RotationArgument(argument: "0")!  // a valid value
  @Option(help: "Time of the scene at which it is rendered, in seconds, at most 3600.") var time = 0.0
  @Option(help: "Limit of the wait for loads from the network, in seconds, at most 3600.") var timeout = 30.0
  @Flag(help: "Prints counts of work and frame times as JSON on standard error.") var stats = false
  @Option(help: ArgumentHelp("Output file of a trace of every pass and job, for Perfetto or Chrome.", valueName: "out.json")) var trace:
    String?

  /// Checks the output, after the parser has refused unknown options: their values are in `rest` too.
  private func checkOutput() throws {
    if let extra = rest.first {
      let isPicture = output == nil && PictureOutput.Kind(rawValue: Files.fileExtension(extra)) != nil
      throw ValidationError(
        isPicture ? "the output needs -o: tessera render \(options.scene) -o \(extra)" : "unexpected argument `\(extra)`")
    }
    if output == nil { throw ValidationError("the output is missing: tessera render \(options.scene) -o out.png") }
  }

  func validate() throws {
    if !(time >= 0 && time <= 3600) { throw ValidationError("--time must be 0 to 3600 seconds (got \(shown(time)))") }
    if !(timeout >= 0 && timeout <= 3600) { throw ValidationError("--timeout must be 0 to 3600 seconds (got \(shown(timeout)))") }
  }

  func run() throws {
    try checkOutput()
    // Check first: a wrong extension should not cost a rendering.
    let output = try PictureOutput(path: output ?? "-", format: format?.format, rotation: rotate.rotation)
    let scene = try options.open()
    if let format = format?.format { scene.stage.colorDepth = ColorDepth(format) }
    if options.textAntialiasing == .auto, format?.format == .mono1 { scene.stage.textAntialiasing = .bilevel }
    let frame = scene.stage.framebuffer
    if output.kind == .png, frame.width == 0 || frame.height == 0 {
      throw ToolError(
        options.size == nil ? .badData : .usage,
        "\(options.size == nil ? "the scene's size" : "--size") gives a picture of \(frame.width) x \(frame.height) pixels; "
          + "a PNG needs at least 1 x 1, a .ppm or .raw may be empty")
    }
    let recording = Recording(scene.stage, stats: stats, trace: trace)
    try scene.settleLoads(timeout: timeout)
    try scene.advance(to: time)
    try scene.checkPicture()
    try output.write(scene.stage.framebuffer)
    try recording.finish()
  }
}
