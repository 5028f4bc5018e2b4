/// The C units of a module: each is a `.c` file with the header beside it, or a header alone, and which of them build on which.
struct CUnits {
  /// Units that a unit builds on: it includes their header or names what they define.
  private(set) var edges: [String: Set<String>] = [:]
  /// What a header promises that its own unit does not define, as "header: name".
  private(set) var strayDeclarations: [String] = []

  /// - Parameter files: Paths without `include` folders, with their text. A path is that of a unit but for its extension.
  init(_ files: [String: String]) {
    let sources = files.mapValues { CSource($0) }
    let units = Dictionary(grouping: sources.keys) { Self.unit($0) }
    var owners: [String: String] = [:]
    for (path, source) in sources {
      for name in source.definitions { owners[name] = Self.unit(path) }
    }
    for (unit, paths) in units {
      var below: Set<String> = []
      for source in paths.compactMap({ sources[$0] }) {
        below.formUnion(source.words.compactMap { owners[$0] })
        for include in source.includes {
          // Beside the file, or from the module's folder on: support/kernels.h.
          let stem = Self.unit(include)
          let beside = Self.folder(unit) + "/" + stem
          if units[beside] != nil { below.insert(beside) } else { below.formUnion(units.keys.filter { $0.hasSuffix("/" + stem) }) }
        }
      }
      edges[unit] = below.subtracting([unit])
    }
    for (path, source) in sources where path.hasSuffix(".h") {
      strayDeclarations += source.declarations.filter { owners[$0] != Self.unit(path) }.map { "\(path): \($0)" }
    }
    strayDeclarations.sort()
  }

  /// Units that build on each other, directly or through others, a circle each.
  var circles: [[String]] {
    var left = Set(edges.keys)
    var found: [[String]] = []
    while let start = left.min() {
      let circle = reached(from: start).filter { $0 == start || reached(from: $0).contains(start) }
      left.subtract(circle)
      left.remove(start)
      if circle.count > 1 { found.append(circle.sorted()) }
    }
    return found
  }

  /// What a unit builds on in a folder that comes after its own in `folders`, or in none of them, as "unit -> unit".
  func upwardEdges(_ folders: [String]) -> [String] {
    edges.flatMap { unit, below in
      below.filter { other in
        guard let own = folders.firstIndex(of: Self.folder(unit)), let theirs = folders.firstIndex(of: Self.folder(other)) else {
          return true
        }
        return theirs > own
      }.map { "\(unit) -> \($0)" }
    }.sorted()
  }

  private func reached(from start: String) -> Set<String> {
    var seen: Set<String> = []
    var waiting = Array(edges[start] ?? [])
    while let next = waiting.popLast() {
      if seen.insert(next).inserted { waiting += edges[next] ?? [] }
    }
    return seen
  }

  private static func unit(_ path: String) -> String { String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) }
  private static func folder(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
