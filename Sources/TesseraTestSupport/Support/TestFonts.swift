internal import Tessera
internal import TesseraRender

/// Fonts of tests: the one that is compiled in, and those that tests add.
///
/// Those of the machine are switched off, so that text looks the same everywhere.
///
/// ``HeadlessStage`` does this by itself. Fonts belong to the process: add the same in every test of a target whose pictures need them.
public enum TestFonts {
  private static let added = AddedFonts()

  /// Switches the machine's fonts off for this process.
  public static func useNoSystemFonts() { FontLibrary.shared.usesSystemFonts = false }

  /// Adds font files and folders of fonts, each once; throws what is no font.
  public static func add(_ paths: [String]) throws {
    useNoSystemFonts()
    try added.add(paths)
  }
}

/// What was added; any thread.
private final class AddedFonts: @unchecked Sendable {
  // @unchecked: `paths` is only touched with `lock` held.
  private let lock = Lock()
  private var paths: Set<String> = []

  func add(_ new: [String]) throws {
    try lock.withLock {
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
