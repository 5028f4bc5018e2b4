public import TesseraGeometry

/// Appearance of one element that depends on its place in the viewport: moved, scaled, turned, translucent, above or below its neighbors. A value.
///
/// ``ListPlacement/effects(in:)`` returns effects. They change at each scroll position and only composite: nothing is laid out or drawn.
public struct ListEffect: Hashable, Sendable {
  /// Element with this appearance.
  public var element: ListElement
  /// Distance from its place, logical units: towards the end of lines, and down.
  public var offset: Point
  /// Factor of its size, about the center of its frame.
  public var scale: Double
  /// Transform about the center of its frame, after the scale, logical units. Mirrored in right-to-left lists.
  public var transform: Transform
  /// Factor of its opacity, 0...1.
  public var opacity: Double
  /// Stacking order: elements with higher numbers are on top.
  public var zIndex: Int

  /// Creates an effect.
  public init(
    _ element: ListElement, offset: Point = .zero, scale: Double = 1, transform: Transform = .identity, opacity: Double = 1, zIndex: Int = 0
  ) {
    self.element = element
    self.offset = offset
    self.scale = scale
    self.transform = transform
    self.opacity = opacity
    self.zIndex = zIndex
  }
}
