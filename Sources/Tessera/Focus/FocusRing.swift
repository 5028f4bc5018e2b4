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

  /// Default colour of a ring: `focus` of the theme.
  public static let defaultColor = Color.theme(.focus)
  private static let defaultContrast = Color.theme(.focusContrast)

  /// Creates a ring.
  public init(color: Color = FocusRing.defaultColor, width: Double = 2, offset: Double = 2, contrast: Color? = nil) {
    self.color = color
    self.contrast = contrast ?? (color == Self.defaultColor ? Self.defaultContrast : nil)
    self.width = width
    self.offset = offset
  }

  /// Returns the ring with the colours of an environment.
  func resolved(in environment: EnvironmentValues) -> FocusRing {
    var ring = self
    (ring.color, ring.contrast) = (color.resolved(in: environment), contrast?.resolved(in: environment))
    return ring
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
