internal import TesseraRender

/// A cache of the process that stages count in their budgets, and that gives up what is used least when it is asked to.
public struct MemoryHolder: Sendable {
  /// What `--stats` calls it, as `pictures`.
  public let name: String
  /// Returns the bytes that it holds. Any thread; costs little: it is asked with every frame that is painted.
  public let bytes: @Sendable () -> Int
  /// Gives up what is used least, until it holds no more than so many bytes. Any thread.
  public let trim: @Sendable (_ bytes: Int) -> Void

  /// Makes a description of a cache.
  public init(name: String, bytes: @escaping @Sendable () -> Int, trim: @escaping @Sendable (_ bytes: Int) -> Void) {
    self.name = name
    self.bytes = bytes
    self.trim = trim
  }

  /// Adds a cache that lives as long as the process. One of the same name is replaced. Any thread.
  public static func register(_ holder: MemoryHolder) {
    registered.withLock { all in
      all.removeAll { $0.name == holder.name }
      all.append(holder)
    }
  }

  /// All caches: those of the core, then in the order in which they came.
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

/// Who holds what of a stage's memory. A value.
public struct MemoryUse: Sendable, Hashable, CustomStringConvertible {
  /// Somebody who holds memory.
  public struct Share: Sendable, Hashable {
    /// What it is.
    public var name: String
    /// How much.
    public var bytes: Int
    /// Whether all stages of the process share it.
    public var isShared: Bool
  }

  /// What holds memory: the framebuffer, contents of nodes, buffers kept for the next ones, caches.
  public var shares: [Share]
  /// What all but the framebuffer may hold together.
  public var budget: Int
  /// How short memory is, for what reason ever.
  public var pressure: MemoryPressure

  /// All of it.
  public var bytes: Int { shares.reduce(0) { $0 + $1.bytes } }

  /// A line for each, as `--stats` prints them.
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
