/// Facts about a node type that hold for each of its nodes at any time.
public struct NodeTraits: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Has no content of its own to draw: no draw job and no buffer is made. For composites and containers.
  public static let drawsNothing = NodeTraits(rawValue: 1 << 0)
  /// Is not measured: a node without subnodes is an empty flex container, with the baselines and sizes that CSS gives one.
  public static let measuresNothing = NodeTraits(rawValue: 1 << 1)
  /// Content is painted over the subnodes rather than beneath them. It is drawn while compositing then, and so has to be cheap.
  public static let drawsOverSubnodes = NodeTraits(rawValue: 1 << 2)
  /// Content shows what the stage's frames did: it is drawn while compositing, with ``DrawContext/frameHistory``, and painted with every frame
  /// that paints anything.
  public static let watchesFrames = NodeTraits(rawValue: 1 << 3)
  /// Content keeps its size, at the corner where lines start, while a transition takes the box to another one: text. Without it content is
  /// stretched with the box: pictures, shapes.
  public static let keepsContentSize = NodeTraits(rawValue: 1 << 4)
  /// Sends ``AnyNode/tap`` itself when a finger taps: buttons. Nodes of other types get a gesture for it where somebody listens.
  public static let sendsTaps = NodeTraits(rawValue: 1 << 5)
}
