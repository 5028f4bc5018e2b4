internal import CRender
internal import TesseraBase

/// Font files of one user, such as a scene that is reloaded: files that it no longer names are removed.
///
/// Any thread. A file stays registered while any set names it, or if the program added it directly. A set releases its files when it is
/// freed.
public final class FontSet: Sendable {
  private let library: FontLibrary
  private let files = Locked<Set<String>>([])

  /// Creates an empty set.
  public init(library: FontLibrary = .shared) { self.library = library }

  deinit {
    for file in files.withLock({ $0 }) { library.release(file) }
  }

  /// Registers font files and those below directories, and removes files of earlier calls that `paths` does not contain.
  ///
  /// An unchanged registered file (same device, inode, size and modification time) is kept; one that was replaced or written to is read
  /// again. ``FontLibrary/generation`` changes only if some text might get other fonts.
  /// - Returns: Errors of files that could not be registered. A file of this set that has become unreadable stays registered.
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
    // Each file now held has one more reference than before; release the previous references.
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
  /// Owners of registered files.
  struct Holders: Sendable {
    /// Number of sets that name each file.
    var sets: [String: Int] = [:]
    /// Files added by the program itself, which sets do not remove.
    var program: Set<String> = []
  }

  /// Registers a file for a set; balance each call with ``release(_:)``.
  func hold(_ file: String) throws(RenderError) {
    // Under the lock, so that the file is not removed before it is counted. The C library only calls back to collect names.
    try holders.withLock { holders throws(RenderError) in
      try register(file: file)
      holders.sets[file, default: 0] += 1
    }
  }

  /// Balances ``hold(_:)``: removes the file if it has no other owner.
  func release(_ file: String) {
    holders.withLock { holders in
      let count = (holders.sets[file] ?? 1) - 1
      holders.sets[file] = count > 0 ? count : nil
      if count <= 0, !holders.program.contains(file) { _ = cr_font_library_remove(handle, file) }
    }
  }
}
