public import TesseraGeometry

/// Where an element is on the screen. A value.
public struct SemanticsPlace: Sendable, Hashable {
  /// How much of an element is visible.
  public enum Visibility: String, Sendable, CaseIterable, Hashable {
    /// At least partly on the screen.
    case visible
    /// Outside of the screen, or of the viewport that scrolls it.
    case offScreen
    /// It, or an element above it, is hidden.
    case hidden
  }

  /// Its box, logical units of the stage, transforms and scrolling applied.
  public var frame: Rect
  /// How much of it is visible. Overlays that cover it are ignored.
  public var visibility: Visibility

  /// Makes a place.
  public init(frame: Rect, visibility: Visibility) { (self.frame, self.visibility) = (frame, visibility) }
}
