internal import Glibc
public import Tessera

/// The braille display of brltty, over the Unix socket of its interface BrlAPI. No library is loaded. Loop thread.
///
/// A connection that fails or ends is tried again with a new content, 5 s later at the earliest; the loop is never woken for it.
public final class BrlAPIDisplay: BrailleDisplay, EventSource {
  public private(set) var columns = 0
  public var onKey: ((BrailleKey) -> Void)?
  public var onResize: (() -> Void)?
  public var onProblem: ((String) -> Void)?
  public private(set) var descriptor: Int32 = -1
  private let path: String
  private let keyPath: String
  private var session = BrlAPISession()
  private var unsent: [UInt8] = []
  private var nextAttempt = -Double.infinity
  /// Last problem: each is reported once.
  private var problem = ""

  static let pause = 5.0
  /// Maximum length of the content that brltty has not read.
  static let unsentLimit = 1 << 16

  /// Creates a display; the connection is opened with the first content.
  ///
  /// - Parameters:
  ///   - path: name of the socket; nil means that of `BRLAPI_HOST`, or `/var/lib/BrlAPI/0`.
  ///   - keyPath: file with the key of brltty; nil means that of `BRLAPI_AUTH`, or `/etc/brlapi.key`.
  public init(path: String? = nil, keyPath: String? = nil) {
    self.path = path ?? Self.standardPath
    self.keyPath = keyPath ?? Self.standardKeyPath
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var standardPath: String {
    // `:2` is the second further server of this machine.
    let number = variable("BRLAPI_HOST").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? "0"
    return "/var/lib/BrlAPI/" + number
  }

  private static var standardKeyPath: String {
    let parts = (variable("BRLAPI_AUTH") ?? "").split(separator: "+")
    return parts.first { $0.hasPrefix("keyfile:") }.map { String($0.dropFirst(8)) } ?? "/etc/brlapi.key"
  }

  /// Virtual terminal of the program, as other clients of brltty find it; empty means the whole display.
  private static var terminals: [UInt32] {
    (variable("CONTROLVT") ?? variable("XDG_VTNR")).flatMap { UInt32($0) }.map { [$0] } ?? []
  }

  public var deadline: Double? { nil }

  public func show(_ frame: BrailleFrame, in stage: Stage) {
    if descriptor < 0 {
      guard stage.now >= nextAttempt, open(stage) else { return }
    }
    session.show(frame)
    flush(stage)
  }

  public func close(in stage: Stage) {
    guard descriptor >= 0 else { return }
    session.leave()
    let rest = unsent + session.dequeueOutput()
    _ = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    disconnect(stage)
  }

  private func disconnect(_ stage: Stage) {
    stage.detach(self)
    Glibc.close(descriptor)
    (descriptor, unsent) = (-1, [])
    if columns != 0 {
      columns = 0
      onResize?()
    }
  }

  private func open(_ stage: Stage) -> Bool {
    nextAttempt = stage.now + Self.pause
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard !path.contains(":"), name.count < room else {
      return fail("the address `\(path)` must be of this machine; set BRLAPI_HOST to :0")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard file >= 0 else { return fail(String(cString: strerror(errno))) }
    let status = withUnsafePointer(to: &address) { pointer in
      // A sockaddr_un is passed as the sockaddr that its first member makes it.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else {
      let code = errno
      Glibc.close(file)
      let isMissing = code == ENOENT || code == ECONNREFUSED
      return fail(isMissing ? "brltty is not running (no server at \(path))" : "\(path): \(String(cString: strerror(code)))")
    }
    descriptor = file
    session = BrlAPISession(key: readKey(), terminals: Self.terminals)
    stage.attach(self)
    return true
  }

  /// Reads the key file, at most 1,024 bytes. A line break at its end is part of the key.
  private func readKey() -> [UInt8] {
    let file = Glibc.open(keyPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { Glibc.close(file) }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(0, count)))
  }

  private func fail(_ reason: String) -> Bool {
    if problem != reason { onProblem?("braille: \(reason)") }
    problem = reason
    return false
  }

  private func flush(_ stage: Stage) {
    unsent += session.dequeueOutput()
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      // A server that does not read has a full socket; the rest is sent with the next packet.
      if count < 0, errno == EAGAIN, unsent.count <= Self.unsentLimit { return }
      guard count > 0 else { return lose("brltty does not answer", stage) }
      unsent.removeFirst(count)
    }
  }

  private func lose(_ reason: String, _ stage: Stage) {
    disconnect(stage)
    nextAttempt = stage.now + Self.pause
    _ = fail(reason)
  }

  public func serve(_ stage: Stage) {
    guard descriptor >= 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return lose("brltty closed the connection", stage) }
    let events = count > 0 ? session.receive(bytes.prefix(count)) : []
    flush(stage)
    for event in events where descriptor >= 0 {
      switch event {
      case .resized(let columns):
        guard columns != self.columns else { continue }
        self.columns = columns
        problem = ""
        onResize?()
      case .key(let key): onKey?(key)
      case .refused(let reason): lose("brltty: \(reason)", stage)
      }
    }
  }
}
