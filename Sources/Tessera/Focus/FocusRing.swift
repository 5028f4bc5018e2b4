public import TesseraRender

/// The line around what keys are for, and a thin one inside of it in a contrasting colour: one of the two is seen on any ground. A value.
public struct FocusRing: Sendable, Hashable {
  /// Its colour.
  public var color: Color
  /// Colour of the line inside of it; nil: white, or black where the ring is light.
  public var contrast: Color?
  /// How thick it is, logical units.
  public var width: Double
  /// How far it stands from the box; negative: inside of it.
  public var offset: Double

  /// Makes a ring.
  public init(color: Color = Color(red: 0.20, green: 0.48, blue: 0.95), width: Double = 2, offset: Double = 2, contrast: Color? = nil) {
    self.color = color
    self.contrast = contrast
    self.width = width
    self.offset = offset
  }

  /// How far it reaches beyond the box, logical units.
  var reach: Double { max(0, offset + width) }

  /// Colour of the line inside of it.
  var shownContrast: Color {
    contrast ?? Color(white: 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue > 0.6 ? 0 : 1, alpha: color.alpha)
  }
}

/// When the ring is seen.
public enum FocusVisibility: String, Sendable, CaseIterable, Hashable {
  /// While a person uses keys, a D-pad or an encoder; a touch takes it away.
  case automatic
  /// Always.
  case always
  /// Never.
  case never
}
