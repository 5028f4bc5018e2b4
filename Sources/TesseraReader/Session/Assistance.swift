public import Tessera

/// Screen reader and switch scanning of a stage, by the options of a program. Loop thread.
public final class Assistance {
  /// Options.
  public struct Options: Sendable, Hashable {
    /// Whether elements are spoken.
    public var speaks = false
    /// Whether the whole screen is read at the start.
    public var readsOn = false
    /// Output of speech.
    public var output = SpeechChoice.automatic
    /// Output of braille; nil means none.
    public var braille: BrailleChoice?
    /// Accessibility bus of a desktop; nil means none.
    public var bus: DesktopBridge.Addresses?
    /// Name of the program on the accessibility bus.
    public var title = "Tessera"
    /// Switches; nil means none.
    public var switches: SwitchScanner.Mode?
    /// Whether a touch anywhere is a press of the switch.
    public var takesTouches = false
    /// Seconds for each place of the highlight.
    public var scanInterval = 1.5
    /// Settings of the reader.
    public var settings = ScreenReader.Settings()

    /// Creates options without any assistance.
    public init() {}

    /// Creates options from the values of a command line.
    ///
    /// - Parameters:
    ///   - speaks: whether elements are spoken.
    ///   - synthesizer: output of speech, as ``SpeechChoice`` reads it.
    ///   - switches: `one`, `two` or `touch`; nil means none.
    ///   - scanInterval: seconds for each place of the highlight.
    public init(speaks: Bool, synthesizer: String, switches: String?, scanInterval: Double) {
      (self.speaks, self.scanInterval) = (speaks, scanInterval)
      output = SpeechChoice(synthesizer) ?? .automatic
      self.switches = switches.map { SwitchScanner.Mode(rawValue: $0) ?? .one }
      takesTouches = switches == "touch"
    }

    /// Whether nothing is used.
    public var isEmpty: Bool { !speaks && braille == nil && switches == nil && bus == nil }
  }

  /// Reader; nil if nothing is spoken or shown in braille.
  public let reader: ReaderAssistant?
  /// Scanning; nil without switches.
  public let scanner: SwitchAssistant?
  /// Bridge to the screen reader of a desktop; nil without a bus.
  public let bridge: DesktopBridge?

  /// Begins the assistance of a stage.
  ///
  /// - Parameters:
  ///   - options: options.
  ///   - stage: stage; its assistant is replaced, unless the options are empty.
  ///   - line: receives the transcript, a line for each utterance, each content of the braille display and each step of the highlight:
  ///     `[0.350] Heating, switch, on`, `[0.350] braille: Heating swt <x>`.
  ///   - problem: receives problems of the speech output.
  public init(_ options: Options, on stage: Stage, line: @escaping (String) -> Void, problem: @escaping (String) -> Void) {
    if options.speaks || options.braille != nil {
      reader = ReaderAssistant(
        output: options.speaks ? options.output.makeOutput(problem: problem) : SilentOutput(), settings: options.settings,
        readsOn: options.readsOn, braille: options.braille?.makeDisplay())
    } else {
      reader = nil
    }
    bridge = options.bus.map { DesktopBridge($0, title: options.title) }
    bridge?.onProblem = problem
    scanner = options.switches.map { SwitchAssistant($0, interval: options.scanInterval) }
    scanner?.takesTouches = options.takesTouches
    if scanner != nil { reader?.takesTouches = false }
    let speaks = options.speaks
    reader?.onEvent = { [weak reader] event, time in
      switch event {
      case .shows(let frame): line("[\(Self.seconds(time))] braille: \(Self.words(frame))")
      case .speaks(let utterance):
        guard speaks else { return }
        let isForeign = utterance.language != reader?.reader.settings.language
        line("[\(Self.seconds(time))\(isForeign ? " \(utterance.language)" : "")] \(Self.oneLine(utterance.text))")
      case .stops: if speaks { line("[\(Self.seconds(time))] (stopped)") }
      case .problem(let reason): problem(reason)
      }
    }
    scanner?.onHighlight = { [weak reader] place, words, stage in
      guard place != nil else { return }
      // The steps of the highlight do not interrupt a live region, such as a text that a screen reads aloud.
      if let reader, !reader.isAnnouncing { reader.say(words, in: stage) }
      if !speaks { line("[\(Self.seconds(stage.now))] \(Self.oneLine(words))") }
    }
    let members = [scanner as (any Assistant)?, reader, bridge].compactMap { $0 }
    if !members.isEmpty { stage.assistant = members.count == 1 ? members[0] : AssistantGroup(members) }
  }

  /// Ends speech and scanning.
  public func close(in stage: Stage) {
    reader?.close(in: stage)
    scanner?.close(in: stage)
    bridge?.close(in: stage)
    stage.assistant = nil
  }

  /// Whether speech or a step is under way.
  public var isBusy: Bool { reader?.isBusy ?? false }

  /// Text of a braille display without the spaces at its end; the cell of the caret, from 1, follows.
  private static func words(_ frame: BrailleFrame) -> String {
    let end = frame.text.lastIndex { $0 != " " }.map { frame.text.index(after: $0) } ?? frame.text.startIndex
    var words = String(frame.text[..<end])
    if let caret = frame.caret { words += " (caret \(caret + 1))" }
    if !frame.selection.isEmpty { words += " (selected \(frame.selection.lowerBound + 1) to \(frame.selection.upperBound))" }
    return words
  }

  /// A time with three digits after the point.
  private static func seconds(_ time: Double) -> String {
    let milliseconds = Int((max(0, time) * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
