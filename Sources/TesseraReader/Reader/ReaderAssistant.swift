public import Tessera
internal import TesseraGeometry

/// A screen reader in the loop of a stage: keys and gestures, elements, speech. Loop thread.
///
/// ```swift
/// let reader = ReaderAssistant(output: SynthesizerProcess())
/// stage.assistant = reader
/// ```
public final class ReaderAssistant: Assistant {
  /// Line of a transcript.
  public enum Event: Sendable, Hashable {
    /// An utterance was handed to the output.
    case speaks(Utterance)
    /// The current utterance was stopped before its end.
    case stops
    /// A braille display shows another content.
    case shows(BrailleFrame)
    /// The output has a problem.
    case problem(String)
  }

  /// The cursor and its words.
  public private(set) var reader: ScreenReader
  /// Handler for everything that is spoken, with the time of the stage's clock in seconds.
  public var onEvent: ((Event, Double) -> Void)?
  /// Whether touches are the reader's gestures, and not passed to nodes.
  public var takesTouches = true
  /// Braille display; nil means none. Set it before the first frame.
  public let braille: (any BrailleDisplay)?
  /// Line of the braille display.
  var line: BrailleReader
  /// Content that the display shows.
  var shown: BrailleFrame?
  /// State of the stage for which the line was made.
  var lineSource: LineSource?
  private let output: any SpeechOutput
  private var queue = SpeechQueue()
  private var touches = TouchExploration()
  private var timer: Timer?
  private var text: (id: SemanticsID?, state: TextInputState)?
  /// Language that the program chose; nil means that of the stage's root.
  private let language: String?
  weak var stage: Stage?
  /// Number of frames from the first one to the first utterance, and of frames until now.
  public private(set) var frames = (first: 0, count: 0)

  /// - Parameters:
  ///   - output: destination of utterances.
  ///   - settings: settings; the language is that of the root's environment unless `language` is given.
  ///   - language: language of elements that name none; nil means `locale` of the root.
  ///   - readsOn: whether the whole screen is read at the start.
  ///   - braille: braille display.
  public init(
    output: any SpeechOutput, settings: ScreenReader.Settings = .init(), language: String? = nil, readsOn: Bool = false,
    braille: (any BrailleDisplay)? = nil
  ) {
    (self.output, self.language, reader) = (output, language, ScreenReader(readsOn: readsOn))
    (self.braille, line) = (braille, BrailleReader(columns: braille.map(\.columns).flatMap { $0 > 0 ? $0 : nil } ?? 40))
    reader.settings = settings
    if let language { reader.settings.language = language }
    output.onEnd = { [weak self] id in self?.ended(id) }
    output.onProblem = { [weak self] reason in
      guard let self, let stage = self.stage else { return }
      self.onEvent?(.problem(reason), stage.now)
    }
    connectBraille()
  }

  /// Whether something is spoken, or a step waits for elements.
  public var isBusy: Bool { queue.current != nil || !queue.waiting.isEmpty || reader.isWaiting }

  /// Whether a change of a live region is spoken, or waits.
  public var isAnnouncing: Bool { queue.current?.region != nil || queue.waiting.contains { $0.region != nil } }

  /// Whether the screen is read on.
  public var isReading: Bool { reader.isReading }

  /// Stops speech and releases the output.
  public func close(in stage: Stage) {
    carryOut(queue.stop(), in: stage)
    output.close(in: stage)
    braille?.close(in: stage)
    if let timer { stage.detach(timer) }
    timer = nil
  }

  // MARK: Commands

  /// Performs a command.
  public func perform(_ command: ReaderCommand, in stage: Stage) {
    self.stage = stage
    var explored: SemanticsID?
    if case .explore(let point) = command { explored = stage.semanticsElement(at: point) }
    carryOut(reader.perform(command, in: stage.semanticsTree, explored: explored), in: stage)
  }

  /// Moves the cursor to an element, and reads it.
  public func moveCursor(to id: SemanticsID, in stage: Stage) {
    self.stage = stage
    carryOut(reader.moveCursor(to: id, in: stage.semanticsTree), in: stage)
  }

  /// Speaks a text that no element has, such as the name of a group of switch scanning.
  public func say(_ text: String, in stage: Stage) {
    self.stage = stage
    var utterance = Utterance(text, language: reader.settings.language)
    utterance.announcement = text
    carryOut([ReaderAction.speak(utterance)], in: stage)
  }

  // MARK: Assistant

  public func handle(_ event: Tessera.Event, in stage: Stage) -> EventResponse {
    self.stage = stage
    switch event {
    case .key(let press):
      if let command = ReaderKeys.command(press) {
        if press.isDown { perform(command, in: stage) }
        return .handled
      }
      // Typing interrupts speech.
      if press.isDown { carryOut(queue.stop(), in: stage) }
      return .ignored
    case .touch(let touch):
      guard takesTouches else { return .ignored }
      for command in touches.handle(touch, at: stage.now) { perform(command, in: stage) }
      return .handled
    case .text, .composition, .wheel, .contextMenu, .pointerButton, .focus: return .ignored
    }
  }

  public func frameDidEnd(in stage: Stage) {
    self.stage = stage
    if timer == nil {
      let timer = Timer(self)
      self.timer = timer
      stage.attach(timer)
    }
    if language == nil { adoptLanguage(of: stage) }
    let tree = stage.semanticsTree
    // An empty stage has no layout yet.
    guard tree[tree.root]?.children.isEmpty == false || reader.cursor != nil else { return }
    frames.count += 1
    let actions = reader.update(tree) { id in
      stage.semanticsPlace(of: id).map { $0.visibility != .hidden } ?? false
    }
    carryOut(actions, in: stage)
    echo(tree, in: stage)
    if reader.isWaiting { carryOut(reader.endFrame(tree), in: stage) }
    updateLine(tree, in: stage)
  }

  private func adoptLanguage(of stage: Stage) {
    let locale = stage.root.environmentValues.locale
    let tag = locale.isEmpty ? "en" : locale
    if reader.settings.language != tag { reader.settings.language = tag }
  }

  /// Reads changes of the text with the focus.
  private func echo(_ tree: SemanticsTree, in stage: Stage) {
    guard let focus = tree.focus, let state = stage.focusedText else {
      text = nil
      return
    }
    defer { text = (focus, state) }
    guard let text, text.id == focus, text.state != state else { return }
    let language = tree[focus]?.semantics.language ?? reader.settings.language
    guard let words = TextEcho(language: language, typing: reader.settings.typing).words(from: text.state, to: state) else { return }
    carryOut([ReaderAction.speak(Utterance(words, language: language))], in: stage)
  }

  // MARK: Speech

  private func carryOut(_ actions: [ReaderAction], in stage: Stage) {
    for action in actions {
      switch action {
      case .speak(let utterance):
        if let words = utterance.announcement, braille != nil { line.announce(words, at: stage.now) }
        carryOut(queue.add(utterance), in: stage)
      case .silence: carryOut(queue.stop(), in: stage)
      case .perform(let action, let id): if !stage.perform(action, on: id) { refuse(action, in: stage) }
      case .mark(let id):
        stage.highlightedElement = id
        if let id { stage.reveal(id) }
      }
    }
  }

  private func refuse(_ action: SemanticsAction, in stage: Stage) {
    let key: String
    switch action {
    case .scroll: key = "no-scroll"
    case .dismiss: key = "no-dismiss"
    // An element without an action is only read.
    default: return
    }
    say(ReaderWords.text(key, language: reader.settings.language), in: stage)
  }

  private func carryOut(_ actions: [SpeechQueue.Action], in stage: Stage) {
    for action in actions {
      switch action {
      case .cancel:
        output.cancel(in: stage)
        onEvent?(.stops, stage.now)
      case .start(let utterance):
        if frames.first == 0 { frames.first = frames.count }
        onEvent?(.speaks(utterance), stage.now)
        output.start(utterance, in: stage)
      }
    }
  }

  private func ended(_ id: Int) {
    guard let stage else { return }
    carryOut(queue.end(id), in: stage)
    if queue.current == nil, reader.isReading { carryOut(reader.readOn(stage.semanticsTree), in: stage) }
  }

  /// Wakes the loop for fingers that rest.
  private final class Timer: EventSource {
    private weak var assistant: ReaderAssistant?
    let descriptor: Int32 = -1
    var deadline: Double? {
      guard let assistant else { return nil }
      // A step that waits counts frames.
      if assistant.reader.isWaiting { return 0 }
      return [assistant.touches.deadline, assistant.line.deadline].compactMap { $0 }.min()
    }
    init(_ assistant: ReaderAssistant) { self.assistant = assistant }

    func serve(_ stage: Stage) {
      guard let assistant else { return }
      for command in assistant.touches.pass(at: stage.now) { assistant.perform(command, in: stage) }
      if assistant.line.pass(at: stage.now) { assistant.refreshBraille(in: stage) }
    }
  }
}
