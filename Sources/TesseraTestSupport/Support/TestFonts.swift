internal import Glibc
internal import Tessera
internal import TesseraRender

/// Fonts of tests: the one that is compiled in, and those that tests add.
///
/// Those of the machine are switched off, so that text looks the same everywhere.
///
/// ``HeadlessStage`` does this by itself. Fonts belong to the process: add the same in every test of a target whose pictures need them.
public enum TestFonts {
  private static let added = AddedFonts()
  private static let gate = FontGate()

  /// Switches the machine's fonts off for this process.
  public static func useNoSystemFonts() {
    guard FontLibrary.shared.usesSystemFonts else { return }
    gate.alone { FontLibrary.shared.usesSystemFonts = false }
  }

  /// Returns what `body` does while nobody adds or removes fonts through `TestFonts`: for tests that count what is laid out, which any change of the fonts
  /// has laid out anew. Many may be in it at once; it adds no fonts itself.
  public static func whileTheyStay<Result>(_ body: () throws -> Result) rethrows -> Result {
    useNoSystemFonts()
    return try gate.together(body)
  }

  /// Returns what `body` does, which adds or removes fonts, while nobody is in ``whileTheyStay(_:)``.
  public static func whileTheyChange<Result>(_ body: () throws -> Result) rethrows -> Result {
    useNoSystemFonts()
    return try gate.alone(body)
  }

  /// Adds font files and folders of fonts, each once; throws what is no font.
  public static func add(_ paths: [String]) throws {
    useNoSystemFonts()
    guard !added.holds(paths) else { return }
    try gate.alone { try added.add(paths) }
  }
}

/// What was added; any thread.
private final class AddedFonts: Sendable {
  private let paths = Locked<Set<String>>([])

  func holds(_ wanted: [String]) -> Bool { paths.withLock { wanted.allSatisfy($0.contains) } }

  func add(_ new: [String]) throws {
    try paths.withLock { paths in
      for path in new where !paths.contains(path) {
        if Files.isFolder(path) {
          if let problem = try FontLibrary.shared.add(directory: path).first { throw problem }
        } else {
          try FontLibrary.shared.add(file: path)
        }
        paths.insert(path)
      }
    }
  }
}

/// Lets many in who need the fonts as they are, or one who changes them; any thread.
private final class FontGate: @unchecked Sendable {
  // @unchecked: the lock is made once and only given to functions that any thread may call.
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  init() {
    lock = .allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  func together<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }

  func alone<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return try body()
  }
}
