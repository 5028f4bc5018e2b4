internal import Tessera
internal import TesseraDevices
internal import TesseraScene

/// Watches and requests of the clients of a data socket, independent of the socket's files. Any thread.
final class DataClients<Client: Hashable & Sendable>: Sendable {
  /// Maximum number of paths that a client may watch.
  static var mostWatches: Int { 256 }

  private struct State {
    var watches: [Client: [DataPath: SceneData.WatchToken]] = [:]
    var listeners: Set<Client> = []
    /// Paths without readers that a client has been warned about.
    var warned: [Client: Set<DataPath>] = [:]
  }

  private let data: SceneData
  private let reply: @Sendable (DataReply, Client) -> Void
  private let state = Locked(State())

  /// Creates the state without clients.
  /// - Parameter reply: sends a line to a client. Any thread.
  init(_ data: SceneData, reply: @escaping @Sendable (DataReply, Client) -> Void) { (self.data, self.reply) = (data, reply) }

  /// Executes the request of a line.
  func execute(_ line: LineBuffer.Line, from client: Client) {
    guard case .text(let text) = line else { return reply(.error("the line is too long"), client) }
    do throws(DataError) {
      switch try DataRequest(text) {
      case .set(let changes):
        try data.set(changes.map { ($0.path, $0.value) })
        for change in changes { warn(of: change.path, client) }
      case .get(let path):
        if let reason = data.absence(of: path) { throw DataError(reason) }
        reply(.value(path, data.value(at: path) ?? .null), client)
      case .watch(let path): try watch(path, client)
      case .unwatch(let path):
        if let token = state.withLock({ $0.watches[client]?.removeValue(forKey: path) }) { data.endWatch(token) }
      case .events(let isWanted): state.withLock { if isWanted { $0.listeners.insert(client) } else { $0.listeners.remove(client) } }
      }
    } catch {
      reply(.error("\(error)"), client)
    }
  }

  /// Warns a client once of a path that nothing reads.
  private func warn(of path: DataPath, _ client: Client) {
    guard let warning = data.unreadWarning(for: path) else { return }
    let isNew = state.withLock { state in
      guard state.warned[client, default: []].count < Self.mostWatches else { return false }
      return state.warned[client, default: []].insert(path).inserted
    }
    if isNew { reply(.warning(warning), client) }
  }

  private func watch(_ path: DataPath, _ client: Client) throws(DataError) {
    let known = state.withLock { $0.watches[client] ?? [:] }
    guard known[path] != nil || known.count < Self.mostWatches else {
      throw DataError("the client already watches \(Self.mostWatches) paths, the maximum")
    }
    if known[path] == nil {
      let token = data.watch(path) { [reply] value in reply(.value(path, value), client) }
      state.withLock { $0.watches[client, default: [:]][path] = token }
    }
    reply(.value(path, data.value(at: path) ?? .null), client)
  }

  /// Sends an event to the clients that requested events.
  func send(_ event: SceneEvent) {
    let listeners = state.withLock { $0.listeners }
    for client in listeners { reply(.event(event), client) }
  }

  /// Removes a client.
  func remove(_ client: Client) {
    let watches = state.withLock { state in
      state.listeners.remove(client)
      state.warned[client] = nil
      return state.watches.removeValue(forKey: client) ?? [:]
    }
    for token in watches.values { data.endWatch(token) }
  }
}
