/// Header of a request or response.
public struct HTTPHeader: Sendable, Hashable {
  /// Name; case-insensitive.
  public var name: String
  /// Value without leading and trailing white space.
  public var value: String

  /// Creates a header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Parses a header line; nil if it has no colon.
  init?(line: Substring) {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(line[..<colon])
    value = line[line.utf8.index(after: colon)...].trimmed
  }
}

/// Head of a response.
public struct DownloadResponse: Sendable, Hashable {
  /// Status code.
  public var status: Int
  /// Headers in the order of the response.
  public var headers: [HTTPHeader]
  /// Responses that redirected to this one, in order.
  public var redirects: [DownloadResponse]

  /// Creates a response.
  public init(status: Int, headers: [HTTPHeader] = [], redirects: [DownloadResponse] = []) {
    self.status = status
    self.headers = headers
    self.redirects = redirects
  }

  /// Returns the value of a header. Repeated headers are joined by commas.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    let values = headers.lazy.filter { $0.name.lowercased() == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Length of the body as delivered; nil if it is unknown or the body is compressed in transit.
  var contentLength: Int? {
    guard !isEncoded else { return nil }
    return self["content-length"].flatMap { HTTPNumber.bytes($0) }
  }

  /// Range of a 206 that has the whole body; nil for other answers, and for bodies whose length the range does not tell.
  var wholeRange: ContentRange? {
    guard status == 206, !isEncoded, let range = ContentRange(self["content-range"]), range.start == 0, range.end == range.total,
      contentLength.map({ $0 == range.end }) ?? true
    else { return nil }
    return range
  }

  /// Whether the body has a content encoding.
  var isEncoded: Bool { self["content-encoding"].map { $0.lowercased() != "identity" } ?? false }

  /// Validator for `If-Range`, required to resume a download: a strong entity tag, or a modification time at least one second older than
  /// the response, which makes it a strong validator (RFC 9110, 8.8.2.2 and 13.1.5).
  var rangeValidator: String? {
    guard !isEncoded, self["accept-ranges"]?.lowercased() != "none" else { return nil }
    if let tag = self["etag"] { return Self.isStrong(tag) ? tag : nil }
    guard let changed = self["last-modified"], let time = HTTPDate.parse(changed), let date = self["date"].flatMap(HTTPDate.parse),
      date - time >= 1
    else { return nil }
    return changed
  }

  /// Whether `tag` is a single strong entity tag: quoted, not `W/"…"`.
  private static func isStrong(_ tag: String) -> Bool {
    let bytes = Array(tag.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return false }
    return !bytes.dropFirst().dropLast().contains(UInt8(ascii: "\""))
  }

  /// Returns the delay in seconds of `Retry-After` (RFC 9110, 10.2.3); nil without one.
  ///
  /// - Parameter now: seconds since 1970, for the date form.
  func retryDelay(now: Double) -> Double? {
    guard let value = self["retry-after"] else { return nil }
    if let seconds = HTTPNumber.seconds(value) { return seconds }
    return HTTPDate.parse(value).map { max(0, $0 - now) }
  }
}

/// HTTP status codes.
enum HTTPStatus {
  /// Whether a retry may succeed.
  static func isTemporary(_ status: Int) -> Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }

  /// Returns the reason phrase of a code; nil if unknown.
  static func phrase(_ status: Int) -> String? {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 408: "Request Timeout"
    case 410: "Gone"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: nil
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  var trimmed: String {
    var bytes = Substring(self).utf8[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
