public import TesseraGeometry
public import TesseraRender

/// Destination of finished frames: a device, a file, memory. Used on the frame loop only.
public protocol Display: AnyObject {
  /// Shows `frame`; `damage` lists the pixels that differ from the previous frame.
  ///
  /// The frame belongs to the stage: copy or convert the needed pixels before returning.
  func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws
  /// Whether a frame can be shown now without waiting. Otherwise the stage paints nothing and accumulates damage. A display that returns
  /// false must also be an ``EventSource``, whose file or deadline wakes the loop when it is ready.
  var isReady: Bool { get }
  /// Whether nobody can see the display: no monitor is connected, or another program draws on it. Read in each frame. Then the stage counts as asleep
  /// (``Stage/isDisplayAsleep``). A display whose value changes must also be an ``EventSource``, so that the change wakes the loop.
  var isAsleep: Bool { get }
  /// Switches the panel off or on. Returns whether the display can do so; if not, the stage shows black instead of switching it off. A display that keeps its
  /// picture without power returns true and does nothing. While it is off the stage presents no frame. It keeps the setting when it is suspended and resumed,
  /// and switches the panel on when it is closed.
  func setPower(_ isOn: Bool) -> Bool
  /// Refreshes of the panel. Read in each frame; ticks and draws get the resulting ``FrameTime``. Default: unknown.
  var refresh: DisplayRefresh { get }
  /// Antialiasing of text for this display: black and white for 1-bit pixels. Read when the display is set on the stage.
  var textAntialiasing: TextAntialiasing { get }
  /// Depth of its pixels. Flat paint uses colors of this depth, so that it shows no dithering. Read when the display is set on the stage.
  var colorDepth: ColorDepth { get }
}

extension Display {
  public var isReady: Bool { true }
  public var isAsleep: Bool { false }
  public func setPower(_ isOn: Bool) -> Bool { false }
  public var refresh: DisplayRefresh { .unknown }
  public var textAntialiasing: TextAntialiasing { .grayscale }
  public var colorDepth: ColorDepth { .full }
}
