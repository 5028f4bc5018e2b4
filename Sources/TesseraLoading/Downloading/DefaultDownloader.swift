/// What a loader downloads with where the program says nothing else.
enum DefaultDownloader {
  static func make() -> any Downloader {
    #if Network
      CurlDownloader()
    #else
      MissingDownloader()
    #endif
  }
}

/// Stands for the downloader of a build that has none.
struct MissingDownloader: Downloader {
  private struct Nothing: DownloadTask { func cancel() {} }

  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
    receive(.end(.unavailable("this program was built without the part `network`, and has no downloader of its own")))
    return Nothing()
  }
}
