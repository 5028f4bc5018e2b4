// Bodies that are read while they arrive.
extension LoadQueue {
  /// Seconds. If the rest of a body will arrive within this time at the current rate, its parts are not reported.
  static let shortRest = 0.2

  /// Starts or stops reading the body while it arrives.
  mutating func reads(_ client: Client, _ reads: Bool) -> [Action] {
    guard let url = urls[client], loads[url] != nil else { return [] }
    // It is there: tested above.
    guard reads else {
      loads[url]!.readers[client] = nil
      return []
    }
    if loads[url]!.readers[client] != nil { return [] }
    let hasBody = !loads[url]!.partial.bytes.isEmpty
    loads[url]!.readers[client] = Load.Reader(isTold: hasBody)
    return hasBody ? [.deliver([client], .received)] : []
  }

  /// Returns the bytes received from `offset` on, or from the beginning if the body is not `body`; nil if there is nothing new.
  mutating func part(for client: Client, of body: UInt64, from offset: Int) -> LoadedPart? {
    guard let url = urls[client], let load = loads[url] else { return nil }
    loads[url]!.readers[client]?.isTold = false  // it is there: tested above
    let start = load.body == body ? offset : 0
    guard start >= 0, start < load.partial.bytes.count else { return nil }
    return LoadedPart(body: load.body, offset: start, bytes: Array(load.partial.bytes[start...]))
  }

  /// Notifies the readers of a load of new data, unless the rest will arrive soon.
  mutating func notifyReaders(_ url: String, at now: Moment) -> [Action] {
    guard let load = loads[url], !load.readers.isEmpty, load.restTime(at: now.steady) >= Self.shortRest else { return [] }
    let clients = load.readers.filter { !$0.value.isTold }.keys.sorted()
    for client in clients { loads[url]!.readers[client] = Load.Reader(isTold: true) }  // it is there: tested above
    return clients.isEmpty ? [] : [.deliver(clients, .received)]
  }
}

extension Load {
  /// Client that reads the body while it arrives.
  struct Reader {
    /// Whether it has been notified of bytes that it has not read yet.
    var isTold: Bool
  }

  /// Estimated seconds until the body is complete, at the rate since the response. If the length is unknown, the time elapsed since the
  /// response.
  func restTime(at now: Double) -> Double {
    let (passed, count) = (now - bodyBegan.time, partial.bytes.count - bodyBegan.count)
    guard let expected = partial.expected else { return passed }
    return count > 0 ? passed * Double(max(0, expected - partial.bytes.count)) / Double(count) : 0
  }
}
