internal import Glibc
internal import TesseraDevices

/// File operations other than reading scenes and writing outputs.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path is a device, pipe or socket.
  static func isSpecial(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  /// Whether the path is a readable regular file; it may be empty.
  static func isReadable(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var info = stat()
    var byte: UInt8 = 0
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && read(descriptor, &byte, 1) >= 0
  }

  /// Returns the text of a regular file of at most `limit` bytes.
  static func text(of path: String, limit: Int = 1 << 20) throws(ToolError) -> String {
    guard let text = String(validating: try bytes(of: path, limit: limit), as: UTF8.self) else {
      throw ToolError(.badData, "\(path) is not UTF-8 text")
    }
    return text
  }

  /// Returns the bytes of a regular file of at most `limit` bytes.
  static func bytes(of path: String, limit: Int) throws(ToolError) -> [UInt8] {
    // O_NONBLOCK: do not wait for the writer of a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw ToolError(.noInput, "cannot open \(path): \(reason(errno))") }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw ToolError(.noInput, "cannot open \(path): it is a directory, a pipe or a device; it must be a regular file")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ToolError(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))") }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw ToolError(.badData, "\(path) is larger than \(limit >> 20) MiB") }
    }
    return bytes
  }

  /// Returns the first bytes of a file, at most `count`.
  static func beginning(of path: String, count: Int) throws(ToolError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw ToolError(.noInput, "cannot open \(path): \(reason(errno))") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let done = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard done >= 0 else { throw ToolError(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))") }
    return Array(bytes.prefix(done))
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES, EPERM: "permission denied"
    default: String(cString: strerror(code))
    }
  }

  /// Returns the paths of the files with an extension in a folder and its folders, sorted; `most` + 1 of them if there are more. Hidden names
  /// and linked folders are left out.
  static func paths(below folder: String, extension wanted: String, most: Int) throws(ToolError) -> [String] {
    var (paths, folders) = ([String](), [folder])
    while let folder = folders.popLast(), paths.count <= most {
      guard let directory = opendir(folder) else { throw ToolError(.noInput, "cannot open \(folder): \(reason(errno))") }
      defer { closedir(directory) }
      while let entry = readdir(directory), paths.count <= most {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          // The kernel ends the name with 0 within the field.
          pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { String(cString: $0) }
        }
        guard !name.hasPrefix(".") else { continue }
        let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
        var info = stat()
        guard lstat(path, &info) == 0 else { continue }
        if info.st_mode & S_IFMT == S_IFDIR {
          folders.append(path)
        } else if fileExtension(name) == wanted {
          paths.append(path)
        }
      }
    }
    return paths.sorted()
  }

  /// Writes a file atomically.
  static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    do throws(DeviceError) { try AtomicFile.write(bytes, to: path) } catch { throw ToolError(error) }
  }

  /// Returns the file name extension in lower case; empty if there is none.
  static func fileExtension(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
