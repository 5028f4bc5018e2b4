internal import Glibc
public import Tessera
public import TesseraDevices
public import TesseraScene

/// Data socket of a scene: programs read, set and watch its data, and receive its events, in lines of JSON. Loop thread, except
/// ``eventHandler``.
public final class DataServer {
  private let socket: LineSocket
  private let clients: DataClients<LineSocket.Client>

  /// Creates a socket and listens.
  ///
  /// - Parameters:
  ///   - path: name of the Unix socket, at most 107 bytes.
  ///   - data: data that clients use.
  /// - Throws: `DeviceError` if the socket cannot be opened.
  public init(_ path: String, _ data: SceneData) throws(DeviceError) {
    let socket = try LineSocket(path)
    let sender = socket.sender
    let clients = DataClients<LineSocket.Client>(data) { sender.send($0.line, to: $1) }
    socket.onLine = { clients.execute($0, from: $1) }
    socket.onClose = { clients.remove($0) }
    (self.socket, self.clients) = (socket, clients)
  }

  /// Serves clients in the loop of a stage.
  public func attach(to stage: Stage) { stage.attach(socket) }

  /// Stops serving clients in the loop of a stage.
  public func detach(from stage: Stage) { stage.detach(socket) }

  /// Sends an event to the clients that asked for events. Any thread.
  public var eventHandler: @Sendable (SceneEvent) -> Void { { [clients] in clients.send($0) } }

  /// Waits until a client connects, sends data or disconnects, at most `seconds` of real time.
  ///
  /// - Returns: Whether there is something to serve.
  public func wait(seconds: Double) -> Bool {
    var file = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, Int32(min(1000, max(0, (seconds * 1000).rounded(.up))))) > 0
  }

  /// Sends pending lines to clients that read them within `seconds` of real time.
  public func finish(seconds: Double) {
    let clock = RealClock()
    let end = clock.now + seconds
    socket.serve()
    while socket.hasUnsentLines, clock.now < end {
      _ = wait(seconds: 0.01)
      socket.serve()
    }
  }
}
