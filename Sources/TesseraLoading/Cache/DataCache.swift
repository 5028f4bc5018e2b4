/// Keeps what was downloaded, for a ``DataLoader``. Called on the loader's thread, never on the frame loop, so it may read and write files. The default is
/// ``DiskCache``.
///
/// ```swift
/// DataLoader.shared.cache = MyCache()
/// ```
public protocol DataCache: Sendable {
  /// Returns what is kept for `url`, fresh or expired; nil: nothing, or it is damaged.
  func data(for url: String) -> CachedData?

  /// Keeps `bytes` in place of what was kept for `url`. What cannot be kept is dropped.
  func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String)

  /// Replaces the metadata: the server confirmed what is kept.
  func confirm(_ metadata: CacheMetadata, for url: String)

  /// Removes what is kept for `url`.
  func remove(_ url: String)

  /// Removes everything.
  func removeAll()
}

/// What a cache has for a URL.
public struct CachedData: Sendable, Hashable {
  /// The body.
  public var bytes: [UInt8]
  /// How long it is fresh, and how the server is asked.
  public var metadata: CacheMetadata

  /// Makes it.
  public init(bytes: [UInt8], metadata: CacheMetadata) {
    self.bytes = bytes
    self.metadata = metadata
  }
}
