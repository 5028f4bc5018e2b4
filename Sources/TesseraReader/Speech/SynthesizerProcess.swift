internal import Glibc
public import Tessera

/// Speech by a program with the options of espeak-ng, one process for each utterance. Loop thread.
///
/// It is not linked. A program that dies or hangs is started again for the next utterance; after three failures in a row it rests for 30 s.
public final class SynthesizerProcess: SpeechOutput {
  public var onEnd: ((Int) -> Void)?
  public var onProblem: ((String) -> Void)?
  private let program: String
  private let wordsPerMinute: Int
  private var child: SynthesizerChild?
  private var health = SynthesizerHealth()

  /// - Parameters:
  ///   - program: name of the program, searched in PATH, or its path.
  ///   - wordsPerMinute: speed, 80 to 450.
  public init(_ program: String = "espeak-ng", wordsPerMinute: Int = 175) {
    (self.program, self.wordsPerMinute) = (program, min(450, max(80, wordsPerMinute)))
  }

  /// Whether PATH has a program of this name.
  public static func isInstalled(_ program: String = "espeak-ng") -> Bool {
    if program.utf8.contains(UInt8(ascii: "/")) { return access(program, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  public func start(_ utterance: Utterance, in stage: Stage) {
    cancel(in: stage)
    guard health.mayStart(at: stage.now) else { return end(utterance.id, in: stage) }
    let command = [program, "-v", Self.voice(utterance.language), "-s", "\(wordsPerMinute)", "--stdin"]
    var code: Int32 = 0
    let limit = stage.now + SynthesizerHealth.longestTime(for: utterance.text)
    child = SynthesizerChild(command, text: utterance.text, limit: limit, code: &code) { [weak self, weak stage] ending in
      guard let self, let stage else { return }
      self.child = nil
      switch ending {
      case .spoken: self.health.recordSuccess()
      case .failed(let reason): self.fail(reason, at: stage.now)
      case .hung: self.fail("did not end within \(Int(SynthesizerHealth.longestTime(for: utterance.text))) s", at: stage.now)
      }
      self.onEnd?(utterance.id)
    }
    if let child { return stage.attach(child) }
    let advice = code == ENOENT ? "; install espeak-ng, or name a program with --synthesizer" : ""
    fail("cannot be started: \(String(cString: strerror(code)))\(advice)", at: stage.now)
    end(utterance.id, in: stage)
  }

  public func cancel(in stage: Stage) {
    child?.kill(stage)
    child = nil
  }

  public func close(in stage: Stage) { cancel(in: stage) }

  /// Ends an utterance in the next iteration of the loop, because the queue is being changed now.
  private func end(_ id: Int, in stage: Stage) {
    stage.attach(EndNotice { [weak self] in self?.onEnd?(id) })
  }

  private func fail(_ reason: String, at time: Double) {
    let rests = health.recordFailure(at: time)
    onProblem?("speech: \(program) \(reason)" + (rests ? "; speech pauses for \(Int(SynthesizerHealth.rest)) s" : ""))
  }

  /// Returns the name of the voice for a language: espeak-ng has no regions of most languages, and names Chinese by its dialect.
  static func voice(_ tag: String) -> String {
    let lower = tag.lowercased()
    let language = lower.split(separator: "-").first.map(String.init) ?? "en"
    guard language.utf8.count <= 8, language.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return "en" }
    switch lower {
    case "en-us", "en-gb", "pt-br", "fr-ch", "fr-be", "es-419": return lower
    default: break
    }
    return ["zh": "cmn", "no": "nb", "iw": "he"][language] ?? language
  }
}

/// Calls a function once in the next iteration of the loop.
final class EndNotice: EventSource {
  let descriptor: Int32 = -1
  private var body: (() -> Void)?
  var deadline: Double? { body == nil ? nil : 0 }
  init(_ body: @escaping () -> Void) { self.body = body }

  func serve(_ stage: Stage) {
    stage.detach(self)
    let body = self.body
    self.body = nil
    body?()
  }
}
