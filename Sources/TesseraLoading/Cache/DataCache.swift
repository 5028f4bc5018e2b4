/// Store of downloaded data for a ``DataLoader``. Called on the loader's thread, never on the frame loop, so it may access files. The
/// default is ``DiskCache``.
///
/// ```swift
/// DataLoader.shared.cache = MyCache()
/// ```
public protocol DataCache: Sendable {
  /// Returns the entry of `url`, fresh or expired; nil if there is none or it is damaged.
  func data(for url: String) -> CachedData?

  /// Replaces the entry of `url` by `bytes`. Entries that cannot be stored are dropped.
  func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String)

  /// Replaces the metadata of an entry after the server confirmed it.
  func confirm(_ metadata: CacheMetadata, for url: String)

  /// Removes the entry of `url`.
  func remove(_ url: String)

  /// Removes all entries.
  func removeAll()
}

/// Cache entry of a URL.
public struct CachedData: Sendable, Hashable {
  /// Body.
  public var bytes: [UInt8]
  /// Freshness and validators.
  public var metadata: CacheMetadata

  /// Creates an entry.
  public init(bytes: [UInt8], metadata: CacheMetadata) {
    self.bytes = bytes
    self.metadata = metadata
  }
}
