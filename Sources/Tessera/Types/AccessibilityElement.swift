public import TesseraGeometry

/// A part of a node that a screen reader goes to by itself: a link of a text.
public struct AccessibilityElement: Sendable, Hashable {
  /// What it says.
  public var label: String
  /// What it calls the part.
  public var role: AccessibilityRole
  /// Where the part is in the node's box, logical units.
  public var frame: Rect

  /// Makes a description of a part.
  public init(label: String, role: AccessibilityRole, frame: Rect) {
    self.label = label
    self.role = role
    self.frame = frame
  }
}
