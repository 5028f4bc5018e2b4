/// Lines of a JSON value and of the values in it.
struct LineTree: Sendable {
  /// Line of the value's first character, from 1.
  var line: Int
  /// Trees of a list's items or a map's values.
  var children: [LineTree] = []
  /// Keys of a map, in the order of `children`.
  var keys: [String] = []

  /// Returns the line of the value at `path`, or of its nearest existing ancestor.
  func line(at path: some Sequence<PathStep>) -> Int {
    var tree = self
    for step in path {
      switch step {
      case .index(let index):
        guard index < tree.children.count, tree.keys.isEmpty else { return tree.line }
        tree = tree.children[index]
      case .key(let key):
        guard let index = tree.keys.lastIndex(of: key) else { return tree.line }
        tree = tree.children[index]
      }
    }
    return tree.line
  }
}

/// Step from a JSON value to a value in it.
enum PathStep: Sendable, Hashable {
  case key(String)
  case index(Int)
}
