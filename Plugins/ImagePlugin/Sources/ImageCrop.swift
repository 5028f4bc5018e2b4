public import TesseraGeometry

/// The part of a picture that is shown, as if it were the whole: one picture of a sprite sheet, say. A value.
public struct ImageCrop: Sendable, Hashable {
  /// What the numbers of a crop count.
  public enum Unit: String, Sendable, CaseIterable, Hashable {
    /// Pixels of the picture.
    case pixels
    /// Shares of its width and height, 0...1.
    case shares
  }

  /// The part, in `unit`s from the picture's top left corner.
  public var rect: Rect
  /// What `rect` counts.
  public var unit: Unit

  /// Makes a crop.
  public init(_ rect: Rect, unit: Unit = .pixels) { (self.rect, self.unit) = (rect, unit) }

  /// Returns a crop in pixels of the picture.
  public static func pixels(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ImageCrop {
    ImageCrop(Rect(x, y, width, height))
  }

  /// Returns a crop in shares of the picture's width and height.
  public static func shares(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ImageCrop {
    ImageCrop(Rect(x, y, width, height), unit: .shares)
  }

  /// The pixels of a picture that it leaves, its edges rounded and a pixel wide at least; nil where none is left.
  func part(width: Int, height: Int) -> PixelRect? {
    guard rect.isFinite, rect.width > 0, rect.height > 0 else { return nil }
    func edge(_ v: Double, _ side: Int) -> Int {
      Int((unit == .pixels ? v : v * Double(side)).rounded().clamped(to: 0...Double(side)))
    }
    let (left, top) = (edge(rect.minX, width), edge(rect.minY, height))
    guard left < width, top < height, rect.maxX > 0, rect.maxY > 0 else { return nil }
    let (right, bottom) = (max(left + 1, edge(rect.maxX, width)), max(top + 1, edge(rect.maxY, height)))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}
