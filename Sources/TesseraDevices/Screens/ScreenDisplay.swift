public import Tessera
public import TesseraRender

/// A display on a device: it has a size, can be lent to another program, and must be released.
/// Used on the loop only; also attached to the stage as a source.
public protocol ScreenDisplay: Display, EventSource {
  /// Name of the device for messages.
  var name: String { get }
  /// Size of the displayed frames in pixels, after rotation; nil while nothing is connected.
  var frameSize: (width: Int, height: Int)? { get }
  /// Pixels per unit of the desktop: 1 except on high-density desktops.
  var contentScale: Double { get }
  /// Clockwise rotation from the frame to the panel.
  var rotation: Rotation { get }
  /// Handler for changes of ``frameSize``.
  var onResize: (() -> Void)? { get set }
  /// Lends the device to another program: nothing is shown until ``resume()``.
  func suspend()
  /// Takes the device back. The stage has to repaint.
  func resume()
  /// Handles resuming from sleep: the device's content may be lost. The stage has to repaint.
  func restore()
  /// Restores and releases the device. Nothing is shown afterwards.
  func close()
}

extension ScreenDisplay {
  public var contentScale: Double { 1 }
  public func restore() {}
}
