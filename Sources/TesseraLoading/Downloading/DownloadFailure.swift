/// Reason of a failed download.
public enum DownloadFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The URL is not an absolute http or https URL.
  case badURL
  /// The host name could not be resolved.
  case unresolved(String)
  /// The connection could not be established.
  case unreachable(String)
  /// The server's certificate is not trusted, or TLS failed.
  case untrusted(String)
  /// The connection was closed before the response was complete.
  case cut(String)
  /// No data arrived for this number of seconds.
  case timedOut(seconds: Double)
  /// The average rate over the whole body was below the required bytes a second.
  case tooSlow(leastRate: Double)
  /// The attempt exceeded this number of seconds.
  case tookTooLong(seconds: Double)
  /// The server answered with a status other than success.
  case status(Int)
  /// Too many redirects, or one to a scheme that is not allowed.
  case redirects(String)
  /// The response is not HTTP.
  case notHTTP(String)
  /// The body is larger than allowed.
  case tooLarge(limit: Int)
  /// The headers are larger than allowed, trailers and the headers of redirects included.
  case headersTooLarge(limit: Int)
  /// The client rejected the body.
  case rejected(String)
  /// This build or this machine cannot download.
  case unavailable(String)
  /// Any other failure.
  case failed(String)

  public var description: String { URLText.printable(text) }

  private var text: String {
    switch self {
    case .badURL: "the URL must be absolute and begin with http:// or https://"
    case .unresolved(let reason), .unreachable(let reason), .failed(let reason), .unavailable(let reason),
      .rejected(let reason):
      reason
    case .untrusted(let reason): "no trusted connection: \(reason)"
    case .cut(let reason): "the connection ended early: \(reason)"
    case .timedOut(let seconds): "no data for \(Self.number(seconds)) s"
    case .tooSlow(let rate): "the server sends fewer than \(Self.number(rate)) bytes a second"
    case .tookTooLong(let seconds): "the transfer took longer than \(Self.number(seconds)) s"
    case .status(let status): "the server answered \(status)\(HTTPStatus.phrase(status).map { " " + $0 } ?? "")"
    case .redirects(let reason): "cannot follow the redirect: \(reason)"
    case .notHTTP(let reason): "the server does not speak HTTP: \(reason)"
    case .tooLarge(let limit): "the body is larger than the limit of \(limit) bytes"
    case .headersTooLarge(let limit): "the headers of the response are larger than the limit of \(limit) bytes"
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }

  /// Whether a retry may succeed.
  var isTemporary: Bool {
    switch self {
    case .unresolved, .unreachable, .cut, .timedOut, .tooSlow, .tookTooLong: true
    case .status(let status): HTTPStatus.isTemporary(status)
    case .badURL, .untrusted, .redirects, .notHTTP, .tooLarge, .headersTooLarge, .rejected, .unavailable, .failed: false
    }
  }

  /// Whether an expired cache entry may be used, because the server is unreachable or its answer unusable (RFC 9111, 4.2.4 and RFC 5861).
  /// False only if the resource is gone or forbidden.
  var allowsStale: Bool {
    switch self {
    case .status(let status): status >= 500 || status == 407 || HTTPStatus.isTemporary(status)
    case .badURL: false
    case .unresolved, .unreachable, .cut, .timedOut, .tooSlow, .tookTooLong, .untrusted, .unavailable, .notHTTP, .redirects, .tooLarge,
      .headersTooLarge, .rejected, .failed:
      true
    }
  }
}

/// Failure of a load.
public struct LoadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Requested URL.
  public let url: String
  /// Failure of the last attempt.
  public let failure: DownloadFailure
  /// Number of attempts.
  public let attempts: Int

  /// Creates an error.
  public init(url: String, failure: DownloadFailure, attempts: Int = 1) {
    self.url = url
    self.failure = failure
    self.attempts = attempts
  }

  public var description: String {
    let isComplete = ["http://", "https://"].contains { url.lowercased().hasPrefix($0) && url.utf8.count > $0.utf8.count }
    let reason = failure == .badURL && isComplete ? "its host, its port or a character is not valid in a URL" : "\(failure)"
    return "cannot load \(URLText.shown(url)): \(reason)" + (attempts > 1 ? " (\(attempts) attempts)" : "")
  }
}
