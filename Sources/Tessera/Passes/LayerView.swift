internal import TesseraGeometry
internal import TesseraRender

/// Part of a target that is seen on the screen, through all transforms in between: the frame, or the layer of a transformed node.
///
/// It depends on the tree alone, never on the damage, so that a pixel is painted from the same layers in every frame. Immutable; a class, so that
/// compositors, which are copied for each level, stay small.
final class LayerView: Sendable {
  /// Pixels of the screen.
  private let screen: Rect
  /// Map from the screen to the target.
  private let toTarget: Transform
  /// Distance beyond the screen that interpolation reads, in pixels of the target.
  private let reach: Double
  /// Number of layers in one another.
  let depth: Int

  /// Largest distance, so that sums stay finite.
  private static let farthest = 1e6
  /// Distance that one interpolation reads beyond a pixel.
  private static let bleed = 1.5

  private init(_ screen: Rect, _ toTarget: Transform, reach: Double, depth: Int) {
    (self.screen, self.toTarget, self.reach, self.depth) = (screen, toTarget, reach, depth)
  }

  /// All of a target.
  convenience init(_ screen: PixelRect, depth: Int = 0) { self.init(Rect(screen), .identity, reach: 0, depth: depth) }

  /// Pixels of the target that are seen.
  var area: PixelRect { toTarget.apply(screen).covering(scale: 1).grown(by: Int(reach.rounded(.up))) }

  /// The view of a target whose top left pixel is (`x`, `y`) of this one.
  func moved(by x: Int, _ y: Int) -> LayerView {
    LayerView(screen, toTarget.then(.translation(Double(-x), Double(-y))), reach: reach, depth: depth)
  }

  /// The view of the space of a node that `transform` maps to the target; nil: the node has no area there.
  func through(_ transform: Transform) -> LayerView? {
    guard let inverse = transform.inverse else { return nil }
    return LayerView(
      screen, toTarget.then(inverse), reach: min((reach + Self.bleed) * inverse.largestScale, Self.farthest), depth: depth + 1)
  }
}

/// Layer of a transformed node that is painted before the layer of the node above is allocated.
final class PreparedLayer: Sendable {
  let index: Int
  let buffer: PixelBuffer
  let bounds: PixelRect

  init(index: Int, buffer: PixelBuffer, bounds: PixelRect) { (self.index, self.buffer, self.bounds) = (index, buffer, bounds) }
}

extension Transform {
  /// Whether it makes things larger or smaller, and neither turns nor shears nor mirrors them.
  var isScaling: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

  /// Largest factor by which it stretches a length: its spectral norm.
  var largestScale: Double {
    let (sum, det) = (a * a + b * b + c * c + d * d, a * d - b * c)
    return ((sum + max(0, sum * sum - 4 * det * det).squareRoot()) / 2).squareRoot()
  }
}
