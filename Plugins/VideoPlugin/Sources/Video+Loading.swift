#if Network
  public import Tessera
  public import TesseraLoading
  public import TesseraVideo

  extension Node where Value == Video {
    /// Loader whose downloader reads sources that are URLs; `DataLoader.shared` unless set. Set it before the node is in a stage. Any thread.
    public var loader: DataLoader {
      get { storage.opener.withLock { $0.loader } }
      set { storage.opener.withLock { $0.loader = newValue } }
    }
  }

  /// Video file on a web server, whose parts are requested when they are read. Reads wait for the network, so do not call them on the thread of a
  /// frame loop. Any thread.
  public final class WebVideoInput: VideoInput {
    public let name: String
    public let byteCount: Int
    private let reader: RangedReader
    private let failed = Locked<VideoFileError?>(nil)

    /// Requests the length and waits for it.
    ///
    /// - Parameters:
    ///   - url: an http or https URL.
    ///   - loader: its downloader sends the requests; the cache on disk is not used.
    /// - Throws: `VideoFileError.unreadable`.
    public init(_ url: String, _ loader: DataLoader = .shared) throws(VideoFileError) {
      (name, reader) = (URLText.shown(url), RangedReader(url, loader: loader))
      do throws(LoadError) { byteCount = try reader.length() } catch { throw .unreadable(source: name, reason: error.failure.description) }
    }

    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      do throws(LoadError) {
        return try reader.read(at: offset, into: buffer)
      } catch {
        failed.withLock { $0 = .unreadable(source: name, reason: error.failure.description) }
        return -1
      }
    }

    public func cancel() { reader.cancel() }

    /// Reason of the last failed read; nil if all succeeded.
    public var failure: VideoFileError? { failed.withLock { $0 } }
  }
#endif
