public import TesseraGeometry
public import TesseraRender

/// Where finished frames go: a device, a file, memory. Used on the frame loop only.
public protocol Display: AnyObject {
  /// Shows `frame`; `damage` lists the pixels that are not as they were in the frame before.
  ///
  /// The frame belongs to the stage: copy or convert what is needed before returning.
  func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws
  /// Whether a frame can be shown now without waiting. While it cannot, the stage paints nothing and the damage gathers; a display that says
  /// no is an ``EventSource`` too, whose file or deadline wakes the loop when it can again.
  var isReady: Bool { get }
  /// How letters are to be drawn for it: black and white where each pixel is one of the two. Asked when the stage is given the display.
  var textAntialiasing: TextAntialiasing { get }
  /// The depth of its pixels, whose colors flat paint takes so that no dither is seen in it. Asked when the stage is given the display.
  var colorDepth: ColorDepth { get }
}

extension Display {
  public var isReady: Bool { true }
  public var textAntialiasing: TextAntialiasing { .grayscale }
  public var colorDepth: ColorDepth { .full }
}
