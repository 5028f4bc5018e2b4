internal import CImageCodecs
public import TesseraRender

/// Scales a picture down while its rows arrive; for codecs that decode row by row. One thread.
///
/// Each pixel of the target is the average of the pixels that it covers. No buffer of the full size is allocated.
public final class PictureRows {
  private let sink: OpaquePointer
  /// Retained because the sink writes to its memory.
  private let target: PixelBuffer
  private var rowsLeft: Int

  /// Returns the bytes allocated in addition to the pixels. Sides: 1...16384.
  public static func byteCount(sourceWidth: Int, sourceHeight: Int, width: Int, height: Int) -> Int {
    ic_sink_cost(Int32(sourceWidth), Int32(sourceHeight), Int32(width), Int32(height))
  }

  /// Creates a sink for `sourceWidth` x `sourceHeight` pixels (1...16384 each) that fills `target`, an `argb8888` buffer that is no larger.
  public init(sourceWidth: Int, sourceHeight: Int, into target: PixelBuffer, name: String) throws(PictureError) {
    let sides = 1...PictureCodecs.maximumSide
    guard sides.contains(sourceWidth), sides.contains(sourceHeight), (1...sourceWidth).contains(target.width),
      (1...sourceHeight).contains(target.height), target.format == .argb8888
    else {
      throw .unsupported(
        source: name, reason: "\(sourceWidth) x \(sourceHeight) pixels cannot be scaled down to \(target.width) x \(target.height)")
    }
    // The address of a buffer's pixels is constant, and `target` is retained.
    let sink = target.withUnsafeMutableBytes { pixels in
      ic_sink_create(
        Int32(sourceWidth), Int32(sourceHeight), Int32(target.width), Int32(target.height),
        pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), target.stride)
    }
    guard let sink else { throw .outOfMemory(source: name) }
    self.sink = sink
    self.target = target
    rowsLeft = sourceHeight
  }

  deinit { ic_sink_destroy(sink) }

  /// Calls `body` with the buffer of the next row, which it must fill: `sourceWidth` premultiplied pixels, bytes B G R A. Rows beyond the
  /// last are ignored.
  public func write(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    guard rowsLeft > 0, let row = ic_sink_row(sink) else { return }
    rowsLeft -= 1
    body(row)
    ic_sink_commit(sink)
  }
}
