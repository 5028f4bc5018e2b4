internal import TesseraRender

/// Process-wide cache that counts in the budgets of stages and can be trimmed.
public struct MemoryHolder: Sendable {
  /// Name in the output of `--stats`, such as `pictures`.
  public let name: String
  /// Returns the bytes that it holds. Any thread. Must be cheap: it is called for each painted frame.
  public let bytes: @Sendable () -> Int
  /// Evicts the least recently used entries until it holds at most `bytes`. Any thread.
  public let trim: @Sendable (_ bytes: Int) -> Void

  /// Creates a description of a cache.
  public init(name: String, bytes: @escaping @Sendable () -> Int, trim: @escaping @Sendable (_ bytes: Int) -> Void) {
    self.name = name
    self.bytes = bytes
    self.trim = trim
  }

  /// Registers a cache that lives as long as the process. It replaces one of the same name. Any thread.
  public static func register(_ holder: MemoryHolder) {
    registered.withLock { all in
      all.removeAll { $0.name == holder.name }
      all.append(holder)
    }
  }

  /// All caches: those of the core, then in order of registration.
  static var all: [MemoryHolder] { core + registered.withLock { $0 } }

  private static let registered = Locked<[MemoryHolder]>([])

  private static let core = [
    MemoryHolder(
      name: "glyphs", bytes: { FontLibrary.shared.glyphCacheStatistics.bytes },
      trim: { FontLibrary.shared.trimGlyphs(to: $0) }),
    MemoryHolder(
      name: "shaped texts", bytes: { FontLibrary.shared.shapeCacheStatistics.bytes },
      trim: { FontLibrary.shared.trimShapedTexts(to: $0) }),
    MemoryHolder(
      name: "shaped words", bytes: { FontLibrary.shared.statistics.words.bytes },
      trim: { FontLibrary.shared.trimShapedWords(to: $0) }),
  ]
}

/// Memory of a stage by holder. A value.
public struct MemoryUse: Sendable, Hashable, CustomStringConvertible {
  /// Memory of one holder.
  public struct Share: Sendable, Hashable {
    /// Name of the holder.
    public var name: String
    /// Size in bytes.
    public var bytes: Int
    /// Whether all stages of the process share it.
    public var isShared: Bool
  }

  /// Holders of memory: the framebuffer, contents of nodes, buffers kept for reuse, caches.
  public var shares: [Share]
  /// Budget in bytes of all holders except the framebuffer.
  public var budget: Int
  /// Current memory pressure, from any source.
  public var pressure: MemoryPressure

  /// Total size in bytes.
  public var bytes: Int { shares.reduce(0) { $0 + $1.bytes } }

  /// One line for each holder, as `--stats` prints them.
  public var description: String {
    func megabytes(_ bytes: Int) -> String {
      let tenths = (bytes * 10 + (1 << 19)) >> 20
      return "\(tenths / 10).\(tenths % 10) MB"
    }
    let width = shares.map(\.name.count).max() ?? 0
    func line(_ name: String, _ text: String) -> String { name + String(repeating: " ", count: max(1, width + 2 - name.count)) + text }
    return
      (shares.map { line($0.name, megabytes($0.bytes) + ($0.isShared ? " (shared)" : "")) }
      + [line("budget", megabytes(budget)), line("pressure", "\(pressure)")]).joined(separator: "\n")
  }
}
