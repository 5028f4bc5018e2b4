/// Fetches bytes for a ``DataLoader``. A request is one GET; retries, queue and cache are the loader's. The default is ``CurlDownloader``.
///
/// ```swift
/// DataLoader.shared.downloader = MyDownloader()
/// ```
public protocol Downloader: Sendable {
  /// Starts a request and reports its events: the response, parts of the body, the end. Any thread; must not block.
  ///
  /// - Parameters:
  ///   - request: request to send.
  ///   - receive: callback for the events, in order, on any thread. It may be called before this function returns. Nothing follows
  ///     ``DownloadEvent/end(_:)``.
  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask
}

/// Request in progress.
public protocol DownloadTask: Sendable {
  /// Ends the request. Events that arrive until this takes effect are ignored. Any thread; must not block.
  func cancel()
}

/// GET request.
public struct DownloadRequest: Sendable, Hashable {
  /// Absolute http or https URL.
  public var url: String
  /// Headers to send in addition to the downloader's own.
  public var headers: [HTTPHeader]
  /// Maximum number of body bytes.
  public var byteLimit: Int
  /// Maximum number of bytes of all headers: of interim responses, redirects, the response, and its trailers.
  public var headerLimit: Int
  /// Urgency.
  public var priority: LoadPriority
  /// Whether the body may be compressed in transit; false for range requests.
  public var allowsCompression: Bool

  /// Creates a request.
  public init(
    url: String, headers: [HTTPHeader] = [], byteLimit: Int = 64 << 20, headerLimit: Int = 256 << 10, priority: LoadPriority = .display,
    allowsCompression: Bool = true
  ) {
    self.url = url
    self.headers = headers
    self.byteLimit = byteLimit
    self.headerLimit = headerLimit
    self.priority = priority
    self.allowsCompression = allowsCompression
  }
}

/// Event of a request.
public enum DownloadEvent: Sendable {
  /// The head of the final response, after redirects.
  case response(DownloadResponse)
  /// The next part of the body.
  case data([UInt8])
  /// End of the request; nil if the response is complete.
  case end(DownloadFailure?)
}

/// Urgency of a load, in the order of the interface states.
public enum LoadPriority: Int, Comparable, Sendable, CaseIterable, Hashable {
  /// Near the viewport.
  case preload
  /// Closer to the viewport; it will be drawn.
  case display
  /// Visible.
  case visible

  /// Compares by urgency.
  public static func < (a: LoadPriority, b: LoadPriority) -> Bool { a.rawValue < b.rawValue }
}
