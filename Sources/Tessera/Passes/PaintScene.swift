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
  /// Why draws on the way failed, by index: bands of one picture add to the same list.
  let failures = Locked<[Int: String]>([:])

  init(_ tree: SceneTree, contents: [PaintContents]? = nil) {
    self.tree = tree
    properties = tree.properties
    self.contents = contents ?? tree.contents
    ownBounds = tree.ownBounds
    localBounds = tree.localBounds
    subtreeBounds = tree.subtreeBounds
  }
}
