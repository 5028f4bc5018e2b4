internal import Glibc

/// File operations without Foundation.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && (info.st_mode & S_IFMT) == S_IFDIR
  }

  /// Returns the folder that contains `path`.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of `path`.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the names in a folder, sorted; empty if it cannot be read.
  static func list(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns all files below `folder` whose names end in `suffix`, sorted.
  static func files(below folder: String, suffix: String) -> [String] {
    list(folder).flatMap { name in
      let path = folder + "/" + name
      if isFolder(path) { return files(below: path, suffix: suffix) }
      return name.hasSuffix(suffix) ? [path] : []
    }
  }

  static func read(_ path: String) throws(TestFailure) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw failure("reading", path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    if ferror(file) != 0 { throw failure("reading", path) }
    return bytes
  }

  /// Writes a temporary file and renames it, so that the write is atomic; creates the parent folders.
  static func write(_ bytes: [UInt8], to path: String) throws(TestFailure) {
    try makeFolder(folder(of: path))
    let partial = path + ".\(getpid()).partial"
    guard let file = fopen(partial, "wb") else { throw failure("writing", partial) }
    let written = fwrite(bytes, 1, bytes.count, file)
    let closed = fclose(file)
    guard written == bytes.count, closed == 0, rename(partial, path) == 0 else {
      let problem = failure("writing", path)
      unlink(partial)
      throw problem
    }
  }

  static func makeFolder(_ path: String) throws(TestFailure) {
    if isFolder(path) { return }
    let above = folder(of: path)
    if above != path { try makeFolder(above) }
    if mkdir(path, 0o777) != 0, !isFolder(path) { throw failure("making the folder", path) }
  }

  private static func failure(_ what: String, _ path: String) -> TestFailure {
    TestFailure("\(what) \(path): \(String(cString: strerror(errno)))")
  }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
