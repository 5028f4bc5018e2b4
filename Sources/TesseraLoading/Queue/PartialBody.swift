/// Beginning of a body, with the data required to request the rest.
struct PartialBody: Hashable {
  var bytes: [UInt8] = []
  /// Value of `If-Range`; nil if the download cannot be resumed.
  var validator: String?
  /// `ETag` and `Last-Modified` of the response that the bytes are from.
  var etag: String?
  var lastModified: String?
  /// Total length; nil if unknown.
  var expected: Int?

  init() {}

  /// Creates the empty beginning of the body of `response`.
  init(_ response: DownloadResponse) {
    validator = response.rangeValidator
    (etag, lastModified) = (response["etag"], response["last-modified"])
    expected = response.status == 206 ? response.wholeRange?.total : response.contentLength
  }

  /// Returns the range of a 206 that continues these bytes. Returns nil if it is of another version or offset, or cannot be verified (RFC
  /// 9110, 15.3.7).
  func continuation(in response: DownloadResponse) -> ContentRange? {
    guard validator != nil, !response.isEncoded, let range = ContentRange(response["content-range"]), range.start == bytes.count,
      let total = range.total, expected.map({ $0 == total }) ?? true,
      response.contentLength.map({ $0 == range.end - range.start }) ?? true
    else { return nil }
    // The validators of the first response must be repeated; a new validator means a change.
    guard response["etag"] == etag else { return nil }
    guard etag != nil ? response["last-modified"].map({ $0 == lastModified }) ?? true : response["last-modified"] == lastModified else {
      return nil
    }
    return range
  }
}

/// Partial bodies of cancelled downloads; the oldest are evicted first. A value.
struct PartialStore {
  private var bodies: [String: (body: PartialBody, order: UInt64)] = [:]
  private var counter: UInt64 = 0
  /// Total size in bytes.
  private(set) var bytes = 0

  /// Stores a body if it can be resumed.
  mutating func keep(_ body: PartialBody, for url: String, limit: Int) {
    guard body.validator != nil, !body.bytes.isEmpty, body.bytes.count <= limit else { return }
    _ = remove(url)
    counter += 1
    bodies[url] = (body, counter)
    bytes += body.bytes.count
    while bytes > limit, let oldest = bodies.min(by: { $0.value.order < $1.value.order })?.key { _ = remove(oldest) }
  }

  /// Removes and returns the body of `url`.
  mutating func remove(_ url: String) -> PartialBody {
    guard let kept = bodies.removeValue(forKey: url) else { return PartialBody() }
    bytes -= kept.body.bytes.count
    return kept.body
  }
}
