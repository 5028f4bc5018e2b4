internal import Glibc
public import Tessera

/// Elements of a stage for the screen reader of a desktop, such as Orca: the protocol AT-SPI over D-Bus. Loop thread.
///
/// The bridge speaks D-Bus over its Unix socket and loads no library. Without assistive programs that listen, a frame costs nothing: elements are
/// read when a program asks. A bus that ends, or that sends nonsense, is a problem in words, and the bridge closes.
public final class DesktopBridge: Assistant, EventSource {
  /// Addresses of the buses.
  public struct Addresses: Sendable, Hashable {
    /// Address of the accessibility bus; nil: the session bus gives it.
    public var accessibility: String?
    /// Address of the session bus.
    public var session: String?

    /// Creates addresses.
    public init(accessibility: String? = nil, session: String? = nil) { (self.accessibility, self.session) = (accessibility, session) }

    /// Addresses of the user's session: `AT_SPI_BUS_ADDRESS`, `DBUS_SESSION_BUS_ADDRESS`, or `$XDG_RUNTIME_DIR/bus`; nil without a bus.
    public static func standard() -> Addresses? {
      func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
      var addresses = Addresses(accessibility: variable("AT_SPI_BUS_ADDRESS"), session: variable("DBUS_SESSION_BUS_ADDRESS"))
      if addresses.session == nil, let folder = variable("XDG_RUNTIME_DIR"), access(folder + "/bus", R_OK | W_OK) == 0 {
        addresses.session = "unix:path=\(folder)/bus"
      }
      return addresses.accessibility == nil && addresses.session == nil ? nil : addresses
    }
  }

  public private(set) var descriptor: Int32 = -1
  /// Handler for a problem, in words for a log.
  public var onProblem: ((String) -> Void)?
  private let addresses: Addresses
  private let title: String
  private var session: DesktopSession
  private var unsent: [UInt8] = []
  private var isStarted = false
  /// Time at which unsent bytes are sent again; nil without any.
  private var retry: Double?

  /// Most bytes that the bus has not taken; above it the connection is closed.
  static let unsentLimit = 4 << 20
  /// Seconds between attempts to send to a bus that does not read.
  static let retryPause = 0.02

  /// Creates a bridge; it connects after the first frame.
  ///
  /// - Parameters:
  ///   - addresses: addresses of the buses.
  ///   - title: name of the program.
  public init(_ addresses: Addresses, title: String) {
    (self.addresses, self.title) = (addresses, title)
    session = DesktopSession(title: title, asksForBus: addresses.accessibility == nil)
  }

  public var deadline: Double? { retry ?? (session.isBehind ? 0 : nil) }

  // MARK: Assistant

  public func handle(_ event: Event, in stage: Stage) -> EventResponse { .ignored }

  public func frameDidEnd(in stage: Stage) {
    if !isStarted {
      isStarted = true
      open(addresses.accessibility ?? addresses.session ?? "", in: stage)
    }
    guard descriptor >= 0, session.followsFrames else { return }
    session.update(stage)
    flush(stage)
  }

  /// Leaves the bus.
  public func close(in stage: Stage) {
    guard descriptor >= 0 else { return }
    stage.detach(self)
    Glibc.close(descriptor)
    (descriptor, unsent, retry) = (-1, [], nil)
  }

  // MARK: Socket

  private func fail(_ reason: String, _ stage: Stage) {
    close(in: stage)
    onProblem?("accessibility bus: \(reason)")
  }

  private func open(_ text: String, in stage: Stage) {
    guard let target = BusAddress(text) else {
      return fail("`\(text)` is not the address of a Unix socket, such as unix:path=/run/user/0/bus", stage)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract name follows a zero byte, and has no end.
    let name = (target.isAbstract ? [0] : []) + Array(target.name.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { return fail("the name of the socket is longer than \(room - 1) bytes", stage) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard file >= 0 else { return fail(String(cString: strerror(errno)), stage) }
    let length = MemoryLayout<sockaddr_un>.size - room + name.count + (target.isAbstract ? 0 : 1)
    let status = withUnsafePointer(to: &address) { pointer in
      // A sockaddr_un is passed as the sockaddr that its first member makes it.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, socklen_t(length)) }
    }
    guard status == 0 else {
      let code = errno
      Glibc.close(file)
      return fail("\(target.name): \(String(cString: strerror(code)))", stage)
    }
    descriptor = file
    stage.attach(self)
    session.connect(user: getuid())
    flush(stage)
  }

  private func flush(_ stage: Stage) {
    unsent += session.dequeueOutput()
    retry = nil
    var sent = 0
    while sent < unsent.count {
      let count = unsent.withUnsafeBytes { send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN, unsent.count - sent <= Self.unsentLimit {
        retry = stage.now + Self.retryPause
        break
      }
      guard count > 0 else { return fail("the bus does not read", stage) }
      sent += count
    }
    unsent.removeFirst(sent)
  }

  public func serve(_ stage: Stage) {
    guard descriptor >= 0 else { return }
    // Calls are read when the former ones are answered, and answered when the former answers are sent: a program cannot make the bridge grow.
    if !unsent.isEmpty { flush(stage) }
    guard descriptor >= 0, unsent.isEmpty else { return }
    var bytes: [UInt8] = []
    if !session.isBehind {
      bytes = [UInt8](repeating: 0, count: 1 << 15)
      let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return fail("the connection ended", stage) }
      bytes.removeLast(bytes.count - max(0, count))
    }
    switch session.receive(bytes, stage) {
    case .none: break
    case .bus(let address):
      close(in: stage)
      return open(address, in: stage)
    case .failed(let reason): return fail(reason, stage)
    case .absent: return close(in: stage)
    }
    flush(stage)
  }
}
