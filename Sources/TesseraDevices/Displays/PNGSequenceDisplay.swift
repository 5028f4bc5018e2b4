internal import Glibc
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Writes every presented frame as a PNG file of its own: `frame-000000.png`, `frame-000001.png`, … Frame loop thread.
public final class PNGSequenceDisplay: StreamDisplay {
  /// Where the files go; exists.
  public let directory: String
  /// What their names begin with.
  public let prefix: String
  /// How hard the compression tries, 0...9.
  public let compression: Int
  /// Frames written so far.
  public private(set) var frameCount = 0

  public private(set) var failure: DeviceError?
  public var onFailure: ((Stage) -> Void)?

  /// Writes into `directory`, which is made where only it is missing.
  ///
  /// - Throws: ``DeviceError`` where there is no such directory and none can be made.
  public init(directory: String, prefix: String = "frame-", compression: Int = 6) throws(DeviceError) {
    var status = stat()
    if mkdir(directory, 0o777) != 0, errno != EEXIST { throw .system(action: "create", path: directory, code: errno) }
    guard stat(directory, &status) == 0 else { throw .system(action: "write into", path: directory, code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .system(action: "write into", path: directory, code: ENOTDIR) }
    (self.directory, self.prefix, self.compression) = (directory, prefix, compression)
  }

  /// Writes the whole frame; the file appears whole or not at all.
  public func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
    let digits = String(frameCount)
    let number = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    do throws(DeviceError) {
      try AtomicFile.write(PNGEncoder.encode(frame, compression: compression), to: "\(directory)/\(prefix)\(number).png")
    } catch {
      failure = error
      throw error
    }
    frameCount += 1
  }

  public var descriptor: Int32 { -1 }
  public var deadline: Double? { nil }
  public func serve(_ stage: Stage) {}
  /// Every frame is there already.
  public func finish(at time: Double) throws(DeviceError) {}
}
