internal import CTesseraDevices
internal import Glibc

/// A blocking connection to a ``LineSocket``, for simple programs. One thread.
public final class LineClient {
  private let path: String
  private let file: Int32
  private var lines: LineBuffer
  private var waiting: [LineBuffer.Line] = []

  /// Connects to the socket.
  ///
  /// - Throws: ``DeviceError`` if no program is listening.
  public init(_ path: String, lineBytes: Int = 1 << 24) throws(DeviceError) {
    self.path = path
    lines = LineBuffer(limit: lineBytes)
    file = td_socket_connect(path)
    guard file >= 0 else {
      guard [ENOENT, ECONNREFUSED].contains(-file) else { throw .system(action: "open", path: path, code: -file) }
      var info = stat()
      guard stat(path, &info) != 0 || info.st_mode & S_IFMT == S_IFSOCK else {
        throw .unusable(device: path, reason: "it is not a socket", advice: "name the one that the player's `--data-socket` names")
      }
      throw .unusable(
        device: path, reason: "no player is listening on it", advice: "start one with `--data-socket \(path)` first")
    }
  }

  deinit { td_close(file) }

  /// Sends a line.
  public func send(_ line: String) throws(DeviceError) {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBufferPointer { td_socket_write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw .system(action: "write", path: path, code: Int32(-count)) }
      sent += count
    }
  }

  /// Waits for the next line; nil at the end.
  public func next() throws(DeviceError) -> LineBuffer.Line? {
    while waiting.isEmpty {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = bytes.withUnsafeMutableBufferPointer { td_socket_read(file, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw .system(action: "read", path: path, code: Int32(-count)) }
      if count == 0 { return nil }
      waiting = lines.append(bytes.prefix(count))
    }
    return waiting.removeFirst()
  }
}
