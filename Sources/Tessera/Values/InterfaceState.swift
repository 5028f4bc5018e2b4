/// Distance of a node from the screen. Each state includes those before it.
public enum InterfaceState: Int, Comparable, Sendable, CaseIterable, Hashable {
  /// Not in a stage, or far from its screen.
  case idle
  /// Its size is known.
  case measured
  /// Near: data is loaded.
  case preload
  /// Nearer: content is drawn.
  case display
  /// On the screen.
  case visible

  /// Orders by closeness.
  public static func < (a: InterfaceState, b: InterfaceState) -> Bool { a.rawValue < b.rawValue }
}
