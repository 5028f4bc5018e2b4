public import TesseraGeometry
public import TesseraRender

/// The frames of a moving picture: a description, and readers that decode them in order. A value or constant object; any thread.
public protocol PictureFrames: Sendable {
  /// Width of every frame in pixels.
  var width: Int { get }
  /// Height of every frame in pixels.
  var height: Int { get }
  /// Whether no pixel of any frame can have alpha below 1.
  var isOpaque: Bool { get }
  /// Seconds that each frame is shown, as the file says; as many as there are frames, at least one. ``FrameTimeline`` lengthens those of 10 ms and less.
  var delays: [Double] { get }
  /// How often all frames are shown; 0: without end.
  var loopCount: Int { get }
  /// Bytes that this keeps: the compressed file.
  var byteCount: Int { get }

  /// What the file uses that is not drawn, a word or two each; for `tessera image`.
  var notes: [String] { get }

  /// Returns the same frames at another size; nil if they have pixels, and so one size. No default, as in ``PictureCodec``.
  ///
  /// - Parameters:
  ///   - width: pixels, 1 up to `PictureCodecs.maximumSide`.
  ///   - height: pixels, likewise.
  func resized(width: Int, height: Int) -> (any PictureFrames)?

  /// Makes a reader that stands before the first frame.
  func makeReader() throws(PictureError) -> any PictureFrameReader

  /// Returns the last frame up to `index` that needs no frame before it: where a seek begins to decode.
  func start(for index: Int) -> Int
}

extension PictureFrames {
  public func start(for index: Int) -> Int { 0 }
  public var notes: [String] { [] }
}

/// Decodes the frames of a moving picture, each on top of the one before. One thread at a time.
public protocol PictureFrameReader: AnyObject, Sendable {
  /// Turns `canvas` into frame `index`.
  ///
  /// - Parameters:
  ///   - index: the frame after the one that this reader decoded last, or one that `PictureFrames.start(for:)` returns.
  ///   - canvas: `argb8888`, premultiplied, of the size of the frames; holds the frame before, exactly as it was decoded. Ignored for a frame that
  ///     `start(for:)` returns. After an error or a cancellation its pixels are undefined, and the next frame decoded must be such a frame.
  ///   - isCancelled: polled every few rows.
  /// - Returns: the pixels that may differ from the frame before; all of them for a frame that needs none before it, unless this reader decoded that.
  func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect
}
