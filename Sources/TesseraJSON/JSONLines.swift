/// Lines of a JSON value and of the values in it. A value; any thread.
public struct JSONLines: Sendable {
  /// Line of the value's first character, from 1.
  public let line: Int
  /// Lines of a list's items or an object's members.
  private var children: [JSONLines] = []
  /// Keys of an object, in the order of `children`.
  private var keys: [String] = []

  /// Creates the tree from the lines of all values in the order of the text.
  init(_ value: JSONValue, _ lines: [Int32]) {
    var rest = lines[...]
    self.init(value, &rest)
  }

  private init(_ value: JSONValue, _ rest: inout ArraySlice<Int32>) {
    line = Int(rest.popFirst() ?? 1)
    switch value {
    case .list(let list): children = list.map { JSONLines($0, &rest) }
    case .map(let members):
      keys = members.map(\.key)
      children = members.map { JSONLines($0.value, &rest) }
    case .null, .boolean, .number, .literal, .text: break
    }
  }

  /// Returns the line of the value at `path`, or of its nearest existing ancestor.
  public func line(at path: some Sequence<JSONStep>) -> Int {
    var tree = self
    for step in path {
      switch step {
      case .index(let index):
        guard tree.children.indices.contains(index), tree.keys.isEmpty else { return tree.line }
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
public enum JSONStep: Sendable, Hashable {
  case key(String)
  case index(Int)
}
