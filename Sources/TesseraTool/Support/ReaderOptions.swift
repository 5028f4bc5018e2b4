internal import ArgumentParser
internal import Tessera
internal import TesseraPlayer
internal import TesseraReader

/// Options of `run` for speech and switches.
struct ReaderOptions: ParsableArguments {
  @Flag(
    help: """
      Screen reader: prints every utterance with its time, and speaks it with --display. Without script and frames, reads the whole scene aloud.
      """)
  var speak = false
  @Option(help: ArgumentHelp("Speech output: \(SpeechChoice.usage) (default: auto with --display, else none).", valueName: "which"))
  var synthesizer: String?
  @Option(
    name: .customLong("switch"),
    help: ArgumentHelp(
      "Switch scanning: one (Space selects, the highlight moves by time), two (Space moves, Enter selects) or touch (as one, by a touch anywhere).",
      valueName: "how")) var switches: String?
  @Option(help: ArgumentHelp("Seconds for each step of switch scanning, 0.2 to 60 (default: 1.5).", valueName: "seconds"))
  var scanInterval: String?

  /// Options as those of the player.
  var named: [(String, String?)] {
    [("--synthesizer", synthesizer), ("--switch", switches), ("--scan-interval", scanInterval)]
  }

  func validate() throws {
    do throws(PlayerArguments.Wrong) { _ = try assistance() } catch { throw ValidationError(error.reason) }
  }

  /// Options for a script: speech is silent unless an output is named.
  func assistance() throws(PlayerArguments.Wrong) -> Assistance.Options {
    var player = PlayerOptions(scene: "")
    for (name, value) in named {
      if let value { try PlayerArguments.set(name, value, &player) }
    }
    let chosen = player.assistance
    return Assistance.Options(
      speaks: speak, synthesizer: synthesizer == nil ? "none" : chosen.synthesizer, switches: chosen.switches,
      scanInterval: chosen.scanInterval)
  }
}
