/// Downloader of a loader for which the program sets none.
enum DefaultDownloader {
  static func make() -> any Downloader {
    #if Network
      CurlDownloader()
    #else
      MissingDownloader()
    #endif
  }
}

/// Placeholder for the downloader in builds that have none.
struct MissingDownloader: Downloader {
  private struct Nothing: DownloadTask { func cancel() {} }

  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
    receive(.end(.unavailable("this program was built without the part `network`, and has no downloader of its own")))
    return Nothing()
  }
}
