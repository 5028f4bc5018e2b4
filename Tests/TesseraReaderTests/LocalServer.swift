import Foundation

/// A Unix socket in a folder of its own, for clients that do not block. It reads and writes when the test says so.
final class LocalServer {
  let path: String
  private let folder: URL
  private let listener: Int32
  private var client: Int32 = -1

  struct Failure: Error { let code: Int32 }

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "socket").path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let status = withUnsafePointer(to: &address) { pointer in
      // A sockaddr_un is passed as the sockaddr that its first member makes it.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    (self.folder, self.path, self.listener) = (folder, path, listener)
    guard status == 0, listen(listener, 4) == 0 else { throw Failure(code: errno) }
  }

  deinit {
    hangUp()
    close(listener)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Takes the client that waits.
  func accept() { client = Glibc.accept(listener, nil, nil) }

  func send(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } }

  /// Bytes that the client has sent.
  func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { recv(client, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
    return Array(bytes.prefix(max(0, count)))
  }

  func hangUp() {
    if client >= 0 { close(client) }
    client = -1
  }
}
