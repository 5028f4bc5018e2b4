public import Tessera

/// Switch scanning in the loop of a stage. Loop thread.
///
/// Space selects; with two switches Space moves the highlight and Enter selects. A touch anywhere selects too, if ``takesTouches`` is set.
public final class SwitchAssistant: Assistant {
  /// The highlight and its groups.
  public private(set) var scanner: SwitchScanner
  /// Whether a touch anywhere is a press of the switch.
  public var takesTouches = false
  /// Handler for a new place of the highlight, with its words: for a log, or for speech.
  public var onHighlight: ((SwitchScanner.Place?, String, Stage) -> Void)?
  private var timer: Timer?

  /// - Parameters:
  ///   - mode: number of switches.
  ///   - interval: seconds for each place of the highlight, 0.2 to 60.
  public init(_ mode: SwitchScanner.Mode, interval: Double = 1.5) { scanner = SwitchScanner(mode, interval: interval) }

  /// Stops scanning.
  public func close(in stage: Stage) {
    if let timer { stage.detach(timer) }
    timer = nil
  }

  public func handle(_ event: Event, in stage: Stage) -> EventResponse {
    switch event {
    case .key(let press) where press.modifiers.isEmpty && (press.key == .space || press.key == .enter):
      guard press.isDown, !press.isRepeat else { return .handled }
      let moves = scanner.mode == .two && press.key == .space
      if moves { carryOut(scanner.step(at: stage.now), in: stage) } else { self.press(in: stage) }
      return .handled
    case .touch(let touch) where takesTouches:
      if touch.phase == .began { press(in: stage) }
      return .handled
    default: return .ignored
    }
  }

  /// Presses the switch that selects.
  public func press(in stage: Stage) {
    let tree = stage.semanticsTree
    carryOut(scanner.select(at: stage.now) { tree[$0]?.isAdjustable ?? false }, in: stage)
  }

  public func frameDidEnd(in stage: Stage) {
    if timer == nil {
      let timer = Timer(self)
      self.timer = timer
      stage.attach(timer)
    }
    carryOut(scanner.update(stage.semanticsTree, at: stage.now), in: stage)
  }

  private func carryOut(_ actions: [SwitchScanner.Action], in stage: Stage) {
    for action in actions {
      switch action {
      case .perform(let action, let id): stage.perform(action, on: id)
      case .highlight(let place):
        stage.highlightedElement = place?.id
        if let place { stage.reveal(place.id) }
        onHighlight?(place, place.map { words(for: $0, in: stage) } ?? "", stage)
      }
    }
  }

  /// Returns the words for a place.
  private func words(for place: SwitchScanner.Place, in stage: Stage) -> String {
    let locale = stage.root.environmentValues.locale
    let speech = ElementSpeech(language: locale)
    let name = stage.semanticsTree[place.id].map { speech.text(of: $0, hasHints: false) } ?? ""
    switch place {
    case .control: return name
    case .group: return speech.join([name, speech.word("scan-group")])
    case .back: return speech.word("scan-back")
    case .increment: return speech.word("scan-increment")
    case .decrement: return speech.word("scan-decrement")
    }
  }

  private final class Timer: EventSource {
    private weak var assistant: SwitchAssistant?
    let descriptor: Int32 = -1
    var deadline: Double? { assistant?.scanner.deadline }
    init(_ assistant: SwitchAssistant) { self.assistant = assistant }

    func serve(_ stage: Stage) {
      guard let assistant else { return }
      assistant.carryOut(assistant.scanner.pass(at: stage.now), in: stage)
    }
  }
}

/// Several assistive programs of one stage, such as speech and switch scanning: events are offered in order. Loop thread.
public final class AssistantGroup: Assistant {
  private let members: [any Assistant]

  /// Creates a group.
  public init(_ members: [any Assistant]) { self.members = members }

  public func handle(_ event: Event, in stage: Stage) -> EventResponse {
    members.contains { $0.handle(event, in: stage) == .handled } ? .handled : .ignored
  }

  public func frameDidEnd(in stage: Stage) {
    for member in members { member.frameDidEnd(in: stage) }
  }
}
