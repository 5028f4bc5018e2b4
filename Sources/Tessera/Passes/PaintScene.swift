internal import TesseraGeometry

/// What a compositor reads: a tree and what its nodes show. Values and references that nobody writes to while it is in use.
struct PaintScene: @unchecked Sendable {
  // @unchecked: `tree`'s mutable members are copied here when the scene is made; only its constant ones are read through it.
  let tree: SceneTree
  let properties: [SharedProperties]
  let contents: [PaintContents]
  let ownBounds: [PixelRect]
  let localBounds: [PixelRect]
  let subtreeBounds: [PixelRect]
  /// Opacity of placeholders, by index: 1 while there is no content, falling while they fade.
  var placeholders: [Int: Double] = [:]
  /// Where failures of content drawn while compositing go; without it they end the painting.
  var failures: DrawFailures?

  init(_ tree: SceneTree, contents: [PaintContents]? = nil) {
    self.tree = tree
    properties = tree.properties
    self.contents = contents ?? tree.contents
    ownBounds = tree.ownBounds
    localBounds = tree.localBounds
    subtreeBounds = tree.subtreeBounds
  }
}

/// Content that could not be drawn while compositing, by index of its node. Any thread.
final class DrawFailures: @unchecked Sendable {
  // @unchecked: `reasons` is only touched with `lock` held.
  private let lock = Lock()
  private var reasons: [Int: String] = [:]

  func add(_ node: Int, _ reason: String) { lock.withLock { reasons[node] = reasons[node] ?? reason } }

  /// All of them, in paint order.
  var all: [(node: Int, reason: String)] { lock.withLock { reasons.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 } } }
}
