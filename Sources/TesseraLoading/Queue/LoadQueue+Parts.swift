// Bodies that are read while they come.
extension LoadQueue {
  /// Seconds: where the rest of a body will be there as soon, at the rate so far, nobody is told of its parts.
  static let shortRest = 0.2

  /// A client reads the body as it comes, or does no more.
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

  /// Returns what has come from `offset` on of the body, or from its beginning where that is another; nil: nothing new.
  mutating func part(for client: Client, of body: UInt64, from offset: Int) -> LoadedPart? {
    guard let url = urls[client], let load = loads[url] else { return nil }
    loads[url]!.readers[client]?.isTold = false  // it is there: tested above
    let start = load.body == body ? offset : 0
    guard start >= 0, start < load.partial.bytes.count else { return nil }
    return LoadedPart(body: load.body, offset: start, bytes: Array(load.partial.bytes[start...]))
  }

  /// Tells those who read the body of a load that more has come, unless the rest will be there soon.
  mutating func tellReaders(_ url: String, at now: Moment) -> [Action] {
    guard let load = loads[url], !load.readers.isEmpty, load.restTime(at: now.steady) >= Self.shortRest else { return [] }
    let clients = load.readers.filter { !$0.value.isTold }.keys.sorted()
    for client in clients { loads[url]!.readers[client] = Load.Reader(isTold: true) }  // it is there: tested above
    return clients.isEmpty ? [] : [.deliver(clients, .received)]
  }
}

extension Load {
  /// A client that reads the body as it comes.
  struct Reader {
    /// Whether it was told of bytes that it has not read.
    var isTold: Bool
  }

  /// Seconds until the rest of the body is there, at the rate since the response came; where its length is not known as many as have passed.
  func restTime(at now: Double) -> Double {
    let (passed, count) = (now - bodyBegan.time, partial.bytes.count - bodyBegan.count)
    guard let expected = partial.expected else { return passed }
    return count > 0 ? passed * Double(max(0, expected - partial.bytes.count)) / Double(count) : 0
  }
}
