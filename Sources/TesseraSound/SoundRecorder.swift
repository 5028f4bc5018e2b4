internal import CTesseraSound
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

// Members have the names of these functions.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

/// Destination of captured sound: a WAV file, or a receiver on the network. One thread at a time; calls may wait for the network.
///
/// A receiver gets samples of 16 bits, little-endian, of one channel, without a header: `nc -l 5000 | aplay -f S16_LE -r 16000`.
public final class SoundRecorder: Sendable {
  /// Seconds after which a receiver that does not answer counts as lost.
  static let patience = 5
  /// Maximum bytes of the samples of a file.
  static let mostBytes = 512 << 20

  private struct State {
    var descriptor: Int32
    var byteCount = 0
  }

  /// Path, or URL of the receiver.
  public let target: String
  private let rate: Int
  private let isFile: Bool
  private let state: Locked<State>

  /// Opens a destination.
  ///
  /// - Parameters:
  ///   - target: path of a WAV file, which is replaced, or `tcp://HOST:PORT`. Other files are not replaced.
  ///   - rate: frames a second.
  /// - Throws: ``SoundError/unreadable(source:reason:)``.
  public init(_ target: String, rate: Int) throws(SoundError) {
    (self.target, self.rate, isFile) = (target, rate, !Self.isReceiver(target))
    if isFile {
      state = Locked(State(descriptor: try Self.replace(target)))
      try write(bytes: WAVFileDevice.header(byteCount: 0, rate: rate, channelCount: 1))
    } else {
      state = Locked(State(descriptor: try Self.connect(target)))
    }
  }

  deinit { close() }

  /// Opens a new file, or an old recording without its content.
  private static func replace(_ path: String) throws(SoundError) -> Int32 {
    // O_NONBLOCK: opening a pipe must not hang; it is refused below.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else { throw .unreadable(source: path, reason: String(cString: strerror(errno))) }
    var (status, head) = (stat(), [UInt8](repeating: 0, count: 4))
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard isRegular, status.st_size == 0 || pread(descriptor, &head, 4, 0) == 4 && head == Array("RIFF".utf8), ftruncate(descriptor, 0) == 0
    else {
      closeDescriptor(descriptor)
      throw .unreadable(source: path, reason: "it exists and is not a WAV file")
    }
    return descriptor
  }

  /// Whether a target is a receiver on the network.
  static func isReceiver(_ target: String) -> Bool { target.hasPrefix("tcp://") }

  /// Adds samples of one channel.
  ///
  /// - Throws: ``SoundError/unreadable(source:reason:)`` if the file cannot be written or the receiver is gone.
  public func write(_ samples: [Float]) throws(SoundError) {
    guard !samples.isEmpty else { return }
    var bytes = [UInt8](repeating: 0, count: samples.count * 2)
    bytes.withUnsafeMutableBufferPointer { so_to_s16($0.baseAddress, samples, Int64(samples.count)) }
    let isFull = state.withLock { state in
      guard !isFile || state.byteCount + bytes.count <= Self.mostBytes else { return true }
      state.byteCount += bytes.count
      return false
    }
    if isFull { throw .tooLarge(source: target, reason: "the recording exceeds \(Self.mostBytes >> 20) MiB") }
    try write(bytes: bytes)
  }

  /// Completes the file, or ends the connection.
  public func close() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      if isFile {
        let header = WAVFileDevice.header(byteCount: state.byteCount, rate: rate, channelCount: 1)
        // A header that cannot be replaced leaves a file of unknown length.
        _ = header.withUnsafeBytes { pwrite(state.descriptor, $0.baseAddress, $0.count, 0) }
      }
      closeDescriptor(state.descriptor)
      state.descriptor = -1
    }
  }

  private func write(bytes: [UInt8]) throws(SoundError) {
    let descriptor = state.withLock { $0.descriptor }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        return isFile ? Self.append(descriptor, rest) : send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw .unreadable(source: target, reason: isFile ? String(cString: strerror(errno)) : "the receiver is gone")
      }
    }
  }

  private static func append(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Connects to `tcp://HOST:PORT`.
  private static func connect(_ target: String) throws(SoundError) -> Int32 {
    let address = target.dropFirst(6)
    guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]), port > 0 else {
      throw .unreadable(source: target, reason: "a receiver is tcp://HOST:PORT")
    }
    var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    let host = address[..<colon].drop { $0 == "[" }.prefix { $0 != "]" }
    let code = getaddrinfo(String(host), "\(port)", &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard code == 0 else { throw .unreadable(source: target, reason: String(cString: gai_strerror(code))) }
    var (next, reason) = (found, "no such host")
    while let info = next?.pointee {
      next = info.ai_next
      let descriptor = socket(info.ai_family, info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), info.ai_protocol)
      guard descriptor >= 0 else { continue }
      // It limits the connection as well as each write.
      var limit = timeval(tv_sec: patience, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      #if canImport(Glibc)
        let isConnected = Glibc.connect(descriptor, info.ai_addr, info.ai_addrlen) == 0
      #else
        let isConnected = Musl.connect(descriptor, info.ai_addr, info.ai_addrlen) == 0
      #endif
      if isConnected { return descriptor }
      reason = String(cString: strerror(errno))
      closeDescriptor(descriptor)
    }
    throw .unreadable(source: target, reason: reason)
  }
}

extension Microphone {
  /// Captures to a WAV file or to a receiver on the network.
  ///
  /// - Parameters:
  ///   - target: as of ``SoundRecorder/init(_:rate:)``. It is opened on the thread of the capture.
  ///   - rate: frames a second.
  ///   - limit: seconds after which the capture ends.
  ///   - receive: gets the events of the capture, and the failure of the destination. Called on a separate thread.
  public func record(
    to target: String, rate: Int = 16_000, limit: Double = 600, receive: @escaping @Sendable (MicrophoneEvent) -> Void = { _ in }
  ) {
    let recorder = Locked<SoundRecorder?>(nil)
    let hasFailed = Locked(false)
    start(rate: rate, limit: limit) { [weak self] event in
      guard !hasFailed.withLock({ $0 }) else { return }
      guard case .sound(let sound) = event else {
        recorder.withLock { $0.take() }?.close()
        return receive(event)
      }
      do throws(SoundError) {
        let open: SoundRecorder
        if let known = recorder.withLock({ $0 }) { open = known } else { open = try SoundRecorder(target, rate: sound.rate) }
        recorder.withLock { $0 = open }
        try open.write(sound.samples)
        receive(event)
      } catch {
        hasFailed.withLock { $0 = true }
        recorder.withLock { $0.take() }?.close()
        self?.stop()
        receive(.failed(error))
      }
    }
  }
}
