#if Network
  public import Tessera
  public import TesseraLoading
  internal import TesseraVideo

  extension Node where Value == Video {
    /// Loader whose downloader reads sources that are URLs; `DataLoader.shared` unless set. Set it before the node is in a stage. Any thread.
    public var loader: DataLoader {
      get { storage.opener.withLock { $0.loader } }
      set { storage.opener.withLock { $0.loader = newValue } }
    }
  }

  /// File on a web server. Any thread.
  final class WebVideoInput: VideoInput {
    let name: String
    let byteCount: Int
    private let reader: RangedReader
    private let failed = Locked<VideoFileError?>(nil)

    /// Requests the length and waits for it.
    init(_ url: String, _ loader: DataLoader) throws(VideoFileError) {
      (name, reader) = (URLText.shown(url), RangedReader(url, loader: loader))
      do throws(LoadError) { byteCount = try reader.length() } catch { throw .unreadable(source: name, reason: error.failure.description) }
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      do throws(LoadError) {
        return try reader.read(at: offset, into: buffer)
      } catch {
        failed.withLock { $0 = .unreadable(source: name, reason: error.failure.description) }
        return -1
      }
    }

    func cancel() { reader.cancel() }

    /// Why the last read failed; nil if none did.
    var failure: VideoFileError? { failed.withLock { $0 } }
  }
#endif
