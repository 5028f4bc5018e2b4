public import TesseraGeometry
public import TesseraRender

/// Where finished frames go: a device, a file, memory. Used on the frame loop only.
public protocol Display: AnyObject {
  /// Shows `frame`; `damage` lists the pixels that are not as they were in the frame before.
  ///
  /// The frame belongs to the stage: copy or convert what is needed before returning.
  func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws
}
