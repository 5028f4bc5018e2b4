/// The beginning of a body, and what it takes to get the rest.
struct PartialBody: Hashable {
  var bytes: [UInt8] = []
  /// What `If-Range` names; nil: the rest cannot be asked for.
  var validator: String?
  /// Length of the whole; nil: not known.
  var expected: Int?
}

/// Beginnings of cancelled downloads, the oldest given up first. A value.
struct PartialStore {
  private var bodies: [String: (body: PartialBody, order: UInt64)] = [:]
  private var counter: UInt64 = 0
  /// Bytes kept.
  private(set) var bytes = 0

  /// Keeps what can be resumed.
  mutating func keep(_ body: PartialBody, for url: String, limit: Int) {
    guard body.validator != nil, !body.bytes.isEmpty, body.bytes.count <= limit else { return }
    _ = take(url)
    counter += 1
    bodies[url] = (body, counter)
    bytes += body.bytes.count
    while bytes > limit, let oldest = bodies.min(by: { $0.value.order < $1.value.order })?.key { _ = take(oldest) }
  }

  /// Returns what was kept, and keeps it no longer.
  mutating func take(_ url: String) -> PartialBody {
    guard let kept = bodies.removeValue(forKey: url) else { return PartialBody() }
    bytes -= kept.body.bytes.count
    return kept.body
  }
}
