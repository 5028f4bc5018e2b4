#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import TesseraBase

/// A small HTTP/1.1 server on the loopback address, with faults on request: for tests, benchmarks and examples, not for a network.
///
/// It serves files of a folder, and bodies that the program registers. What goes wrong is said in the query, as `/photo.jpg?cut=1000&times=1`; ``Faults`` lists it.
public final class TestServer: Sendable {
  /// A request as it came.
  public struct Request: Sendable, Hashable {
    /// Path and query.
    public var target: String
    /// Header names in small letters.
    public var headers: [String: String]
  }

  /// Port that it listens on.
  public let port: UInt16
  private let content: ServerContent
  private let sleepEnd: Int32
  private let wakeEnd: Int32
  private let thread: Locked<pthread_t?> = Locked(nil)

  /// What could not be done when the server began.
  public struct Problem: Error, CustomStringConvertible {
    public var description: String
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - root: folder whose files are served; nil: none.
  ///   - port: 0: any that is free.
  ///   - delay: seconds before every answer.
  public init(root: String? = nil, port: UInt16 = 0, delay: Double = 0) throws {
    content = ServerContent(root: root, delay: delay)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var one: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Both calls read a sockaddr_in through a pointer to its general form, as they are made for.
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        bind(listener, general, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, general, &length) == 0
      }
    }
    guard listener >= 0, status else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw Problem(description: "cannot listen on 127.0.0.1:\(port): \(reason)")
    }
    self.port = UInt16(bigEndian: address.sin_port)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Problem(description: "cannot make a pipe: \(String(cString: strerror(errno)))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (sleepEnd, wakeEnd) = (ends[0], ends[1])
    let loop = ServerLoop(listener: listener, wake: ends[0], content: content)
    var started = pthread_t()
    let code = pthread_create(
      &started, nil,
      { context in
        // Retained for the thread, which takes it over.
        Unmanaged<ServerLoop>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(loop).toOpaque())
    guard code == 0 else { throw Problem(description: "cannot start a thread: \(code)") }
    thread.withLock { $0 = started }
  }

  deinit { stop() }

  /// Ends the server and every connection, and waits until its thread has gone. Any thread.
  public func stop() {
    guard
      let running = thread.withLock({ thread in
        defer { thread = nil }
        return thread
      })
    else { return }
    content.state.withLock { $0.isStopped = true }
    var one: UInt8 = 1
    _ = write(wakeEnd, &one, 1)
    pthread_join(running, nil)
    close(sleepEnd)
    close(wakeEnd)
  }

  /// URL of a path, which begins with a slash.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Serves `body` at `path`, which has no query.
  public func serve(_ body: [UInt8], at path: String) { content.state.withLock { $0.bodies[path] = body } }

  /// Requests so far, in order.
  public var requests: [Request] { content.state.withLock { $0.requests } }

  /// Waits until `count` requests have come, or until `deadline`, seconds of the monotonic clock. Returns whether they have.
  public func waitForRequests(_ count: Int, deadline: Double) -> Bool {
    content.state.wait(deadline: deadline) { $0.requests.count >= count ? () : nil } != nil
  }
}
