/// What a screen reader says and calls a node.
public struct Accessibility: Sendable, Hashable {
  /// What it says.
  public var label: String
  /// What it calls the node.
  public var role: AccessibilityRole

  /// Makes a description.
  public init(label: String = "", role: AccessibilityRole = .none) {
    self.label = label
    self.role = role
  }
}
