import Foundation
import Testing

/// The socket of a supervisor, at which a process says how it stands.
final class FakeSupervisor {
  // Not in a test's folder, whose path is too long for a socket's name.
  let path = "/tmp/tessera-notify-\(getpid())-\(UUID().uuidString.prefix(8))"
  private let socket: Int32

  init() throws {
    socket = Foundation.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    try #require(bound == 0)
  }

  deinit {
    close(socket)
    unlink(path)
  }

  /// Waits for the next message.
  func next() -> String {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = recv(socket, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits for a message, whatever comes before it.
  func wait(for message: String) { while next() != message {} }
}
