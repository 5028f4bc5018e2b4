internal import Glibc
internal import Tessera

/// One run of a synthesizer: a child process that gets a text at standard input, speaks it and exits. Loop thread.
///
/// Standard input is a socket: its end shows that the child has exited, and a write to an exited child raises no signal.
final class SynthesizerChild: EventSource {
  /// End of a run.
  enum Ending: Equatable {
    case spoken
    /// Exit status that is not 0, or a signal.
    case failed(String)
    /// It did not end in time.
    case hung
  }

  let descriptor: Int32
  private let process: pid_t
  private let limit: Double
  /// Time of the next look at a child that closed its input and has not exited.
  private var nextLook: Double?
  private let onEnd: (Ending) -> Void
  private var hasEnded = false

  var deadline: Double? { nextLook.map { min($0, limit) } ?? limit }

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - command: name of the program, searched in PATH, and its arguments.
  ///   - text: text for its standard input, at most ``Utterance/limit`` bytes.
  ///   - limit: time at which it is killed, seconds of the stage's clock.
  /// - Returns: nil with `errno` of the failed call in `code`.
  init?(_ command: [String], text: String, limit: Double, code: inout Int32, onEnd: @escaping (Ending) -> Void) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      code = errno
      return nil
    }
    (descriptor, self.limit, self.onEnd) = (ends[0], limit, onEnd)
    // The child reads without a timeout.
    _ = fcntl(ends[1], F_SETFL, 0)
    let bytes = Array(text.utf8) + [UInt8(ascii: "\n")]
    // An empty socket takes the whole text: its buffer is larger than the limit of an utterance.
    _ = bytes.withUnsafeBytes { Glibc.send(ends[0], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    shutdown(ends[0], Int32(SHUT_WR))
    var started: pid_t = 0
    code = Self.spawn(command, input: ends[1], &started)
    close(ends[1])
    process = started
    if code != 0 {
      close(ends[0])
      return nil
    }
  }

  private static func spawn(_ command: [String], input: Int32, _ process: inout pid_t) -> Int32 {
    var files = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&files, input, 0)
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
    // A player blocks signals, which the child would inherit.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawnp(&process, command[0], &files, &attributes, &arguments, environ)
  }

  func serve(_ stage: Stage) {
    guard !hasEnded else { return }
    var status: Int32 = 0
    if waitpid(process, &status, WNOHANG) == process {
      end(stage)
      let signal = status & 0x7F
      let exit = (status >> 8) & 0xFF
      onEnd(signal != 0 ? .failed("ended by signal \(signal)") : exit != 0 ? .failed("exited with status \(exit)") : .spoken)
    } else if stage.now >= limit {
      kill(stage)
      onEnd(.hung)
    } else {
      // The end of input is read, so that the file does not keep the loop awake.
      var byte: UInt8 = 0
      let isClosed = recv(descriptor, &byte, 1, 0) == 0
      if isClosed || nextLook != nil {
        stage.detach(self)
        nextLook = stage.now + 0.01
        stage.attach(Later(self))
      }
    }
  }

  /// Looks again at times only, because the socket of a child that closed its input stays readable.
  private final class Later: EventSource {
    let descriptor: Int32 = -1
    private let child: SynthesizerChild
    var deadline: Double? { child.hasEnded ? nil : child.deadline }
    init(_ child: SynthesizerChild) { self.child = child }

    func serve(_ stage: Stage) {
      stage.detach(self)
      child.serve(stage)
    }
  }

  /// Ends the process without a report.
  func kill(_ stage: Stage) {
    guard !hasEnded else { return }
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    // A killed process ends immediately.
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    end(stage)
  }

  private func end(_ stage: Stage) {
    hasEnded = true
    stage.detach(self)
    close(descriptor)
  }
}
