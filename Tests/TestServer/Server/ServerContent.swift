#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import TesseraBase

/// What a ``TestServer`` serves, and what it was asked for. Any thread.
final class ServerContent: Sendable {
  struct State {
    var bodies: [String: [UInt8]] = [:]
    var requests: [TestServer.Request] = []
    var isStopped = false
  }

  let root: String?
  let delay: Double
  let state = Monitor(State())

  init(root: String?, delay: Double) { (self.root, self.delay) = (root, delay) }

  /// Notes a request. Returns how often its target has been asked for, this time included.
  func note(_ request: TestServer.Request) -> Int {
    let count = state.withLock { state in
      state.requests.append(request)
      return state.requests.count { $0.target == request.target }
    }
    state.broadcast()
    return count
  }

  /// The body of a path; nil: there is none.
  func body(_ path: String) -> [UInt8]? {
    if let body = state.withLock({ $0.bodies[path] }) { return body }
    guard let root, !path.split(separator: "/").contains("..") else { return nil }
    let file = open(root + path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 256 << 20 else { return nil }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        // `filled < size`, so the buffer has a base address.
        let got = read(file, buffer.baseAddress! + filled, size - filled)
        if got <= 0 { break }
        filled += got
      }
    }
  }
}
