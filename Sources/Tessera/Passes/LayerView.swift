internal import TesseraGeometry
internal import TesseraRender

/// Part of a target that is visible on the screen, through all transforms in between: the frame, or the layer of a transformed node.
///
/// It depends only on the tree and not on the damage, so that a pixel is painted from the same layers in every frame. Immutable; a class,
/// so that compositors, which are copied for each level, stay small.
final class LayerView: Sendable {
  /// Pixels of the screen.
  private let screen: Rect
  /// Transform from the screen to the target.
  private let toTarget: Transform
  /// Distance beyond the screen that interpolation reads, in pixels of the target.
  private let reach: Double
  /// Number of nested layers.
  let depth: Int

  /// Maximum distance, so that sums stay finite.
  private static let farthest = 1e6
  /// Distance that an interpolation reads beyond a pixel.
  private static let bleed = 1.5

  private init(_ screen: Rect, _ toTarget: Transform, reach: Double, depth: Int) {
    (self.screen, self.toTarget, self.reach, self.depth) = (screen, toTarget, reach, depth)
  }

  /// Creates the view of a whole target.
  convenience init(_ screen: PixelRect, depth: Int = 0) { self.init(Rect(screen), .identity, reach: 0, depth: depth) }

  /// Visible pixels of the target.
  var area: PixelRect { toTarget.apply(screen).covering(scale: 1).grown(by: Int(reach.rounded(.up))) }

  /// Returns the view of a target whose top left pixel is (`x`, `y`) of this one.
  func moved(by x: Int, _ y: Int) -> LayerView {
    LayerView(screen, toTarget.then(.translation(Double(-x), Double(-y))), reach: reach, depth: depth)
  }

  /// Returns the view of the space of a node that `transform` maps to the target; nil if the node has no area there.
  func through(_ transform: Transform) -> LayerView? {
    guard let inverse = transform.inverse else { return nil }
    return LayerView(
      screen, toTarget.then(inverse), reach: min((reach + Self.bleed) * inverse.largestScale, Self.farthest), depth: depth + 1)
  }
}

/// Layer of a transformed node that is painted before the layer of its ancestor is allocated.
final class PreparedLayer: Sendable {
  let index: Int
  let buffer: PixelBuffer
  let bounds: PixelRect

  init(index: Int, buffer: PixelBuffer, bounds: PixelRect) { (self.index, self.buffer, self.bounds) = (index, buffer, bounds) }
}

extension Transform {
  /// Whether it only scales, without rotation, skew and mirroring.
  var isScaling: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

  /// Largest scale of a length: its spectral norm.
  var largestScale: Double {
    let (sum, det) = (a * a + b * b + c * c + d * d, a * d - b * c)
    return ((sum + max(0, sum * sum - 4 * det * det).squareRoot()) / 2).squareRoot()
  }
}
