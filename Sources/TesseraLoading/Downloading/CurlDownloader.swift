#if Network
  internal import CTesseraNetwork
  internal import TesseraBase

  /// Downloads by libcurl, which is opened with the first request: HTTP/1.1 and HTTP/2, redirects, compression, proxies named by the environment
  /// (`http_proxy`, `https_proxy`, `no_proxy`), TLS with the system's certificates. One thread, which sleeps while nothing is under way.
  public final class CurlDownloader: Downloader {
    /// How it connects.
    public struct Options: Sendable, Hashable {
      /// Connections at a time, in all. Not fewer than the transfers that a loader has at a time, slow ones included: further ones wait.
      public var connectionLimit = 24
      /// Seconds for a connection to be made.
      public var connectTimeout = 30
      /// Redirects that are followed.
      public var redirectLimit = 10
      /// PEM file with the certificates that are trusted, in place of the system's.
      public var certificateFile: String?
      /// Folder of PEM files with the certificates that are trusted, in place of the system's. The names of the files are hashes, as `openssl rehash` makes
      /// them. nil for both: the system's.
      public var certificateFolder: String?
      /// What it calls itself.
      public var userAgent = "Tessera"

      /// Makes the defaults.
      public init() {}
    }

    private let session: CurlSession

    /// Makes a downloader; nothing is opened yet.
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
