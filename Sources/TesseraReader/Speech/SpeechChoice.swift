/// Output of speech by name, as options give it. A value.
public enum SpeechChoice: Sendable, Hashable {
  /// speech-dispatcher if its socket exists, else espeak-ng if it is installed, else none.
  case automatic
  /// No sound.
  case silent
  /// speech-dispatcher.
  case dispatcher
  /// A program with the options of espeak-ng: its name or path.
  case program(String)

  /// Names of the choices, for help and errors.
  public static let usage = "auto, none, speech-dispatcher, espeak-ng, or the path of a program with its options"

  /// Reads `auto`, `none`, `speech-dispatcher`, or a name or path; nil for an empty text.
  public init?(_ text: String) {
    switch text {
    case "": return nil
    case "auto": self = .automatic
    case "none": self = .silent
    case "speech-dispatcher": self = .dispatcher
    default: self = .program(text)
    }
  }

  /// Creates the output.
  ///
  /// - Parameter problem: receives the reason why there is no sound.
  public func makeOutput(problem: (String) -> Void) -> any SpeechOutput {
    switch self {
    case .silent: return SilentOutput()
    case .dispatcher: return DispatcherOutput()
    case .program(let name):
      if !SynthesizerProcess.isInstalled(name) {
        problem("speech: the program `\(name)` was not found; install espeak-ng, or choose another --synthesizer")
      }
      return SynthesizerProcess(name)
    case .automatic:
      if DispatcherOutput.isPresent { return DispatcherOutput() }
      if SynthesizerProcess.isInstalled() { return SynthesizerProcess() }
      problem("speech: neither speech-dispatcher nor espeak-ng is installed; only the transcript is printed")
      return SilentOutput()
    }
  }
}
