public import TesseraGeometry
public import TesseraRender

/// Frames of an animated image: a description, and readers that decode them in order. A value or constant object; any thread.
public protocol PictureFrames: Sendable {
  /// Width of every frame in pixels.
  var width: Int { get }
  /// Height of every frame in pixels.
  var height: Int { get }
  /// Whether all pixels of all frames have alpha 1.
  var isOpaque: Bool { get }
  /// Delay of each frame in seconds, as in the file; at least one. ``FrameTimeline`` lengthens delays of 10 ms and less.
  var delays: [Double] { get }
  /// Number of loops; 0 means unlimited.
  var loopCount: Int { get }
  /// Memory held in bytes: the compressed file.
  var byteCount: Int { get }

  /// Features of the file that are not drawn, one or two words each; for `tessera image`.
  var notes: [String] { get }

  /// Returns the same frames at another size; nil if they consist of pixels and have a fixed size. No default, as in ``PictureCodec``.
  ///
  /// - Parameters:
  ///   - width: pixels, 1 up to `PictureCodecs.maximumSide`.
  ///   - height: pixels, likewise.
  func resized(width: Int, height: Int) -> (any PictureFrames)?

  /// Creates a reader, positioned before the first frame.
  func makeReader() throws(PictureError) -> any PictureFrameReader

  /// Returns the last frame up to `index` that depends on no earlier frame, from which a seek decodes.
  func start(for index: Int) -> Int
}

extension PictureFrames {
  public func start(for index: Int) -> Int { 0 }
  public var notes: [String] { [] }
}

/// Decodes the frames of an animated image, each on top of the previous one. One thread at a time.
public protocol PictureFrameReader: AnyObject, Sendable {
  /// Turns `canvas` into frame `index`.
  ///
  /// - Parameters:
  ///   - index: the frame after the one that this reader decoded last, or a result of `PictureFrames.start(for:)`.
  ///   - canvas: `argb8888`, premultiplied, of the size of the frames. It contains the previous frame, exactly as decoded. Its content is
  ///     ignored for a frame that `start(for:)` returns. After an error or a cancellation its pixels are undefined, and the next frame
  ///     decoded must be such a frame.
  ///   - isCancelled: polled every few rows.
  /// - Returns: pixels that may differ from the previous frame. For a frame that does not depend on the previous one: all pixels, unless
  ///   this reader decoded the previous one.
  func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect
}

extension PictureFrames {
  /// Throws `PictureError.tooLarge` if a side is larger than ``PictureCodecs/maximumSide``, or if the file and `count` decoded frames together
  /// require more memory than `DecodingBudget` allows.
  public func check(holding count: Int, of name: String) throws(PictureError) {
    let limit = PictureCodecs.maximumSide
    guard width <= limit, height <= limit else {
      throw .tooLarge(source: name, reason: "its frames have \(width) x \(height) pixels; the maximum is \(limit) per side")
    }
    try PictureRequest(width: width, height: height)
      .check(byteCount + count * width * height * 4, for: "an animated picture of \(width) x \(height)", of: name)
  }
}
