public import Tessera
public import TesseraRender

/// A display that is a device of its own: it has a size, may be left to another program for a while, and has to be given back.
/// Used on the loop only; attached to the stage as a source, too.
public protocol ScreenDisplay: Display, EventSource {
  /// What the device is, for messages.
  var name: String { get }
  /// Size of the frames that it shows, pixels, rotation applied; nil while nothing is connected.
  var frameSize: (width: Int, height: Int)? { get }
  /// Pixels a unit of whoever shows the frames: 1 but on desktops of high density.
  var contentScale: Double { get }
  /// How frames are turned on their way to the panel.
  var rotation: Rotation { get }
  /// Is told when ``frameSize`` changes.
  var onResize: (() -> Void)? { get set }
  /// Leaves the device to another program: nothing is shown until ``resume()``.
  func suspend()
  /// Takes the device again. The stage has to repaint.
  func resume()
  /// The machine has slept: what the device showed may be lost. The stage has to repaint.
  func restore()
  /// Gives the device back as it was found. Nothing is shown any more.
  func close()
}

extension ScreenDisplay {
  public var contentScale: Double { 1 }
  public func restore() {}
}
