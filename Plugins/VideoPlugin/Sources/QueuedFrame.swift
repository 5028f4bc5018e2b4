internal import TesseraRender

/// Frame of a video as pixels, ready to be shown. A value.
struct QueuedFrame: Sendable {
  /// When it is shown, in seconds since the first loop began.
  var time: Double
  /// Seconds until the next frame; 0 if unknown.
  var duration: Double
  /// Time in the file.
  var position: Double
  /// Opaque, rotated for display, and perhaps smaller than the file's frames.
  var pixels: PixelBuffer

  /// When the next frame is due.
  var end: Double { time + duration }
  var byteCount: Int { pixels.stride * pixels.height }
}
