/// Fetches bytes for a ``DataLoader``: one GET request at a time, without retries, queue or cache, which are the loader's. The default is
/// ``CurlDownloader``.
///
/// ```swift
/// DataLoader.shared.downloader = MyDownloader()
/// ```
public protocol Downloader: Sendable {
  /// Begins a request, and reports what happens: the response, parts of the body, the end. Any thread; must not block.
  ///
  /// - Parameters:
  ///   - request: what to fetch.
  ///   - receive: takes the events, in order, on any thread; may be called before this returns. Nothing follows ``DownloadEvent/end(_:)``.
  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask
}

/// A request under way.
public protocol DownloadTask: Sendable {
  /// Ends the request. Events may still come until it takes effect; nobody listens to them. Any thread; must not block.
  func cancel()
}

/// One GET request.
public struct DownloadRequest: Sendable, Hashable {
  /// Absolute http or https URL.
  public var url: String
  /// Headers to send beside the downloader's own.
  public var headers: [HTTPHeader]
  /// Maximum number of body bytes.
  public var byteLimit: Int
  /// Maximum number of bytes of all headers: of interim responses, redirects, the response, and its trailers.
  public var headerLimit: Int
  /// How urgent it is.
  public var priority: LoadPriority
  /// Whether the body may be compressed in transit; false for ranges.
  public var allowsCompression: Bool

  /// Makes a request.
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

/// What happens to a request.
public enum DownloadEvent: Sendable {
  /// The head of the final response, after redirects.
  case response(DownloadResponse)
  /// The next part of the body.
  case data([UInt8])
  /// The request ended; nil: the whole response came.
  case end(DownloadFailure?)
}

/// How urgent a load is. The order of the interface states.
public enum LoadPriority: Int, Comparable, Sendable, CaseIterable, Hashable {
  /// Near the screen.
  case preload
  /// Nearer: it will be drawn.
  case display
  /// On the screen.
  case visible

  /// Orders by urgency.
  public static func < (a: LoadPriority, b: LoadPriority) -> Bool { a.rawValue < b.rawValue }
}
