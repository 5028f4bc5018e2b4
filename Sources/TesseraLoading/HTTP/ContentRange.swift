/// Byte range of a 206 response (RFC 9110, 14.4).
struct ContentRange: Hashable {
  /// Offset of the first byte.
  var start: Int
  /// Offset after the last byte.
  var end: Int
  /// Length of the whole body; nil if unknown.
  var total: Int?

  /// Parses `bytes 0-4/10`; nil for other units and for inconsistent values.
  init?(_ header: String?) {
    guard let words = header?.split(separator: " "), words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let places = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard places.count == 2, let start = HTTPNumber.bytes(places[0]), let last = HTTPNumber.bytes(places[1]), start <= last, last < .max
    else { return nil }
    (self.start, end) = (start, last + 1)
    if parts[1] == "*" { return }
    guard let total = HTTPNumber.bytes(parts[1]), total >= end else { return nil }
    self.total = total
  }
}
