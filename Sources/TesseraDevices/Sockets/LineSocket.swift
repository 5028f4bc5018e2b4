internal import CTesseraDevices
public import Tessera

/// A Unix socket for exchanging lines of text between programs and a stage's loop. Used on the loop, its ``sender`` anywhere.
///
/// Clients cannot block the loop: lines and pending output are bounded, and a client that does not read is disconnected.
public final class LineSocket: EventSource {
  /// Resource limits for clients.
  public struct Limits: Sendable, Hashable {
    /// Maximum number of clients; further ones get an error and are disconnected.
    public var clients = 32
    /// Maximum bytes per line.
    public var lineBytes = 65_536
    /// Maximum pending bytes for a client that does not read; above it the client is disconnected.
    public var waitingBytes = 1 << 20
    /// Creates the default limits.
    public init() {}
  }

  /// A connection, unique in its socket.
  public struct Client: Sendable, Hashable {
    let number: Int
  }

  /// Sending end for other threads. Any thread.
  public final class Sender: Sendable {
    fileprivate struct Waiting {
      var lines: [(client: Client, bytes: [UInt8])] = []
      var bytes: [Client: Int] = [:]
      var overfull: Set<Client> = []
    }

    fileprivate let wake: Int32
    fileprivate let waiting = Locked(Waiting())
    private let limit: Int

    fileprivate init(wake: Int32, limit: Int) { (self.wake, self.limit) = (wake, limit) }

    deinit { td_close(wake) }

    /// Queues a line for a client, and wakes the loop. Disconnected clients are ignored.
    public func send(_ line: String, to client: Client) {
      let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
      waiting.withLock { waiting in
        let sum = waiting.bytes[client, default: 0] + bytes.count
        guard sum <= limit else {
          waiting.overfull.insert(client)
          return
        }
        waiting.bytes[client] = sum
        waiting.lines.append((client, bytes))
      }
      td_wake(wake)
    }
  }

  private struct Connection {
    let file: Int32
    let client: Client
    var lines: LineBuffer
    /// Output pending until the socket is writable.
    var output: [UInt8] = []
    /// Whether the socket is polled for writability.
    var waitsForRoom = false
  }

  /// Sending end.
  public let sender: Sender
  /// Handler for lines of clients.
  public var onLine: ((LineBuffer.Line, Client) -> Void)?
  /// Handler for disconnected clients.
  public var onClose: ((Client) -> Void)?

  private let path: String
  private let limits: Limits
  private let listener: Int32
  private let poll: Int32
  private var connections: [Int32: Connection] = [:]
  private var files: [Client: Int32] = [:]
  private var lastNumber = 0
  /// Whether the process had no file descriptor left for another client.
  private var isFull = false
  /// Time of the next attempt to accept clients even if none has disconnected, seconds of the stage's clock.
  private var resumesAt: Double?
  /// Interval of these attempts, seconds.
  private static let pause = 1.0

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - path: name of the socket, at most 107 bytes. Only the owner may connect. A stale socket of an ended program is replaced.
  ///   - limits: resource limits for clients.
  /// - Throws: ``DeviceError`` if the socket cannot be created.
  public init(_ path: String, limits: Limits = Limits()) throws(DeviceError) {
    (self.path, self.limits) = (path, limits)
    listener = td_socket_listen(path, 16)
    guard listener >= 0 else { throw .system(action: "create", path: path, code: -listener) }
    poll = td_poll_create()
    let wake = td_wake_open()
    sender = Sender(wake: wake, limit: limits.waitingBytes)
    guard poll >= 0, wake >= 0, td_poll_add(poll, listener) == 0, td_poll_add(poll, wake) == 0 else {
      let code = poll < 0 ? -poll : wake < 0 ? -wake : 12
      td_socket_unlink(listener, path)
      td_close(listener)
      if poll >= 0 { td_close(poll) }
      throw .system(action: "wait for", path: path, code: code)
    }
  }

  deinit {
    for connection in connections.values { td_close(connection.file) }
    td_socket_unlink(listener, path)
    td_close(listener)
    td_close(poll)
  }

  public var descriptor: Int32 { poll }

  /// Whether there is pending output for clients.
  public var hasUnsentLines: Bool {
    sender.waiting.withLock { !$0.lines.isEmpty } || connections.values.contains { !$0.output.isEmpty }
  }

  public var deadline: Double? { resumesAt }

  public func serve(_ stage: Stage) {
    if let resumesAt, resumesAt <= stage.now + 1e-6 { listenAgain() }
    serve()
    resumesAt = isFull ? resumesAt ?? stage.now + Self.pause : nil
  }

  /// Receives lines and sends pending output, without blocking.
  public func serve() {
    var ready = [Int32](repeating: 0, count: 32)
    let count = ready.withUnsafeMutableBufferPointer { Int(td_poll_ready(poll, $0.baseAddress, Int32($0.count))) }
    for file in ready.prefix(max(0, count)) {
      if file == listener {
        acceptAll()
      } else if connections[file] != nil {
        read(file)
      }
    }
    td_wake_take(sender.wake)
    sendWaiting()
  }

  private func acceptAll() {
    while true {
      let file = td_socket_accept(listener)
      if file == -23 || file == -24 {
        // ENFILE, EMFILE: the connection waits, and must not keep the loop awake.
        td_poll_remove(poll, listener)
        isFull = true
      }
      guard file >= 0 else { return }
      guard connections.count < limits.clients else {
        let line = Array("{\"error\":\"\(limits.clients) clients are already connected, the maximum\"}\n".utf8)
        _ = line.withUnsafeBufferPointer { td_socket_write(file, $0.baseAddress, $0.count) }
        td_close(file)
        continue
      }
      guard td_poll_add(poll, file) == 0 else {
        td_close(file)
        continue
      }
      lastNumber += 1
      let client = Client(number: lastNumber)
      connections[file] = Connection(file: file, client: client, lines: LineBuffer(limit: limits.lineBytes))
      files[client] = file
    }
  }

  /// Reads once, so that other clients and the loop get their turn.
  private func read(_ file: Int32) {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = bytes.withUnsafeMutableBufferPointer { td_socket_read(file, $0.baseAddress, $0.count) }
    guard count > 0 else {
      // EAGAIN and EINTR: only writable, not the end.
      if count == 0 || count != -11 && count != -4 { close(file) }
      return
    }
    let lines = connections[file]?.lines.append(bytes.prefix(count)) ?? []
    guard let client = connections[file]?.client else { return }
    for line in lines { onLine?(line, client) }
  }

  private func sendWaiting() {
    let waiting = sender.waiting.withLock { waiting in
      defer { waiting = Sender.Waiting() }
      return waiting
    }
    for client in waiting.overfull { if let file = files[client] { close(file) } }
    for (client, bytes) in waiting.lines {
      guard let file = files[client] else { continue }
      connections[file]?.output += bytes
    }
    for file in connections.keys.sorted() { write(file) }
  }

  private func write(_ file: Int32) {
    guard var connection = connections[file], !connection.output.isEmpty else { return }
    var sent = 0
    while sent < connection.output.count {
      let count = connection.output[sent...].withUnsafeBufferPointer { td_socket_write(file, $0.baseAddress, $0.count) }
      if count == -11 { break }
      guard count > 0 else { return close(file) }
      sent += count
    }
    connection.output.removeFirst(sent)
    if connection.output.count > limits.waitingBytes { return close(file) }
    let waits = !connection.output.isEmpty
    if waits != connection.waitsForRoom {
      connection.waitsForRoom = waits
      td_poll_change(poll, file, waits ? 1 : 0)
    }
    connections[file] = connection
  }

  private func close(_ file: Int32) {
    guard let connection = connections.removeValue(forKey: file) else { return }
    files[connection.client] = nil
    td_poll_remove(poll, file)
    td_close(file)
    if isFull { listenAgain() }
    onClose?(connection.client)
  }

  private func listenAgain() {
    isFull = td_poll_add(poll, listener) != 0
    resumesAt = nil
  }
}
