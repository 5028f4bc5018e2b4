public import TesseraRender

/// Line around the focused area, with a thin inner line in a contrasting colour, so that one of the two is visible on any background. A
/// value.
public struct FocusRing: Sendable, Hashable {
  /// Colour of the ring.
  public var color: Color
  /// Colour of the inner line; nil means white, or black if the ring is light.
  public var contrast: Color?
  /// Thickness, logical units.
  public var width: Double
  /// Distance from the box; negative means inside of it.
  public var offset: Double

  /// Creates a ring.
  public init(color: Color = Color(red: 0.20, green: 0.48, blue: 0.95), width: Double = 2, offset: Double = 2, contrast: Color? = nil) {
    self.color = color
    self.contrast = contrast
    self.width = width
    self.offset = offset
  }

  /// Extent beyond the box, logical units.
  var reach: Double { max(0, offset + width) }

  /// Colour of the inner line.
  var shownContrast: Color {
    contrast ?? Color(white: 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue > 0.6 ? 0 : 1, alpha: color.alpha)
  }
}

/// Visibility of the ring.
public enum FocusVisibility: String, Sendable, CaseIterable, Hashable {
  /// Visible while the user uses keys, a D-pad or an encoder; a touch hides it.
  case automatic
  /// Always visible.
  case always
  /// Never visible.
  case never
}
