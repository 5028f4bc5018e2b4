internal import Glibc
internal import Tessera
internal import TesseraDevices

/// Benchmark cases by name.
enum BenchCases {
  static let names = [
    "labels", "paragraph", "images", "blur", "decode", "scene", "scroll", "fill", "startup", "idle", "one-label", "relayout", "layout",
    "table",
    "rows", "diff", "workers", "long-scroll", "rainforest", "cancel", "rgb565", "scrolled-frame", "input", "keyboard", "controls",
    "bindings",
    "network-feed",
    "motion", "compositor", "sound", "map",
  ]

  /// Cases that run a program with a display and measure its memory. They keep little memory, like the player. The other cases repeat a
  /// piece of work, with the default settings of the C library's heap.
  private static let running: Set = ["startup", "idle", "scroll", "table", "long-scroll", "rainforest", "network-feed", "map"]

  static func run(_ name: String, data: String, out: String?) throws(BenchError) {
    // Checked before the work: a wrong folder must not waste a measurement.
    if let out, !isDirectory(out) {
      throw BenchError(.cannotCreate, "cannot create pictures in \(out): there is no such folder")
    }
    do {
      if running.contains(name) { ProcessMemory.keepsLittle() }
      try measure(BenchHarness(name: name, data: data, out: out))
    } catch let error as BenchData.Missing {
      throw BenchError(.noInput, error.description)
    } catch {
      throw BenchError(.inputOutput, "\(error)")
    }
  }

  /// Returns the figures of a small run of a case, by metric.
  static func counts(_ name: String, data: String) throws -> [String: Double] {
    var figures: [String: Double] = [:]
    try measure(BenchHarness(name: name, data: data, out: nil, extent: .small) { figures[$0.metric] = $0.value })
    return figures
  }

  private static func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  private static func measure(_ harness: BenchHarness) throws {
    switch harness.name {
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
    case "sound": try harness.sound()
    case "rgb565": try harness.rgb565()
    case "scrolled-frame": try harness.scrolledFrame()
    case "input": try harness.input()
    case "keyboard": try harness.keyboard()
    case "controls": try harness.controls()
    case "bindings": try harness.bindings()
    case "network-feed": try harness.networkFeed()
    case "motion": try harness.motion()
    case "compositor": try harness.compositor()
    case "map": try harness.map()
    default: harness.notOffered()
    }
  }
}
