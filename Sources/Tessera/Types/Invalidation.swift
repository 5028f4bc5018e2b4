/// What has to be done again after a change.
public struct Invalidation: OptionSet, Sendable, Hashable {
  /// One bit a kind of work.
  public let rawValue: UInt16
  /// Makes a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The size may be another, or the subnodes: layout runs again.
  public static let layout = Invalidation(rawValue: 1)
  /// The content looks different: `draw` runs again.
  public static let display = Invalidation(rawValue: 2)
  /// Only what the compositor adds (opacity, background, border colour) is different: the area is composited again.
  public static let composite = Invalidation(rawValue: 4)
  /// The subnodes are shown elsewhere, see ``ScrollContainerType/scrollOffset(of:)``: the area is composited again.
  public static let scroll = Invalidation(rawValue: 16)
  /// The properties that the node is painted with may be others: the type adjusts them again (``PropertyAdjustingType``).
  public static let properties = Invalidation(rawValue: 256)
  /// As the declarations of the changed attributes say (``NodeAttribute/affects``); everything, if members changed that no such attribute is about.
  public static let byAttributes = Invalidation(rawValue: 512)

  /// Work that a change of a value marks. Properties are compared instead.
  static let anyChange: Invalidation = [.layout, .display, .composite, .scroll]
  /// All work that a change of a node's value can need.
  static let everything: Invalidation = [.layout, .display, .properties]
}
