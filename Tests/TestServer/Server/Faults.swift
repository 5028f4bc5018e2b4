/// What a query asks to go wrong. Without `times` it goes wrong always, else for the first requests of the same target.
struct Faults {
  /// A part of a response that never ends.
  enum Endless: String {
    /// Trailers after the body, which has chunks.
    case trailers
    /// One trailer after the body, which has chunks.
    case trailer
    /// Interim responses (103) before the response.
    case interim
    /// Headers of the response.
    case headers
    /// The extension of the first chunk.
    case `extension`
    /// The body of a redirect.
    case redirect
  }

  /// A mistake of a 206.
  enum RangeFault: String {
    /// The entity tag is weak.
    case weak
    /// There is no entity tag.
    case untagged
    /// The total length is `*`.
    case star
    /// More bytes than announced.
    case long
    /// `multipart/byteranges`, without Content-Range.
    case multipart
    /// Content-Encoding.
    case gzip
    /// The range begins a byte later.
    case shifted
    /// The unit is not bytes.
    case items
  }

  /// Requests that it concerns.
  var times = Int.max
  /// `after=1`: so many requests of the target are answered well before.
  var after = 0
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
  /// `encoding=gzip`: value of Content-Encoding; the body is not compressed for it.
  var encoding: String?
  /// `retry=7`: Retry-After.
  var retryAfter: Int?
  /// `silent=1`: there is never an answer.
  var isSilent = false
  /// `drip=500`: a byte of the body each so many milliseconds.
  var drip: Int?
  /// `drip-head=500`: a byte of the head each so many milliseconds.
  var headDrip: Int?
  /// `endless=trailers`: see ``Endless``.
  var endless: Endless?
  /// `header=1000000`: one header of so many bytes.
  var headerSize: Int?
  /// `login=1`: a page of a network's log-in instead of the body, with the status 200.
  var isLogin = false
  /// `other=/b`: ranges are of the body at another path, with the validators of that.
  var other: String?
  /// `range=weak`: see ``RangeFault``.
  var range: RangeFault?
  /// `slice=1000`: at most so many bytes in one 206.
  var slice: Int?

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
      case "encoding": encoding = value
      case "retry": retryAfter = number
      case "after": after = number ?? 0
      case "silent": isSilent = true
      case "drip": drip = number.map { max(1, $0) }
      case "drip-head": headDrip = number.map { max(1, $0) }
      case "endless": endless = Endless(rawValue: value)
      case "header": headerSize = number
      case "login": isLogin = true
      case "other": other = value
      case "range": range = RangeFault(rawValue: value)
      case "slice": slice = number.map { max(1, $0) }
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
