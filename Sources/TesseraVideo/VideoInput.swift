internal import Glibc
internal import TesseraBase

/// Bytes of a video file that a decoder reads in any order. Any thread, also concurrently.
public protocol VideoInput: Sendable {
  /// Name for error messages, such as a path.
  var name: String { get }
  /// Size in bytes.
  var byteCount: Int { get }

  /// Copies bytes at `offset` into `buffer`. Returns their number, fewer than requested only at the end, or -1 after a failure.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int

  /// Ends reads that wait for data, and later ones, with -1. Does nothing where reads do not wait. Returns immediately.
  func cancel()
}

/// Regular file; closed on deinitialization.
public final class VideoFileInput: VideoInput {
  public let name: String
  public let byteCount: Int
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: ``VideoFileError/unreadable(source:reason:)``.
  public init(_ path: String) throws(VideoFileError) {
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
    (name, self.descriptor, byteCount) = (path, descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let base = buffer.baseAddress, offset >= 0 else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let got = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
      if got > 0 {
        filled += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        return filled > 0 ? filled : -1
      }
    }
    return filled
  }

  public func cancel() {}
}

/// File in memory, such as one that was downloaded.
public final class VideoDataInput: VideoInput {
  public let name: String
  private let bytes: [UInt8]

  /// Keeps the bytes of a file.
  public init(_ bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  public var byteCount: Int { bytes.count }

  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
    return count
  }

  public func cancel() {}
}
