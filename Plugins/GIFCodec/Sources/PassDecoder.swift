internal import CGIF
internal import TesseraPictures
internal import TesseraRender

/// First image of an interlaced GIF while it arrives.
final class PassDecoder: IncrementalDecoder {
  private let name: String
  private let byteLimit: Int
  private var bytes: [UInt8] = []
  private var image: OpaquePointer?
  private var canvas: PixelBuffer?
  private(set) var header: PictureHeader?
  private(set) var scans = 0

  init(name: String, byteLimit: Int) { (self.name, self.byteLimit) = (name, byteLimit) }

  deinit { gf_arriving_destroy(image) }

  /// Average number of missing rows between known ones: each row is repeated 8, 4, 2 or 1 times.
  var blur: Double { [3.5, 3.5, 1.5, 0.5, 0][scans] }
  var byteCount: Int { bytes.count + (canvas.map { $0.stride * $0.height } ?? 0) }

  func append(_ more: [UInt8]) throws(PictureError) {
    let pixels = header.map { $0.width * $0.height * 4 } ?? 0
    guard bytes.count + more.count + pixels <= byteLimit else {
      throw .tooLarge(source: name, reason: "the received part needs more than \(byteLimit) bytes")
    }
    bytes += more
    if image == nil { try begin() }
    try draw()
  }

  /// Finds the first image.
  private func begin() throws(PictureError) {
    let file: GIFFile
    do throws(PictureError) {
      file = try GIFFile(PictureData(bytes, name: name))
    } catch .truncated {
      return
    } catch .corrupt where bytes.count < Self.longestHead {
      return  // no image has arrived yet
    }
    guard var first = file.images.first, first.is_interlaced != 0, let frame = file.frames.first, frame.count == 1 else {
      throw .unsupported(source: name, reason: "GIF: its first image is not interlaced")
    }
    var header = PictureHeader(format: .gif, width: Int(file.info.width), height: Int(file.info.height), isOpaque: false)
    header.mayMove = true
    guard header.width * header.height * 4 + bytes.count <= byteLimit else {
      throw .tooLarge(source: name, reason: "its canvas of \(header.width) x \(header.height) needs more than \(byteLimit) bytes")
    }
    guard let made = gf_arriving_create(&first) else { throw .outOfMemory(source: name) }
    image = made
    canvas = try PictureRequest(width: header.width, height: header.height).makeBuffer(for: name)
    self.header = header
  }

  /// Number of bytes within which the first image must begin for the file to be shown in parts.
  private static let longestHead = 64 << 10

  private func draw() throws(PictureError) {
    guard let image, let canvas else { return }
    var passes: Int32 = 0
    try GIFFile.call(name) { message in
      bytes.withUnsafeBufferPointer { source in
        canvas.withUnsafeMutableBytes { pixels in
          gf_arriving_draw(
            image, source.baseAddress, source.count, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(canvas.width),
            Int32(canvas.height), canvas.stride, &passes, message)
        }
      }
    }
    scans = Int(passes)
  }

  func preview(_ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    guard let canvas else { throw .truncated(source: name, reason: "GIF: its first image is missing") }
    return try canvas.shrunk(to: request, name: name)
  }
}
