internal import Glibc
internal import Tessera
internal import TesseraRender

/// Fonts of tests: the built-in one, and those that tests add.
///
/// Installed fonts are disabled, so that text has the same appearance on all machines.
///
/// ``HeadlessStage`` does this automatically. Fonts belong to the process: add the same ones in every test of a target whose pictures need
/// them.
public enum TestFonts {
  private static let added = AddedFonts()
  private static let gate = FontGate()

  /// Disables installed fonts in this process.
  public static func useNoSystemFonts() {
    guard FontLibrary.shared.usesSystemFonts else { return }
    gate.alone { FontLibrary.shared.usesSystemFonts = false }
  }

  /// Runs `body` while no fonts are added or removed through `TestFonts`. For tests that count layouts, because any change of the fonts
  /// causes new layouts. Several threads may be inside together; `body` must not add fonts.
  public static func whileTheyStay<Result>(_ body: () throws -> Result) rethrows -> Result {
    useNoSystemFonts()
    return try gate.together(body)
  }

  /// Runs `body`, which adds or removes fonts, while no thread is inside ``whileTheyStay(_:)``.
  public static func whileTheyChange<Result>(_ body: () throws -> Result) rethrows -> Result {
    useNoSystemFonts()
    return try gate.alone(body)
  }

  /// Adds font files and folders of fonts, each once; throws for a file that is not a font.
  public static func add(_ paths: [String]) throws {
    useNoSystemFonts()
    guard !added.holds(paths) else { return }
    try gate.alone { try added.add(paths) }
  }
}

/// Paths added so far; any thread.
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

/// Read-write lock: any number of threads that need the fonts unchanged, or one that changes them; any thread.
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
