internal import Glibc
public import Tessera

/// Speech by speech-dispatcher, over its Unix socket. Loop thread.
///
/// A connection that ends, or does not answer, is opened again for the next utterance; after three failures in a row it rests for 30 s.
public final class DispatcherOutput: SpeechOutput, EventSource {
  public var onEnd: ((Int) -> Void)?
  public var onProblem: ((String) -> Void)?
  public private(set) var descriptor: Int32 = -1
  private let path: String
  private var session = DispatcherSession()
  private var health = SynthesizerHealth()
  private var current: (id: Int, limit: Double)?
  private var unsent: [UInt8] = []

  /// - Parameter path: name of the socket; nil means that of the user's session.
  public init(path: String? = nil) { self.path = path ?? Self.standardPath }

  private static var standardPath: String {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
    if let address = variable("SPEECHD_ADDRESS"), address.hasPrefix("unix_socket:") { return String(address.dropFirst(12)) }
    return (variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())") + "/speech-dispatcher/speechd.sock"
  }

  /// Whether the socket of the user's session exists.
  public static var isPresent: Bool { access(standardPath, R_OK | W_OK) == 0 }

  public var deadline: Double? { unsent.isEmpty ? current?.limit : 0 }

  public func start(_ utterance: Utterance, in stage: Stage) {
    guard health.mayStart(at: stage.now), descriptor >= 0 || open(stage) else {
      let id = utterance.id
      return stage.attach(EndNotice { [weak self] in self?.onEnd?(id) })
    }
    current = (utterance.id, stage.now + SynthesizerHealth.longestTime(for: utterance.text))
    session.speak(utterance)
    flush(stage)
  }

  public func cancel(in stage: Stage) {
    guard descriptor >= 0 else { return }
    current = nil
    session.cancel()
    flush(stage)
  }

  public func close(in stage: Stage) {
    guard descriptor >= 0 else { return }
    stage.detach(self)
    Glibc.close(descriptor)
    (descriptor, unsent, session) = (-1, [], DispatcherSession())
  }

  private func open(_ stage: Stage) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { return fail("the name of the socket is longer than \(room - 1) bytes", stage) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard file >= 0 else { return fail(String(cString: strerror(errno)), stage) }
    let status = withUnsafePointer(to: &address) { pointer in
      // A sockaddr_un is passed as the sockaddr that its first member makes it.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else {
      let code = errno
      Glibc.close(file)
      return fail("\(path): \(String(cString: strerror(code)))", stage)
    }
    (descriptor, session) = (file, DispatcherSession())
    stage.attach(self)
    return true
  }

  private func fail(_ reason: String, _ stage: Stage) -> Bool {
    let rests = health.recordFailure(at: stage.now)
    onProblem?("speech: speech-dispatcher: \(reason)" + (rests ? "; speech pauses for \(Int(SynthesizerHealth.rest)) s" : ""))
    return false
  }

  private func flush(_ stage: Stage) {
    unsent += session.dequeueOutput()
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return lose("the connection ended", stage) }
      unsent.removeFirst(count)
    }
  }

  /// Closes a broken connection; the current utterance ends.
  private func lose(_ reason: String, _ stage: Stage) {
    close(in: stage)
    _ = fail(reason, stage)
    if let id = current?.id {
      current = nil
      onEnd?(id)
    }
  }

  public func serve(_ stage: Stage) {
    guard descriptor >= 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return lose("the connection ended", stage) }
    let events = count > 0 ? session.receive(bytes.prefix(count)) : []
    flush(stage)
    for event in events {
      switch event {
      case .ended(let id):
        health.recordSuccess()
        guard current?.id == id else { continue }
        current = nil
        onEnd?(id)
      case .refused(let words): onProblem?("speech: speech-dispatcher refused a command: \(words)")
      }
    }
    if let current, current.limit <= stage.now { lose("no answer within the time of the utterance", stage) }
  }
}
