/// Work that a change needs.
public struct Invalidation: OptionSet, Sendable, Hashable {
  /// One bit per kind of work.
  public let rawValue: UInt16
  /// Makes a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The size or the subnodes may have changed: layout runs again.
  public static let layout = Invalidation(rawValue: 1)
  /// The content looks different: `draw` runs again.
  public static let display = Invalidation(rawValue: 2)
  /// Only properties painted by the compositor (opacity, background, border colour) have changed: the area is composited again.
  public static let composite = Invalidation(rawValue: 4)
  /// The subnodes have moved, see ``ScrollContainerType/scrollOffset(of:)``: the area is composited again.
  public static let scroll = Invalidation(rawValue: 16)
  /// The painted properties of the node may have changed: the type adjusts them again (``PropertyAdjustingType``).
  public static let properties = Invalidation(rawValue: 256)
  /// Work declared by the changed attributes (``NodeAttribute/affects``); everything if other members changed.
  public static let byAttributes = Invalidation(rawValue: 512)

  /// Work marked after a change of a value. Properties are compared instead.
  static let anyChange: Invalidation = [.layout, .display, .composite, .scroll]
  /// All work that a change of a node's value can need.
  static let everything: Invalidation = [.layout, .display, .properties]
}
