public import TesseraGeometry

/// Frame and visibility of an element on the screen. A value.
public struct SemanticsPlace: Sendable, Hashable {
  /// Visibility of an element.
  public enum Visibility: String, Sendable, CaseIterable, Hashable {
    /// At least partly on the screen.
    case visible
    /// Outside of the screen, or of the viewport that scrolls it.
    case offScreen
    /// The element or an ancestor is hidden.
    case hidden
  }

  /// Its box, logical units of the stage, transforms and scrolling applied.
  public var frame: Rect
  /// Visibility of the element. Overlays that cover it are ignored.
  public var visibility: Visibility

  /// Creates a place.
  public init(frame: Rect, visibility: Visibility) { (self.frame, self.visibility) = (frame, visibility) }
}
