/// Index of dependents by the paths that they read: a tree of keys with numbers at its nodes. A value.
///
/// Complexity: adding and removing are linear in the length of the path; finding is linear in the length of the path and the number of
/// results.
struct PathIndex {
  private struct Node {
    var children: [String: Int] = [:]
    var numbers: Set<Int> = []
    var parent = 0
    var key = ""
  }

  private var nodes = [Node()]
  private var free: [Int] = []

  /// Number of used nodes, including the root.
  var count: Int { nodes.count - free.count }

  mutating func add(_ number: Int, at keys: [String]) {
    var place = 0
    for key in keys {
      if let next = nodes[place].children[key] {
        place = next
        continue
      }
      let made = Node(parent: place, key: key)
      let next: Int
      if let reused = free.popLast() {
        nodes[reused] = made
        next = reused
      } else {
        nodes.append(made)
        next = nodes.count - 1
      }
      nodes[place].children[key] = next
      place = next
    }
    nodes[place].numbers.insert(number)
  }

  mutating func remove(_ number: Int, at keys: [String]) {
    var place = 0
    for key in keys {
      guard let next = nodes[place].children[key] else { return }
      place = next
    }
    nodes[place].numbers.remove(number)
    while place != 0, nodes[place].numbers.isEmpty, nodes[place].children.isEmpty {
      let parent = nodes[place].parent
      nodes[parent].children[nodes[place].key] = nil
      nodes[place] = Node()
      free.append(place)
      place = parent
    }
  }

  /// Calls `found` for each dependent on the value at `keys`: readers of the value, of a value around it, or of a value in it. A number may
  /// be passed more than once.
  func find(_ keys: [String], _ found: (Int) -> Void) {
    var place = 0
    for key in keys {
      for number in nodes[place].numbers { found(number) }
      guard let next = nodes[place].children[key] else { return }
      place = next
    }
    var stack = [place]
    while let place = stack.popLast() {
      for number in nodes[place].numbers { found(number) }
      stack.append(contentsOf: nodes[place].children.values)
    }
  }
}
