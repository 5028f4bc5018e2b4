internal import ArgumentParser
internal import Tessera
internal import TesseraPlayer
internal import TesseraReader

/// Options of `run` for speech, braille and switches.
struct ReaderOptions: ParsableArguments {
  @Flag(
    help: """
      Screen reader: prints every utterance with its time, and speaks it with --display. Without script and frames, reads the whole scene aloud.
      """)
  var speak = false
  @Option(
    help: ArgumentHelp(
      "Braille line, `--braille` or `--braille=CELLS`: prints its content with the time, 4 to 400 cells (default: 40). With --display, it is the display of brltty.",
      valueName: "cells")) var braille: Int?
  @Option(help: ArgumentHelp("Speech output: \(SpeechChoice.usage) (default: auto with --display, else none).", valueName: "which"))
  var synthesizer: String?
  @Option(
    help: ArgumentHelp(
      "With --display: AT-SPI for the screen reader of a desktop: auto (default) if the session has a bus, none, or an address.",
      valueName: "bus")) var accessibilityBus: String?
  @Option(
    name: .customLong("switch"),
    help: ArgumentHelp(
      "Switch scanning: one (Space selects, the highlight moves by time), two (Space moves, Enter selects) or touch (as one, by a touch anywhere).",
      valueName: "how")) var switches: String?
  @Option(help: ArgumentHelp("Seconds for each step of switch scanning, 0.2 to 60 (default: 1.5).", valueName: "seconds"))
  var scanInterval: String?

  /// Whether the screen reader is on.
  var isReading: Bool { speak || braille != nil }

  /// Options as those of the player.
  var named: [(String, String?)] {
    [("--synthesizer", synthesizer), ("--accessibility-bus", accessibilityBus), ("--switch", switches), ("--scan-interval", scanInterval)]
  }

  func validate() throws {
    if let braille, !BrailleChoice.columns.contains(braille) {
      throw ValidationError("--braille must be 4 to 400 cells (got \(braille))")
    }
    do throws(PlayerArguments.Wrong) { _ = try assistance() } catch { throw ValidationError(error.reason) }
  }

  /// Options for a script: speech is silent unless an output is named.
  func assistance() throws(PlayerArguments.Wrong) -> Assistance.Options {
    var player = PlayerOptions(scene: "")
    for (name, value) in named {
      if let value { try PlayerArguments.set(name, value, &player) }
    }
    let chosen = player.assistance
    var options = Assistance.Options(
      speaks: speak, synthesizer: synthesizer == nil ? "none" : chosen.synthesizer, switches: chosen.switches,
      scanInterval: chosen.scanInterval)
    options.braille = braille.map { .transcript(columns: $0) }
    return options
  }
}
