internal import CTesseraDevices
public import Tessera

/// A Unix socket at which programs leave lines of text for a stage's loop, and get lines. Used on the loop, its ``sender`` anywhere.
///
/// Nothing that a client does stops the loop: lines and what waits to be sent are bounded, and a client that does not read is let go of.
public final class LineSocket: EventSource {
  /// How much clients may take up.
  public struct Limits: Sendable, Hashable {
    /// Most clients at once; one more is told so, and let go of.
    public var clients = 32
    /// Most bytes of a line.
    public var lineBytes = 65_536
    /// Most bytes that wait for a client that does not read; beyond these it is let go of.
    public var waitingBytes = 1 << 20
    /// Makes the usual limits.
    public init() {}
  }

  /// A connection, told from all others of the socket.
  public struct Client: Sendable, Hashable {
    let number: Int
  }

  /// The part that others may use. Any thread.
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

    /// Leaves a line for a client, and wakes the loop. Clients that are gone are no error.
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
    /// What waits for room.
    var output: [UInt8] = []
    /// Whether room is waited for.
    var waitsForRoom = false
  }

  /// For whoever sends.
  public let sender: Sender
  /// Is told a line of a client.
  public var onLine: ((LineBuffer.Line, Client) -> Void)?
  /// Is told that a client is gone.
  public var onClose: ((Client) -> Void)?

  private let path: String
  private let limits: Limits
  private let listener: Int32
  private let poll: Int32
  private var connections: [Int32: Connection] = [:]
  private var files: [Client: Int32] = [:]
  private var lastNumber = 0
  /// Whether the process had no file left for one more client.
  private var isFull = false
  /// When clients are taken again though none of the socket's own has left meanwhile, seconds of the stage's clock.
  private var resumesAt: Double?
  /// Seconds from one try to the next.
  private static let pause = 1.0

  /// Listens.
  ///
  /// - Parameters:
  ///   - path: the name of the socket, at most 107 bytes. Only the owner may connect. One that a program left that is gone is replaced.
  ///   - limits: how much clients may take up.
  /// - Throws: ``DeviceError`` where nothing can listen there.
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

  /// Whether lines wait for clients that have not read them.
  public var hasUnsentLines: Bool {
    sender.waiting.withLock { !$0.lines.isEmpty } || connections.values.contains { !$0.output.isEmpty }
  }

  public var deadline: Double? { resumesAt }

  public func serve(_ stage: Stage) {
    if let resumesAt, resumesAt <= stage.now + 1e-6 { listenAgain() }
    serve()
    resumesAt = isFull ? resumesAt ?? stage.now + Self.pause : nil
  }

  /// Takes what clients sent, and sends what waits for them. Does not wait.
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
        // ENFILE, EMFILE: the connection waits, and must not keep the loop awake meanwhile.
        td_poll_remove(poll, listener)
        isFull = true
      }
      guard file >= 0 else { return }
      guard connections.count < limits.clients else {
        let line = Array("{\"error\":\"\(limits.clients) clients are connected already, the most there may be\"}\n".utf8)
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

  /// Reads once: others have their turn, and the loop.
  private func read(_ file: Int32) {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = bytes.withUnsafeMutableBufferPointer { td_socket_read(file, $0.baseAddress, $0.count) }
    guard count > 0 else {
      // What can be written to only is no end.
      if count == 0 || count != -11 && count != -4 { close(file) }
      return
    }
    let lines = connections[file]?.lines.take(bytes.prefix(count)) ?? []
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
