internal import CTesseraDevices
internal import Glibc

/// Output to a file, which is created atomically, or to a pipe, a device or a socket without waiting for the reader. Bytes that are not
/// accepted immediately are written later, and no new ones are taken until then. Loop thread.
final class StreamOutput {
  /// Maximum bytes written per loop iteration.
  private static let turnBytes = 16 << 20
  /// Maximum wait for the reader at the end, milliseconds.
  private static let lastWait: Int32 = 1000
  /// Interval for reopening a pipe without a reader, seconds.
  private static let retryInterval = 0.1

  let path: String
  /// The file; nil for a stream.
  private let file: AtomicFileWriter?
  private var stream: Int32 = -1
  private let ownsStream: Bool
  /// Becomes readable when the stream accepts bytes again; -1 for a file.
  private let poll: Int32
  private var isWatched = false
  private var isWaitingForReader = false
  private var pending: [UInt8] = []
  private var offset = 0
  private var repeats = 0

  /// Opens `path` (`-`: standard output). A pipe without a reader is opened once it has one.
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
    // A stage may wait for it until here.
    if poll >= 0 { td_close(poll) }
  }

  /// Whether the output is read while it is written.
  var isLive: Bool { file == nil }
  /// Whether all bytes were accepted, so that more can be written.
  var isIdle: Bool { repeats == 0 }
  var descriptor: Int32 { poll }
  /// Time until the next retry although nothing is readable, seconds; nil: no retry.
  var retry: Double? { isWaitingForReader ? Self.retryInterval : nil }

  private func openStream() throws(DeviceError) {
    stream = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    let code = stream < 0 ? errno : 0
    var status = stat()
    // For a socket or a device, the same error means that it cannot be opened at all.
    isWaitingForReader = code == ENXIO && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    if code != 0, !isWaitingForReader { throw .system(action: "open", path: path, code: code) }
  }

  /// Writes `bytes` `times` times, immediately or as they are accepted. Only valid if idle.
  func write(_ bytes: [UInt8], times: Int = 1) throws(DeviceError) {
    if let file {
      for _ in 0..<times { try file.append(bytes) }
      return
    }
    guard times > 0, !bytes.isEmpty else { return }
    (pending, offset, repeats) = (bytes, 0, times)
    try flush()
  }

  /// Continues writing pending bytes.
  func flush() throws(DeviceError) {
    guard file == nil else { return }
    if isWaitingForReader { try openStream() }
    var done = 0
    while repeats > 0, stream >= 0 {
      let count = done < Self.turnBytes && isWritable(0) ? try writeSome() : 0
      // Files that cannot be polled, such as /dev/null, have no slow reader.
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

  /// Writes as many bytes as any pipe with free space accepts without blocking. Returns their number; 0 if none was accepted.
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

  /// Enables or disables polling for free space. Returns whether that succeeded.
  private func watch(_ wants: Bool) -> Bool {
    guard wants != isWatched else { return true }
    if wants { isWatched = td_poll_add_writable(poll, stream) == 0 } else { td_poll_remove(poll, stream) }
    if !wants { isWatched = false }
    return wants == isWatched
  }

  /// Completes the file. For a stream, finishes the current piece if the reader accepts it within a second.
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

  /// Milliseconds of the monotonic clock.
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
