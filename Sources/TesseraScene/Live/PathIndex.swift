/// Finds what depends on a path of the data: a tree of keys, with numbers at its nodes. A value.
///
/// Complexity: adding, removing and finding are linear in the length of the path, and finding in what is found.
struct PathIndex {
  private struct Node {
    var children: [String: Int] = [:]
    var numbers: Set<Int> = []
    var parent = 0
    var key = ""
  }

  private var nodes = [Node()]
  private var free: [Int] = []

  /// How many nodes are used, the root counted.
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

  /// Calls `found` with all that depends on the value at `keys`: what reads it, something around it, or something in it. A number may come more than once.
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
