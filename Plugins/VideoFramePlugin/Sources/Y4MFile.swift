internal import Glibc
internal import Tessera
public import TesseraRender

/// Y4M file whose frames can be read in any order. Any thread, also concurrently.
public final class Y4MFile: Sendable {
  /// Path of the file.
  public let path: String
  /// Parsed first line.
  public let header: Y4MHeader
  /// Number of complete frames, at least one; an incomplete last frame does not count.
  public let frameCount: Int

  private let file: OpenFile
  private let firstFrame: Int
  /// Offset of the samples of each frame, if frames differ in size; otherwise empty.
  private let offsets: [Int]

  /// Maximum length of the line before a frame.
  private static let maximumFrameLine = 256
  /// Maximum number of frames whose offsets are listed: five hours at 60 a second.
  private static let maximumListed = 1_080_000
  private static let plainFrameLine = Array("FRAME\n".utf8)

  /// Opens a file, reads its header and finds its frames.
  /// - Parameters:
  ///   - path: path of the file.
  ///   - budget: memory limit of a frame.
  public init(_ path: String, budget: DecodingBudget = .shared) throws(VideoError) {
    self.path = path
    file = try OpenFile(path)
    let start = try file.read(at: 0, upTo: Y4MHeader.maximumLength)
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else {
      throw .unsupported(
        source: path, reason: start.isEmpty ? "it is empty" : "it is not Y4M: its first \(start.count) bytes are not a line of text")
    }
    header = try Y4MHeader(line: Array(start[..<end]), source: path)
    if let reason = budget.refusal(of: header.frameBytes, for: "a frame of \(header.width) x \(header.height)") {
      throw .tooLarge(source: path, reason: reason)
    }
    firstFrame = end + 1
    let frameSize = Self.plainFrameLine.count + header.frameBytes
    // Frames without parameters have equal sizes; this is checked at the first and the last frame.
    var isUniform = file.size > firstFrame && (file.size - firstFrame) % frameSize == 0
    for place in isUniform ? [firstFrame, file.size - frameSize] : [] {
      if try file.read(at: place, upTo: Self.plainFrameLine.count) != Self.plainFrameLine { isUniform = false }
    }
    offsets = isUniform ? [] : try Self.findFrames(in: file, from: firstFrame, frameBytes: header.frameBytes)
    frameCount = isUniform ? (file.size - firstFrame) / frameSize : offsets.count
    guard frameCount > 0 else {
      throw .corrupt(
        source: path,
        reason: "its \(file.size) bytes contain no complete frame; a frame of \(header.width) x \(header.height) has \(header.frameBytes)")
    }
  }

  /// Reads a frame; `index` is taken modulo the number of frames. Each call creates a new picture.
  public func picture(at index: Int) throws(VideoError) -> VideoPicture {
    let wrapped = (index % frameCount + frameCount) % frameCount
    let bytes = header.frameBytes
    let offset: Int
    if offsets.isEmpty {
      let line = Self.plainFrameLine
      let position = firstFrame + wrapped * (line.count + bytes)
      guard try file.read(at: position, upTo: line.count) == line else {
        throw .corrupt(source: path, reason: "frame \(wrapped) at byte \(position) does not begin with FRAME")
      }
      offset = position + line.count
    } else {
      offset = offsets[wrapped]
    }
    let samples = try file.read(at: offset, upTo: bytes)
    guard samples.count == bytes else {
      throw .corrupt(source: path, reason: "frame \(wrapped) has \(samples.count) bytes; by its header it must have \(bytes)")
    }
    return try VideoPicture(format: header.format, width: header.width, height: header.height, samples: samples, range: header.range)
  }

  private static func findFrames(in file: OpenFile, from first: Int, frameBytes: Int) throws(VideoError) -> [Int] {
    var offsets: [Int] = []
    var position = first
    while position < file.size {
      let line = try file.read(at: position, upTo: maximumFrameLine)
      guard line.starts(with: plainFrameLine.dropLast()) else {
        if file.size - position < plainFrameLine.count { break }
        throw .corrupt(source: file.path, reason: "frame \(offsets.count) at byte \(position) does not begin with FRAME")
      }
      guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else {
        if file.size - position < maximumFrameLine { break }
        throw .corrupt(source: file.path, reason: "the line before frame \(offsets.count) at byte \(position) does not end")
      }
      let samples = position + end + 1
      guard samples + frameBytes <= file.size else { break }
      guard offsets.count < maximumListed else {
        throw .unsupported(source: file.path, reason: "it has more than \(maximumListed) frames of different sizes")
      }
      offsets.append(samples)
      position = samples + frameBytes
    }
    return offsets
  }
}

/// Regular file opened for reading; closed on deinitialization. Any thread.
private final class OpenFile: Sendable {
  let path: String
  let size: Int
  private let descriptor: Int32

  init(_ path: String) throws(VideoError) {
    // O_NONBLOCK: opening a pipe without a writer must not hang; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(source: path, reason: errno == ENOENT ? "no such file" : String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable(source: path, reason: "it is not a regular file")
    }
    (self.path, self.descriptor, size) = (path, descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Reads `count` bytes, or fewer at the end of the file.
  func read(at offset: Int, upTo count: Int) throws(VideoError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        // `filled < count`, so the buffer has a base address.
        let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else { throw .unreadable(source: path, reason: String(cString: strerror(failure))) }
    return bytes
  }
}
