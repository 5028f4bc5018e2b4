internal import ArgumentParser
internal import Glibc
internal import Tessera
internal import TesseraDevices

/// `tessera bench`: figures of one case, as JSON lines.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measures one benchmark case and prints its figures as JSON lines.",
    discussion: """
      Cases: \(cases.joined(separator: " ")).
      Times are CPU time of the process; memcpy_ms is the time of a memcpy of one 1920x1080x4 surface in the same process.
      """)

  static let cases = [
    "labels", "paragraph", "images", "blur", "decode", "scene", "scroll", "fill", "startup", "idle", "one-label", "relayout", "layout",
    "table",
    "rows", "diff", "workers", "long-scroll", "rainforest", "cancel", "rgb565", "scrolled-frame", "input",
  ]

  /// Cases in which a program runs and shows something, and has its memory counted: it keeps little, as the player does. The others measure a piece of work
  /// that is done over and over, with the memory of the C library as any program has it.
  private static let running: Set = ["startup", "idle", "scroll", "table", "long-scroll", "rainforest"]

  @Option(name: .customLong("case"), help: "The case.") var name: String
  @Option(help: "Folder for pictures of what was drawn.") var out: String?
  @Option(help: "Folder of the inputs (default: $BENCH_DATA).") var data: String?

  func run() throws { try Self.run(name, data: data, out: out) }

  static func run(_ name: String, data: String?, out: String?) throws {
    // Before the work: a wrong folder should not cost a measurement.
    if let out, !out.isEmpty, !Files.isDirectory(out) {
      throw ToolError(.cannotCreate, "cannot create pictures in \(out): there is no such folder")
    }
    do {
      try measure(name, data: data, out: out)
    } catch let error as DeviceError {
      throw ToolError(error)
    } catch let error as BenchData.Missing {
      throw ToolError(.noInput, error.description)
    }
  }

  private static func measure(_ name: String, data: String?, out: String?) throws {
    if running.contains(name) { ProcessMemory.keepsLittle() }
    let data = data ?? getenv("BENCH_DATA").map { String(cString: $0) } ?? "../shared/bench/data"
    let harness = BenchHarness(name: name, data: data, out: out.flatMap { $0.isEmpty ? nil : $0 })
    switch name {
    case "labels": try harness.labels()
    case "paragraph": try harness.paragraph()
    case "images": try harness.images()
    case "blur": try harness.blur()
    case "decode": try harness.decode()
    case "scene": try harness.scene()
    case "scroll": try harness.scroll()
    case "fill": try harness.fill()
    case "startup": try harness.startup()
    case "idle": try harness.idle()
    case "one-label": try harness.oneLabel()
    case "layout": try harness.layout()
    case "relayout": try harness.relayout()
    case "table": try harness.table()
    case "rows": try harness.rows()
    case "diff": try harness.diff()
    case "workers": try harness.workers()
    case "long-scroll": try harness.longScroll()
    case "rainforest": try harness.rainforest()
    case "cancel": try harness.cancel()
    case "rgb565": try harness.rgb565()
    case "scrolled-frame": try harness.scrolledFrame()
    case "input": try harness.input()
    default: harness.notOffered()
    }
  }

  /// Runs `bench --case NAME …` without the argument parser, whose library costs a start-up that the case `startup` measures.
  /// Returns false where the arguments are anything else.
  static func runEarly(_ arguments: [String]) -> Bool {
    guard arguments.count >= 3, arguments[0] == "bench" else { return false }
    var name: String?
    var out: String?
    var data: String?
    var i = 1
    while i + 1 < arguments.count {
      switch arguments[i] {
      case "--case": name = arguments[i + 1]
      case "--out": out = arguments[i + 1]
      case "--data": data = arguments[i + 1]
      default: return false
      }
      i += 2
    }
    guard i == arguments.count, let name else { return false }
    do {
      try run(name, data: data, out: out)
    } catch let error as ToolError {
      StandardError.write(error.description + "\n")
      Glibc.exit(error.status.rawValue)
    } catch {
      StandardError.write("tessera: error: \(error)\n")
      Glibc.exit(ExitStatus.inputOutput.rawValue)
    }
    return true
  }
}
