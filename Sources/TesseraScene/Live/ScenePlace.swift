public import Tessera

/// Position of a node in its scene file. A value.
public struct ScenePlace: Sendable, Hashable {
  /// Line, from 1.
  public let line: Int
  /// Column in the line, from 1.
  public let column: Int

  init(_ node: SceneNode) { (line, column) = (node.line, node.column) }

  enum Key: NodeDataKey { typealias Value = ScenePlace }
}

extension AnyNode {
  /// Position of the node in its scene file; nil unless the scene was created with data that record places
  /// (``SceneData/recordsPlaces``). Any thread.
  public var scenePlace: ScenePlace? { self[data: ScenePlace.Key.self] }
}
