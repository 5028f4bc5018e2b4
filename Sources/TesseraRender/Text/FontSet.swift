internal import CRender
internal import TesseraBase

/// The font files that one user needs, such as a scene that is read again and again: what it no longer names is forgotten.
///
/// Any thread. A file stays registered while any set names it, or the program added it itself. With the set its files go, too.
public final class FontSet: Sendable {
  private let library: FontLibrary
  private let files = Locked<Set<String>>([])

  /// Makes a set that names no file.
  public init(library: FontLibrary = .shared) { self.library = library }

  deinit {
    for file in files.withLock({ $0 }) { library.release(file) }
  }

  /// Registers font files and those below directories, and forgets what earlier calls registered and these paths do not name.
  ///
  /// A file that is registered already and did not change (same device, inode, size and time of modification) stays as it is; one that was replaced or
  /// written to is read again. ``FontLibrary/generation`` is another afterwards only where a text might get other fonts.
  /// - Returns: What could not be registered. A file that cannot be read any more, but was registered by this set, stays.
  @discardableResult public func use(_ paths: [String]) -> [RenderError] {
    var problems: [RenderError] = []
    var wanted: Set<String> = []
    var ordered: [String] = []
    for path in paths {
      for file in FontLibrary.files(below: path) ?? [path] where wanted.insert(file).inserted { ordered.append(file) }
    }
    var added: Set<String> = []
    for file in ordered {
      do throws(RenderError) {
        try library.hold(file)
        added.insert(file)
      } catch {
        problems.append(error)
      }
    }
    // Each file that is held now is held once more than before; what was held before is given back once.
    let old = files.withLock { files in
      let old = files
      files = added.union(old.intersection(wanted))
      return old
    }
    for file in old where added.contains(file) || !wanted.contains(file) { library.release(file) }
    return problems
  }
}

extension FontLibrary {
  /// Who needs registered files.
  struct Holders: Sendable {
    /// Sets that name the file.
    var sets: [String: Int] = [:]
    /// What the program added itself, which sets do not take away.
    var program: Set<String> = []
  }

  /// Registers a file for a set; each call is to be ended by ``release(_:)``.
  func hold(_ file: String) throws(RenderError) {
    // Under the lock, so that nobody takes the file away before it is counted. The C library calls nobody but what collects names.
    try holders.withLock { holders throws(RenderError) in
      try register(file: file)
      holders.sets[file, default: 0] += 1
    }
  }

  /// Ends ``hold(_:)``: the file is forgotten where nobody else needs it.
  func release(_ file: String) {
    holders.withLock { holders in
      let count = (holders.sets[file] ?? 1) - 1
      holders.sets[file] = count > 0 ? count : nil
      if count <= 0, !holders.program.contains(file) { _ = cr_font_library_remove(handle, file) }
    }
  }
}
