#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reading of small text files.
enum LayoutFile {
  /// Returns the text of a regular file.
  /// - Parameter limit: maximum length, bytes.
  static func text(of path: String, limit: Int) throws(KeyboardLayoutError) -> String {
    func wrong(_ reason: String) -> KeyboardLayoutError { KeyboardLayoutError(file: path, line: 0, reason: reason) }
    guard !path.utf8.contains(0) else { throw wrong("the name has a zero byte") }
    // O_NONBLOCK: opening a pipe without a writer must not block; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw wrong(errno == ENOENT ? "no such file" : String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { throw wrong("it is not a regular file") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= limit {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw wrong(String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    guard bytes.count <= limit else { throw wrong("the file is larger than \(limit) bytes") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw wrong("the file is not UTF-8") }
    return text
  }
}
