public import Tessera

/// Destination of utterances: a synthesizer, or nothing. Used on a stage's loop; it never blocks.
public protocol SpeechOutput: AnyObject {
  /// Handler for the end of an utterance.
  var onEnd: ((Int) -> Void)? { get set }
  /// Handler for a problem, in words for a log; the utterance ends too.
  var onProblem: ((String) -> Void)? { get set }
  /// Begins to speak an utterance, in the loop of a stage. The former one has ended or was cancelled.
  func start(_ utterance: Utterance, in stage: Stage)
  /// Stops speaking. The utterance does not end.
  func cancel(in stage: Stage)
  /// Releases processes and connections.
  func close(in stage: Stage)
}

/// Output without sound, which takes the time of a voice: for transcripts. Loop thread.
public final class SilentOutput: SpeechOutput, EventSource {
  public var onEnd: ((Int) -> Void)?
  public var onProblem: ((String) -> Void)?
  private var current: (id: Int, end: Double)?
  private var isAttached = false

  /// Seconds for each character, and for the pause after an utterance: 170 words a minute.
  static let (secondsPerCharacter, pause) = (0.06, 0.2)

  /// Creates an output.
  public init() {}

  public let descriptor: Int32 = -1
  public var deadline: Double? { current?.end }

  public func start(_ utterance: Utterance, in stage: Stage) {
    if !isAttached { stage.attach(self) }
    isAttached = true
    current = (utterance.id, stage.now + Double(utterance.text.count) * Self.secondsPerCharacter + Self.pause)
  }

  public func cancel(in stage: Stage) { current = nil }

  public func close(in stage: Stage) {
    current = nil
    if isAttached { stage.detach(self) }
    isAttached = false
  }

  public func serve(_ stage: Stage) {
    guard let current, current.end <= stage.now + 1e-6 else { return }
    self.current = nil
    onEnd?(current.id)
  }
}
