internal import Tessera
internal import TesseraVideo
#if Network
  internal import TesseraLoading
#endif

/// Opens the sources of a node: paths, and URLs of files on web servers. A value; any thread.
struct VideoOpener: Sendable {
  #if Network
    var loader = DataLoader.shared
  #endif

  /// Starts the session of a live source. Tests replace it.
  var live:
    @Sendable (
      LivePlayback.Start, @escaping @Sendable (_ isBlocked: Bool) -> LiveDemand, @escaping @Sendable (LiveEvent) -> Void
    ) throws(VideoFileError) -> any LiveSession = { start, demand, receive throws(VideoFileError) in
      switch start.target.source {
      case .camera:
        var request = start.target.camera
        request.controls = start.controls
        return try CameraSession(request, receive: receive)
      case .stream(let url): return try StreamSession(url, demand: demand, receive: receive)
      }
    }

  /// Opens the bytes of a source. Waits for a web server's first response.
  func open(_ source: String) throws(VideoFileError) -> any VideoInput {
    guard Self.isURL(source) else { return try VideoFileInput(source) }
    #if Network
      return try WebVideoInput(source, loader)
    #else
      throw .unreadable(source: source, reason: "this program was built without the part `network`")
    #endif
  }

  /// Returns why bytes could not be read; nil if all could, and for files, whose failures the decoder reports.
  static func failure(of input: any VideoInput) -> VideoFileError? {
    #if Network
      return (input as? WebVideoInput)?.failure
    #else
      return nil
    #endif
  }

  /// Whether a source is on a web server.
  static func isURL(_ source: String) -> Bool {
    let start = source.utf8.prefix(8).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
  }
}

extension Node where Value == Video {
  /// Runs work that reads a source: files on a worker, and web servers on a separate thread, because it waits. Returns whether it runs.
  func performReading(of source: String?, _ work: @escaping @Sendable () -> Void) -> Bool {
    #if Network
      if let source, VideoOpener.isURL(source) {
        return storage.opener.withLock { $0.loader }.performBlocking(source, work)
      }
    #endif
    return performOnWorker(work)
  }
}
