/// What is known of a cached response: how long it is fresh, and how the server is asked whether it still holds.
public struct CacheMetadata: Sendable, Hashable {
  /// Entity tag.
  public var etag: String?
  /// Time of change, as the server wrote it.
  public var lastModified: String?
  /// Media type.
  public var contentType: String?
  /// When the server last confirmed it, seconds since 1970.
  public var validatedAt: Double
  /// Until when it is used without asking, seconds since 1970.
  public var freshUntil: Double
  /// Whether it must not be shown once it has expired and the server cannot be asked.
  public var mustRevalidate: Bool

  /// Makes metadata.
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

  /// Longest freshness that is guessed from the time of change, seconds (RFC 9111, 4.2.2).
  static let heuristicLimit = 86400.0

  /// Metadata of a response; nil where it must not be stored.
  ///
  /// - Parameters:
  ///   - response: the final response, with the redirects that led to it.
  ///   - requestedAt: when the request was sent, seconds since 1970.
  ///   - receivedAt: when the response came.
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

  /// The metadata after the server confirmed it by 304: headers that came replace those before (RFC 9111, 4.3.4).
  func confirmed(by response: DownloadResponse, requestedAt: Double, receivedAt: Double) -> CacheMetadata {
    var response = response
    if response["etag"] == nil, let etag { response.headers.append(HTTPHeader("ETag", etag)) }
    if response["last-modified"] == nil, let lastModified { response.headers.append(HTTPHeader("Last-Modified", lastModified)) }
    var new = CacheMetadata(response, requestedAt: requestedAt, receivedAt: receivedAt) ?? self
    new.contentType = new.contentType ?? contentType
    return new
  }

  /// Whether it is used without asking. A clock that stands before the last confirmation tells nothing: then it is not.
  public func isFresh(at now: Double) -> Bool { now < freshUntil && now >= validatedAt - 60 }

  /// Whether a 304 means this entry: an entity tag of the response must be the entry's, if both have one (RFC 9111, 4.3.4). The comparison is weak.
  func isConfirmed(by response: DownloadResponse) -> Bool {
    guard let etag, let new = response["etag"] else { return true }
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    return opaque(etag) == opaque(new)
  }

  /// Headers that ask whether it still holds.
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

  /// How long a redirect holds: a permanent one for ever unless it says less, another one only as it says.
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
