public import TesseraRender

/// Pixels that are a node's content as they are: shown where they lie, neither drawn nor copied.
public struct FinishedContents: Sendable {
  /// Premultiplied `argb8888`. Nobody writes to it any more; others may show it as well.
  public var pixels: PixelBuffer
  /// Where its left column lies, device pixels from the left edge of the node's box.
  public var x: Int
  /// Where its top row lies, device pixels from the top edge of the node's box.
  public var y: Int

  /// Makes the content.
  public init(_ pixels: PixelBuffer, x: Int = 0, y: Int = 0) { (self.pixels, self.x, self.y) = (pixels, x, y) }
}
