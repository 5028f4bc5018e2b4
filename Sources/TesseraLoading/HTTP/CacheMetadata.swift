/// Metadata of a cached response: freshness, and validators for asking the server whether it is still valid.
public struct CacheMetadata: Sendable, Hashable {
  /// Entity tag.
  public var etag: String?
  /// Value of `Last-Modified`, as the server wrote it.
  public var lastModified: String?
  /// Media type.
  public var contentType: String?
  /// Time at which the server last confirmed it, seconds since 1970.
  public var validatedAt: Double
  /// Time until which it is used without asking the server, seconds since 1970.
  public var freshUntil: Double
  /// Whether it must not be shown if it has expired and the server is unreachable.
  public var mustRevalidate: Bool

  /// Creates metadata.
  public init(
    etag: String? = nil, lastModified: String? = nil, contentType: String? = nil, validatedAt: Double, freshUntil: Double,
    mustRevalidate: Bool = false
  ) {
    self.etag = etag
    self.lastModified = lastModified
    self.contentType = contentType
    self.validatedAt = validatedAt
    self.freshUntil = freshUntil
    self.mustRevalidate = mustRevalidate
  }

  /// Maximum freshness estimated from `Last-Modified`, seconds (RFC 9111, 4.2.2).
  static let heuristicLimit = 86400.0

  /// Creates the metadata of a response; nil if it must not be stored.
  ///
  /// - Parameters:
  ///   - response: final response, with the redirects that led to it.
  ///   - requestedAt: time of the request, seconds since 1970.
  ///   - receivedAt: time of the response, seconds since 1970.
  public init?(_ response: DownloadResponse, requestedAt: Double, receivedAt: Double) {
    let control = CacheControl(response["cache-control"])
    guard !control.noStore, response["vary"]?.trimmed != "*", !response.redirects.contains(where: Self.forbidsStoring) else { return nil }
    let date = response["date"].flatMap(HTTPDate.parse) ?? receivedAt
    // RFC 9111, 4.2.3.
    let age = response["age"].flatMap { $0.split(separator: ",").first }.flatMap { HTTPNumber.seconds($0.trimmed) } ?? 0
    let initialAge = max(max(0, receivedAt - date), age + max(0, receivedAt - requestedAt))
    var lifetime = Self.lifetime(response, control, date: date)
    for redirect in response.redirects {
      lifetime = min(lifetime, Self.redirectLifetime(redirect, receivedAt: receivedAt))
    }
    etag = response["etag"]
    lastModified = response["last-modified"]
    contentType = response["content-type"]
    validatedAt = receivedAt
    freshUntil = receivedAt + lifetime - initialAge
    mustRevalidate = control.mustRevalidate || control.noCache
  }

  /// Returns the metadata after a confirmation by 304: its headers replace the stored ones (RFC 9111, 4.3.4).
  func confirmed(by response: DownloadResponse, requestedAt: Double, receivedAt: Double) -> CacheMetadata {
    var response = response
    if response["etag"] == nil, let etag { response.headers.append(HTTPHeader("ETag", etag)) }
    if response["last-modified"] == nil, let lastModified { response.headers.append(HTTPHeader("Last-Modified", lastModified)) }
    var new = CacheMetadata(response, requestedAt: requestedAt, receivedAt: receivedAt) ?? self
    new.contentType = new.contentType ?? contentType
    return new
  }

  /// Whether the entry can be used without asking the server. False if the clock is before the last confirmation, because the age is then
  /// unknown.
  public func isFresh(at now: Double) -> Bool { now < freshUntil && now >= validatedAt - 60 }

  /// Whether a 304 confirms this entry: the entity tags must be equal if both have one (RFC 9111, 4.3.4). The comparison is weak.
  func isConfirmed(by response: DownloadResponse) -> Bool {
    guard let etag, let new = response["etag"] else { return true }
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    return opaque(etag) == opaque(new)
  }

  /// Headers of a conditional request.
  var conditions: [HTTPHeader] {
    var headers: [HTTPHeader] = []
    if let etag { headers.append(HTTPHeader("If-None-Match", etag)) }
    if let lastModified { headers.append(HTTPHeader("If-Modified-Since", lastModified)) }
    return headers
  }

  private static func lifetime(_ response: DownloadResponse, _ control: CacheControl, date: Double) -> Double {
    if control.noCache { return 0 }
    if let maxAge = control.maxAge { return maxAge }
    if let expires = response["expires"] { return HTTPDate.parse(expires).map { max(0, $0 - date) } ?? 0 }
    guard let changed = response["last-modified"].flatMap(HTTPDate.parse) else { return 0 }
    return min(heuristicLimit, max(0, date - changed) / 10)
  }

  private static func forbidsStoring(_ redirect: DownloadResponse) -> Bool { CacheControl(redirect["cache-control"]).noStore }

  /// Returns the lifetime of a redirect: unlimited for a permanent one without a shorter lifetime, otherwise as its headers give it.
  private static func redirectLifetime(_ redirect: DownloadResponse, receivedAt: Double) -> Double {
    let control = CacheControl(redirect["cache-control"])
    if control.noCache { return 0 }
    if let maxAge = control.maxAge { return maxAge }
    if let expires = redirect["expires"] {
      return HTTPDate.parse(expires).map { max(0, $0 - (redirect["date"].flatMap(HTTPDate.parse) ?? receivedAt)) } ?? 0
    }
    return redirect.status == 301 || redirect.status == 308 ? .infinity : 0
  }
}
