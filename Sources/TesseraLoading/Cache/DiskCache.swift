#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import CTesseraNetwork
internal import TesseraBase

/// Keeps downloads as files of a directory, with one journal. Any thread; blocks for the disk, so not on the frame loop.
///
/// A body is written to a file of its own before the journal names it, and its checksum is tested whenever it is read: a process that is killed at any moment leaves a
/// cache that opens, and nothing torn is ever returned. Several processes may share a directory. Files that the cache did not make are never touched.
public final class DiskCache: DataCache {
  /// Limits of a cache.
  public struct Options: Sendable, Hashable {
    /// Bytes of all bodies.
    public var byteLimit = 50 << 20
    /// Seconds since the last use after which a body is given up.
    public var ageLimit = 30.0 * 86400

    /// Makes the defaults.
    public init() {}
  }

  /// What a cache holds, and what went wrong.
  public struct Statistics: Sendable, Hashable {
    /// Bodies kept.
    public var entries = 0
    /// Their bytes.
    public var bytes = 0
    /// Bodies that were damaged when they were read.
    public var damaged = 0
    /// Bodies that could not be stored.
    public var dropped = 0
    /// What last could not be done; nil: all went well.
    public var problem: String?
  }

  private let state: Locked<CacheFolder>

  /// Makes a cache in `directory`, which is made when something is first stored.
  ///
  /// - Parameters:
  ///   - directory: where it lies.
  ///   - options: limits.
  ///   - clock: seconds since 1970, for ages.
  public init(directory: String, options: Options = Options(), clock: any LoaderClock = SystemLoaderClock()) {
    state = Locked(CacheFolder(path: directory, options: options, clock: clock))
  }

  /// Directory of the cache.
  public var directory: String { state.withLock { $0.path } }

  /// What it holds, and what went wrong.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  // Passwords of URLs are not written to the disk.
  public func data(for url: String) -> CachedData? { state.withLock { $0.data(for: URLText.withoutPassword(url)) } }
  public func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String) {
    state.withLock { $0.store(bytes, metadata: metadata, for: URLText.withoutPassword(url)) }
  }
  public func confirm(_ metadata: CacheMetadata, for url: String) {
    state.withLock { $0.confirm(metadata, for: URLText.withoutPassword(url)) }
  }
  public func remove(_ url: String) { state.withLock { $0.remove([URLText.withoutPassword(url)]) } }
  public func removeAll() { state.withLock { $0.removeAll() } }

  /// `$XDG_CACHE_HOME/tessera`, or `$HOME/.cache/tessera`; nil where neither is set to an absolute path.
  public static var defaultDirectory: String? {
    func absolute(_ name: String) -> String? {
      guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
      return value
    }
    return absolute("XDG_CACHE_HOME").map { $0 + "/tessera" } ?? absolute("HOME").map { $0 + "/.cache/tessera" }
  }

  static func makeDefault() -> (any DataCache)? { defaultDirectory.map { DiskCache(directory: $0) } }
}
