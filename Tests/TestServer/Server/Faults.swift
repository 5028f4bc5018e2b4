/// What a query asks to go wrong. Without `times` it goes wrong always, else for the first requests of the same target.
struct Faults {
  /// Requests that it concerns.
  var times = Int.max
  /// `status=500`: another status, without the body.
  var status: Int?
  /// `delay=20`: milliseconds before the answer.
  var delay = 0
  /// `rate=10000`: bytes of the body a second.
  var rate: Int?
  /// `cut=1000`: the connection ends after so many bytes of the body.
  var cut: Int?
  /// `stall=1000`: nothing comes after so many bytes of the body, and the connection stays open.
  var stall: Int?
  /// `length=5000`: what Content-Length says.
  var length: Int?
  /// `size=1000000000`: so many zeros instead of the file.
  var size: Int?
  /// `garbage=1`: no HTTP at all.
  var isGarbage = false
  /// `redirect=/other`: goes there; `redirect=loop`: to itself.
  var redirect: String?
  /// `ranges=0`: ranges are not served.
  var servesRanges = true
  /// `control=max-age%3D60`: Cache-Control.
  var cacheControl: String?
  /// `etag=abc`: instead of that of the body; `etag=`: none.
  var etag: String?
  /// `retry=7`: Retry-After.
  var retryAfter: Int?

  /// Reads a query; what it does not know is ignored.
  init(_ query: Substring) {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? Self.decoded(parts[1]) : ""
      let number = Int(value)
      switch parts[0] {
      case "times": times = number ?? times
      case "status": status = number
      case "delay": delay = number ?? 0
      case "rate": rate = number.map { max(1, $0) }
      case "cut": cut = number
      case "stall": stall = number
      case "length": length = number
      case "size": size = number
      case "garbage": isGarbage = true
      case "redirect": redirect = value
      case "ranges": servesRanges = value != "0"
      case "control": cacheControl = value
      case "etag": etag = value
      case "retry": retryAfter = number
      default: break
      }
    }
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
