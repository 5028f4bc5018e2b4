internal import CTesseraDevices
internal import Glibc

/// Bytes to a file, which appears whole when it is finished, or to a pipe, a device or a socket, without waiting for whoever reads: what does not go
/// now goes later, and nothing new is taken until then. Loop thread.
final class StreamOutput {
  /// What is written in one turn of the loop at most.
  private static let turnBytes = 16 << 20
  /// How long the end waits for whoever reads, milliseconds.
  private static let lastWait: Int32 = 1000
  /// How often a pipe that nobody reads yet is looked at, seconds.
  private static let retryInterval = 0.1

  let path: String
  /// The file; nil: a stream.
  private let file: AtomicFileWriter?
  private var stream: Int32 = -1
  private let ownsStream: Bool
  /// Becomes readable when the stream takes bytes again; -1 for a file.
  private let poll: Int32
  private var isWatched = false
  private var isWaitingForReader = false
  private var pending: [UInt8] = []
  private var offset = 0
  private var repeats = 0

  /// Opens `path` (`-`: standard output). A pipe that nobody reads yet is opened once somebody does.
  init(_ path: String) throws(DeviceError) {
    self.path = path
    var status = stat()
    let exists = path == "-" ? fstat(STDOUT_FILENO, &status) == 0 : stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    guard exists, kind != S_IFREG, kind != S_IFDIR else {
      (file, poll, ownsStream) = (try AtomicFileWriter(path), -1, false)
      return
    }
    if path == "-", isatty(STDOUT_FILENO) == 1 {
      throw .unusable(device: "standard output", reason: "it is a terminal", advice: "pipe it to a program or send it to a file")
    }
    (file, ownsStream) = (nil, path != "-")
    poll = td_poll_create()
    guard poll >= 0 else { throw .system(action: "wait for", path: path, code: -poll) }
    if path == "-" { stream = STDOUT_FILENO } else { try openStream() }
  }

  deinit {
    closeAll()
    // A stage may wait for it until then.
    if poll >= 0 { td_close(poll) }
  }

  /// Whether it is read while it is written.
  var isLive: Bool { file == nil }
  /// Whether everything was taken, so that more can be.
  var isIdle: Bool { repeats == 0 }
  var descriptor: Int32 { poll }
  /// How long until it is worth looking again though nothing is readable, seconds; nil: as long as may be.
  var retry: Double? { isWaitingForReader ? Self.retryInterval : nil }

  private func openStream() throws(DeviceError) {
    stream = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    let code = stream < 0 ? errno : 0
    var status = stat()
    // Of a socket or a device the same error says that it cannot be opened at all.
    isWaitingForReader = code == ENXIO && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    if code != 0, !isWaitingForReader { throw .system(action: "open", path: path, code: code) }
  }

  /// Writes `bytes` so many times, now or as they are taken. Only where it is idle.
  func write(_ bytes: [UInt8], times: Int = 1) throws(DeviceError) {
    if let file {
      for _ in 0..<times { try file.append(bytes) }
      return
    }
    guard times > 0, !bytes.isEmpty else { return }
    (pending, offset, repeats) = (bytes, 0, times)
    try flush()
  }

  /// Writes on what was not taken before.
  func flush() throws(DeviceError) {
    guard file == nil else { return }
    if isWaitingForReader { try openStream() }
    var done = 0
    while repeats > 0, stream >= 0 {
      let count = done < Self.turnBytes && isWritable(0) ? try writeSome() : 0
      // What cannot be waited for, such as /dev/null, has no reader who could be slow.
      if count == 0 {
        if watch(true) { return }
        done = 0
      }
      done += count
    }
    if repeats == 0 { _ = watch(false) }
  }

  private func isWritable(_ wait: Int32) -> Bool {
    var file = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
    return Glibc.poll(&file, 1, wait) > 0
  }

  /// Writes what a pipe with any room at all takes without waiting. Returns how much; 0 where none was taken.
  private func writeSome() throws(DeviceError) -> Int {
    let count = pending.withUnsafeBytes { bytes in
      // Something is pending, so there is a base address.
      Glibc.write(stream, bytes.baseAddress! + offset, min(Int(PIPE_BUF), bytes.count - offset))
    }
    if count < 0 {
      if errno == EAGAIN || errno == EINTR { return 0 }
      let code = errno
      repeats = 0
      _ = watch(false)
      throw .system(action: "write", path: path, code: code)
    }
    offset += count
    if offset == pending.count { (offset, repeats) = (0, repeats - 1) }
    return count
  }

  /// Has the poll file tell when there is room, or no more. Returns whether it does what is asked.
  private func watch(_ wants: Bool) -> Bool {
    guard wants != isWatched else { return true }
    if wants { isWatched = td_poll_add_writable(poll, stream) == 0 } else { td_poll_remove(poll, stream) }
    if !wants { isWatched = false }
    return wants == isWatched
  }

  /// Makes the file appear; of a stream, ends the piece under way where whoever reads takes it within a second.
  func finish() throws(DeviceError) {
    defer { closeAll() }
    if let file { return try file.finish() }
    repeats = min(repeats, 1)
    let end = Self.milliseconds + Int(Self.lastWait)
    while repeats > 0, stream >= 0, isWritable(Int32(max(0, end - Self.milliseconds))) {
      _ = try writeSome()
      if Self.milliseconds >= end { break }
    }
  }

  /// The monotonic clock.
  private static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private func closeAll() {
    file?.discard()
    if ownsStream, stream >= 0 { close(stream) }
    (stream, repeats) = (-1, 0)
  }
}
