#if Network
  internal import CTesseraNetwork
  internal import TesseraBase

  /// Downloader that uses libcurl, which is loaded with the first request. Supports HTTP/1.1 and HTTP/2, redirects, compression, proxies of
  /// the environment (`http_proxy`, `https_proxy`, `no_proxy`) and TLS with the system's certificates. Uses one thread, which sleeps while
  /// there are no transfers.
  public final class CurlDownloader: Downloader {
    /// Connection options.
    public struct Options: Sendable, Hashable {
      /// Maximum number of open connections. Must be at least the number of concurrent transfers of a loader, slow ones included: further
      /// transfers wait.
      public var connectionLimit = 24
      /// Connection timeout in seconds.
      public var connectTimeout = 30
      /// Maximum number of redirects.
      public var redirectLimit = 10
      /// PEM file of trusted certificates, instead of the system's.
      public var certificateFile: String?
      /// Folder of PEM files of trusted certificates, instead of the system's. The file names are hashes, as `openssl rehash` creates them.
      /// If both are nil, the system's certificates are used.
      public var certificateFolder: String?
      /// User agent.
      public var userAgent = "Tessera"

      /// Creates the default options.
      public init() {}
    }

    private let session: CurlSession

    /// Creates a downloader. Opens nothing yet.
    public init(options: Options = Options()) { session = CurlSession(options: options) }

    deinit { session.close() }

    public func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
      CurlTask(session: session, number: session.start(request, receive))
    }
  }

  private struct CurlTask: DownloadTask {
    let session: CurlSession
    let number: UInt64
    func cancel() { session.cancel(number) }
  }
#endif
