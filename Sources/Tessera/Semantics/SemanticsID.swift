/// Identifies an element. IDs are unique in the process and never reused. A value; any thread.
public struct SemanticsID: Sendable, Hashable {
  /// ``Tessera/AnyNode/serial`` of the node; 0 means the stage.
  public let node: UInt64
  /// Key of the part; nil means the node itself.
  public let part: Int?

  /// Creates the ID of a node or of its part.
  public init(node: UInt64, part: Int? = nil) { (self.node, self.part) = (node, part) }

  /// The root of every tree.
  public static let stage = SemanticsID(node: 0)
}

extension SemanticsID: CustomStringConvertible {
  /// Serial number of the node; the key of a part follows after a dot.
  public var description: String { part.map { "\(node).\($0)" } ?? "\(node)" }
}
