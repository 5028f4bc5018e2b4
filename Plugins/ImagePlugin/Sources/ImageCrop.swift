public import TesseraGeometry

/// Visible part of a picture, treated as the whole; for example one picture of a sprite sheet. A value.
public struct ImageCrop: Sendable, Hashable {
  /// Unit of a crop's numbers.
  public enum Unit: String, Sendable, CaseIterable, Hashable {
    /// Pixels of the picture.
    case pixels
    /// Fractions of its width and height, 0...1.
    case shares
  }

  /// Part in `unit`s, from the picture's top left corner.
  public var rect: Rect
  /// Unit of `rect`.
  public var unit: Unit

  /// Creates a crop.
  public init(_ rect: Rect, unit: Unit = .pixels) { (self.rect, self.unit) = (rect, unit) }

  /// Returns a crop in pixels of the picture.
  public static func pixels(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ImageCrop {
    ImageCrop(Rect(x, y, width, height))
  }

  /// Returns a crop in fractions of the picture's width and height.
  public static func shares(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ImageCrop {
    ImageCrop(Rect(x, y, width, height), unit: .shares)
  }

  /// Returns the visible pixels of a picture, with rounded edges and at least one pixel wide; nil if the part is empty.
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
