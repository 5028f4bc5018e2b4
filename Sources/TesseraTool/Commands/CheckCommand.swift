internal import ArgumentParser
internal import TesseraKit
internal import TesseraScene

/// `tessera check`: problems of a scene that a person cannot read, reach or hear.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks that people can read, reach and hear a scene.",
    discussion: """
      The scene is shown in every combination of modes, densities, text scales, directions and languages. A finding is a line: file, line, \
      column, kind, node, problem, and the combinations in which it occurs, unless it occurs in all.

      Kinds: contrast (letters below 4.5:1, large letters and parts of controls below 3:1, measured in the pixels), touch (areas smaller than \
      the density requires), cut (text that is not shown whole), overlap (text on text, control on control), label (no words for a screen \
      reader), size (letters below 11 units), depth (flat colors that a panel of 16 bits does not have; only with --rgb565), message (missing and \
      unused messages, and translations with other arguments).

      Disabled parts are exempt. Text over pictures and gradients is not judged; the last line has the number. Exit code 65 if there is a finding.
      """)

  @OptionGroup var options: SceneOptions
  @Option(help: ArgumentHelp("Modes, with commas: light, dark, contrast, contrastDark, night, paper, or all.", valueName: "modes"))
  var modes = "light,dark"
  @Option(help: ArgumentHelp("Densities, with commas: compact, regular, roomy, or all (default: the scene's).", valueName: "densities"))
  var densities = ""
  @Option(help: ArgumentHelp("Text scales, with commas, each 0.25 to 8.", valueName: "factors")) var textScales = "1,2"
  @Option(help: ArgumentHelp("Directions, with commas: ltr, rtl, or all (default: the scene's).", valueName: "directions"))
  var directions = ""
  @Option(help: ArgumentHelp("Languages, with commas, such as de,ar-EG (default: the scene's).", valueName: "tags")) var locales = ""
  @Option(help: ArgumentHelp("Kind of findings to leave out; may be given several times.", valueName: "kind")) var ignore:
    [CheckFinding.Kind] = []
  @Flag(help: "Reports flat colors that a panel of 16 bits does not have.") var rgb565 = false
  @Flag(help: "Prints JSON.") var json = false
  @Option(help: "Time of the scene at which it is checked, in seconds, at most 3600.") var time = 0.0
  @Option(help: "Seconds to wait for loads from the network, at most 3600.") var timeout = 30.0

  /// Most combinations of one run.
  private static let mostConditions = 1000
  /// Most pixels of a picture in which contrasts are measured.
  private static let mostPixels = 40_000_000.0

  func validate() throws {
    if !(time >= 0 && time <= 3600) { throw ValidationError("--time must be 0 to 3600 seconds (got \(shown(time)))") }
    if !(timeout >= 0 && timeout <= 3600) { throw ValidationError("--timeout must be 0 to 3600 seconds (got \(shown(timeout)))") }
    let count = try conditions().count
    if count > Self.mostConditions { throw ValidationError("\(count) combinations are too many: at most \(Self.mostConditions)") }
  }

  private func conditions() throws -> [CheckCondition] {
    CheckCondition.all(
      modes: try Self.values(modes, "--modes", ThemeMode.allCases),
      densities: try Self.values(densities, "--densities", ThemeDensity.allCases),
      textScales: try Self.words(textScales).map { word in
        guard let factor = Double(word), factor >= 0.25, factor <= 8 else {
          throw ValidationError("--text-scales must be numbers from 0.25 to 8 (got `\(word)`)")
        }
        return factor
      },
      directions: try Self.values(directions, "--directions", Direction.allCases).map { $0 == .rtl ? .rtl : .ltr },
      locales: Self.words(locales))
  }

  private enum Direction: String, CaseIterable { case ltr, rtl }

  private static func words(_ text: String) -> [String] { text.split(separator: ",").map { String($0.drop { $0 == " " }) } }

  private static func values<Value: RawRepresentable<String>>(_ text: String, _ option: String, _ all: [Value]) throws -> [Value] {
    if text == "all" { return all }
    return try words(text).map { word in
      guard let value = Value(rawValue: word) else {
        let names = all.map(\.rawValue)
        let near =
          nearestName(to: word, among: names).map { "; did you mean `\($0)`?" }
          ?? "; it must be one of \(names.joined(separator: ", ")), all"
        throw ValidationError("\(option): unknown name `\(word)`\(near)")
      }
      return value
    }
  }

  func run() throws {
    let conditions = try conditions()
    let messages = Messages(isStrict: options.strict, scene: options.scene)
    let scene = try options.read(messages)
    var report = CheckReport(file: scene.name, conditions)
    for condition in conditions {
      let open = try options.open(scene, messages, magnification: magnification(scene)) { data throws(DataError) in
        try condition.apply(to: data)
      }
      try open.settleLoads(timeout: timeout)
      try open.advance(to: time)
      let screen = CheckedScreen(open.stage, condition)
      let contrast = ContrastCheck(screen)
      report.add(judged: contrast.judged, unjudged: contrast.unjudged)
      var findings = contrast.findings + TouchAreaCheck.findings(screen) + TextFitCheck.findings(screen)
      findings += OverlapCheck.findings(screen) + LabelCheck.findings(screen)
      if rgb565 { findings += ColorDepthCheck.findings(screen) }
      report.add(findings.filter { !ignore.contains($0.kind) }, in: condition)
    }
    if !ignore.contains(.message) { report.add(MessageCheck.problems(scene)) }
    try StandardOutput.write(json ? report.json.pretty + "\n" : report.text)
    if !json { StandardError.write(summary(report, conditions.count)) }
    if !report.isEmpty { throw ExitCode(ExitStatus.badData.rawValue) }
  }

  private func summary(_ report: CheckReport, _ count: Int) -> String {
    let unjudged = report.unjudged == 0 ? "" : ", \(report.unjudged) contrasts over pictures or gradients not judged"
    return "\(report.count) finding\(report.count == 1 ? "" : "s") in \(count) combination\(count == 1 ? "" : "s")\(unjudged)\n"
  }

  /// Factor of the picture's size, so that even thin letters have pixels of their own color.
  private func magnification(_ scene: Scene) -> Double {
    let size = options.size?.size ?? scene.size ?? SceneOptions.defaultSize
    let scale = options.scale ?? scene.scale ?? 1
    let pixels = size.width * size.height * scale * scale
    let sides = max(size.width, size.height) * scale
    return max(1, min(3 / scale, (Self.mostPixels / max(pixels, 1)).squareRoot(), Double(Stage.maximumSide) / max(sides, 1)).rounded(.down))
  }
}
