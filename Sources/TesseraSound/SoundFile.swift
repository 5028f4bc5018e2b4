#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
#if VideoPlugin
  internal import TesseraVideo
#endif

// `SoundFile` has a member of that name.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int { read(descriptor, bytes, count) }

/// Files of sound.
public enum SoundFile {
  /// Reads a WAV file in memory. Linear; any thread.
  public static func clip(wav bytes: [UInt8], name: String) throws(SoundError) -> SoundClip {
    let (samples, rate) = try WAVReader(bytes, name: name).read()
    return try SoundClip(samples, rate: rate, name: name)
  }

  /// Reads a file: WAV, or a format that FFmpeg's libraries decode.
  static func clip(_ path: String, maximumSize: Int) throws(SoundError) -> SoundClip {
    try clip(try read(path, maximumSize), name: path, maximumSize: maximumSize)
  }

  /// Reads a file in memory: WAV, or a format that FFmpeg's libraries decode.
  static func clip(_ bytes: [UInt8], name: String, maximumSize: Int) throws(SoundError) -> SoundClip {
    guard bytes.count <= maximumSize else { throw tooLarge(bytes.count, name, maximumSize) }
    return WAVReader.hasSignature(bytes) ? try clip(wav: bytes, name: name) : try decode(bytes, name)
  }

  private static func tooLarge(_ size: Int, _ name: String, _ maximumSize: Int) -> SoundError {
    .tooLarge(source: name, reason: "the file has \(size) bytes; the limit of effects is \(maximumSize)")
  }

  #if VideoPlugin
    private static func decode(_ bytes: [UInt8], _ path: String) throws(SoundError) -> SoundClip {
      var (samples, rate) = ([Float](), 0)
      do throws(VideoFileError) {
        let reader = try SoundTrackReader(VideoDataInput(bytes, name: path))
        rate = reader.rate
        // More than the limit of a clip at 48 kHz, which then names the limit.
        while samples.count <= SoundClip.maximumByteCount, let part = try reader.next() { samples += part.samples }
      } catch {
        throw soundError(error, path)
      }
      return try SoundClip(samples, rate: rate, name: path)
    }

    private static func soundError(_ error: VideoFileError, _ path: String) -> SoundError {
      switch error {
      case .unreadable(_, let reason), .noSignal(_, let reason): .unreadable(source: path, reason: reason)
      case .unsupported(_, let reason), .missingLibrary(_, let reason): .unsupported(source: path, reason: reason)
      case .tooLarge(_, let reason): .tooLarge(source: path, reason: reason)
      case .outOfMemory: .outOfMemory(source: path)
      case .corrupt(_, let reason): .corrupt(source: path, reason: reason)
      case .cancelled: .unreadable(source: path, reason: "its reading was cancelled")
      }
    }
  #else
    private static func decode(_ bytes: [UInt8], _ path: String) throws(SoundError) -> SoundClip {
      throw .unsupported(source: path, reason: "it is not WAV, and this build lacks the part `video`, which reads other formats")
    }
  #endif

  private static func read(_ path: String, _ maximumSize: Int) throws(SoundError) -> [UInt8] {
    // O_NONBLOCK: opening a pipe without a writer must not hang; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(source: path, reason: errno == ENOENT ? "no such file" : String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(source: path, reason: "it is not a regular file")
    }
    let size = Int(status.st_size)
    guard size <= maximumSize else { throw tooLarge(size, path, maximumSize) }
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = readBytes(descriptor, buffer.baseAddress! + count, size - count)  // not empty: count < size
        if got > 0 { count += got } else if got == 0 || errno != EINTR { isRead = got == 0; break }
      }
    }
    guard isRead else { throw .unreadable(source: path, reason: String(cString: strerror(errno))) }
    return bytes
  }
}
