#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The thread of a ``TestServer``: waits for connections and serves them, at most 256 at a time.
final class ServerLoop {
  private let listener: Int32
  private let wake: Int32
  private let content: ServerContent
  private var connections: [ServerConnection] = []

  init(listener: Int32, wake: Int32, content: ServerContent) {
    (self.listener, self.wake, self.content) = (listener, wake, content)
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func run() {
    while !content.state.withLock({ $0.isStopped }) {
      var files = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
      files.append(pollfd(fd: connections.count < 256 ? listener : -1, events: Int16(POLLIN), revents: 0))
      for connection in connections {
        files.append(pollfd(fd: connection.socket, events: Int16(POLLIN) | (connection.canWrite ? Int16(POLLOUT) : 0), revents: 0))
      }
      let due = connections.compactMap(\.pausedUntil).min()
      let timeout = due.map { Int32(clamping: Int(max(0, ($0 - Self.now) * 1000).rounded(.up))) } ?? -1
      guard poll(&files, nfds_t(files.count), timeout) >= 0 || errno == EINTR else { break }
      for (connection, file) in zip(connections, files[2...]) { connection.serve(isReadable: file.revents & ~Int16(POLLOUT) != 0) }
      connections.removeAll { $0.isOver }
      if files[1].revents != 0 { acceptAll() }
    }
    for connection in connections { connection.end() }
    close(listener)
  }

  private func acceptAll() {
    while connections.count < 256 {
      let socket = accept(listener, nil, nil)
      guard socket >= 0 else { return }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      connections.append(ServerConnection(socket: socket, content: content))
    }
  }
}
