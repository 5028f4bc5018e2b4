internal import TesseraBase
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// The frames of a sequence, and its compressed bytes.
struct AVIFFrames: PictureFrames {
  let width: Int
  let height: Int
  let isOpaque: Bool
  let delays: [Double]
  let loopCount: Int
  private let bytes: [UInt8]
  private let name: String
  private let byteLimit: Int
  /// For each frame, the last up to it that needs none before it.
  private let starts: [Int]

  init(_ decoder: AVIFDecoder) {
    (width, height, isOpaque, loopCount) = (decoder.width, decoder.height, decoder.isOpaque, decoder.loopCount)
    (bytes, name, byteLimit) = (decoder.bytes, decoder.name, decoder.byteLimit)
    let frames = (0..<decoder.frameCount).map(decoder.frame)
    delays = frames.map(\.seconds)
    var start = 0
    starts = frames.indices.map { index in
      if frames[index].isSync { start = index }
      return start
    }
  }

  var byteCount: Int { bytes.count }

  func start(for index: Int) -> Int { starts[min(max(index, 0), starts.count - 1)] }

  func resized(width: Int, height: Int) -> (any PictureFrames)? { nil }
  func makeReader() throws(PictureError) -> any PictureFrameReader {
    AVIFFrameReader(try AVIFDecoder(bytes, name: name, byteLimit: byteLimit), width: width, height: height)
  }
}

/// Decodes the frames of a sequence in order.
final class AVIFFrameReader: PictureFrameReader {
  /// Behind a lock, so that a reader may be passed from thread to thread.
  private let decoder: Locked<AVIFDecoder>
  private let width: Int
  private let height: Int

  init(_ decoder: sending AVIFDecoder, width: Int, height: Int) {
    self.decoder = Locked(decoder)
    (self.width, self.height) = (width, height)
  }

  func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect {
    try decoder.withLock { decoder throws(PictureError) in
      try decoder.decode(index, isCancelled: isCancelled)
      let stride = canvas.stride
      canvas.withUnsafeMutableBytes { pixels in
        guard let first = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        for y in 0..<min(height, canvas.height) where canvas.width >= width { decoder.row(y, first + y * stride) }
      }
      return PixelRect(x: 0, y: 0, width: width, height: height)
    }
  }
}
