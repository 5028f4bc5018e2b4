public import TesseraRender

/// The line around what keys are for. A value.
public struct FocusRing: Sendable, Hashable {
  /// Its colour.
  public var color: Color
  /// How thick it is, logical units.
  public var width: Double
  /// How far it stands from the box; negative: inside of it.
  public var offset: Double

  /// Makes a ring.
  public init(color: Color = Color(red: 0.20, green: 0.48, blue: 0.95), width: Double = 2, offset: Double = 2) {
    self.color = color
    self.width = width
    self.offset = offset
  }

  /// How far it reaches beyond the box, logical units.
  var reach: Double { max(0, offset + width) }
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
