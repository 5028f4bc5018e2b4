#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import CTesseraNetwork
internal import TesseraBase

/// Cache that stores downloads as files of a directory, with one journal. Any thread. Blocks on disk access, so do not use it on the frame
/// loop.
///
/// A body is written to its own file before the journal names it, and its checksum is verified on each read. A process that is killed at
/// any moment leaves a valid cache, and torn data is never returned. Several processes may share a directory. Files that the cache did not
/// create are never touched.
public final class DiskCache: DataCache {
  /// Limits of a cache.
  public struct Options: Sendable, Hashable {
    /// Maximum size of all bodies in bytes.
    public var byteLimit = 50 << 20
    /// Seconds since the last use after which a body is evicted.
    public var ageLimit = 30.0 * 86400

    /// Creates the default options.
    public init() {}
  }

  /// Size and error counts of a cache.
  public struct Statistics: Sendable, Hashable {
    /// Number of bodies stored.
    public var entries = 0
    /// Total size of these bodies in bytes.
    public var bytes = 0
    /// Number of bodies found damaged on read.
    public var damaged = 0
    /// Number of bodies that could not be stored.
    public var dropped = 0
    /// Most recent failure; nil if there was none.
    public var problem: String?
  }

  private let state: Locked<CacheFolder>

  /// Creates a cache in `directory`, which is created when the first body is stored.
  ///
  /// - Parameters:
  ///   - directory: path of the directory.
  ///   - options: limits.
  ///   - clock: source of the time in seconds since 1970, for ages.
  public init(directory: String, options: Options = Options(), clock: any LoaderClock = SystemLoaderClock()) {
    state = Locked(CacheFolder(path: directory, options: options, clock: clock))
  }

  /// Directory of the cache.
  public var directory: String { state.withLock { $0.path } }

  /// Current size and error counts.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  // Passwords of URLs are never written to disk.
  public func data(for url: String) -> CachedData? { state.withLock { $0.data(for: URLText.withoutPassword(url)) } }
  public func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String) {
    state.withLock { $0.store(bytes, metadata: metadata, for: URLText.withoutPassword(url)) }
  }
  public func confirm(_ metadata: CacheMetadata, for url: String) {
    state.withLock { $0.confirm(metadata, for: URLText.withoutPassword(url)) }
  }
  public func remove(_ url: String) { state.withLock { $0.remove([URLText.withoutPassword(url)]) } }
  public func removeAll() { state.withLock { $0.removeAll() } }

  /// `$XDG_CACHE_HOME/tessera`, or `$HOME/.cache/tessera`; nil if neither variable is set to an absolute path.
  public static var defaultDirectory: String? {
    func absolute(_ name: String) -> String? {
      guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
      return value
    }
    return absolute("XDG_CACHE_HOME").map { $0 + "/tessera" } ?? absolute("HOME").map { $0 + "/.cache/tessera" }
  }

  static func makeDefault() -> (any DataCache)? { defaultDirectory.map { DiskCache(directory: $0) } }
}
