/// Constant properties of all nodes of a type.
public struct NodeTraits: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Draws no content: no draw job and no buffer is created. For composites and containers.
  public static let drawsNothing = NodeTraits(rawValue: 1 << 0)
  /// Is not measured: a node without subnodes is an empty flex container, with the baselines and sizes of CSS.
  public static let measuresNothing = NodeTraits(rawValue: 1 << 1)
  /// Content is painted above the subnodes instead of below them. It is drawn during compositing, so it must be cheap.
  public static let drawsOverSubnodes = NodeTraits(rawValue: 1 << 2)
  /// Content shows the history of the stage's frames. It is drawn during compositing, with ``DrawContext/frameHistory``, and painted in every frame
  /// that paints anything.
  public static let watchesFrames = NodeTraits(rawValue: 1 << 3)
  /// Content such as text keeps its size, aligned to the corner where lines start, while a transition resizes the box. Without this trait content is
  /// stretched with the box, as pictures and shapes are.
  public static let keepsContentSize = NodeTraits(rawValue: 1 << 4)
  /// Sends ``AnyNode/tap`` itself when a finger taps: buttons. Nodes of other types get a gesture for it if the signal is observed.
  public static let sendsTaps = NodeTraits(rawValue: 1 << 5)
  /// A table pads such a node as a row: sides and least height are those of the theme. Rows with a padding, a height, a background or a border
  /// stay as they are.
  public static let takesRowPadding = NodeTraits(rawValue: 1 << 6)

  /// Names of the traits as Swift spells them, in the order of their declaration.
  public var names: [String] {
    let all: [(trait: NodeTraits, name: String)] = [
      (.drawsNothing, "drawsNothing"), (.measuresNothing, "measuresNothing"), (.drawsOverSubnodes, "drawsOverSubnodes"),
      (.watchesFrames, "watchesFrames"), (.keepsContentSize, "keepsContentSize"), (.sendsTaps, "sendsTaps"),
      (.takesRowPadding, "takesRowPadding"),
    ]
    return all.compactMap { contains($0.trait) ? $0.name : nil }
  }
}
