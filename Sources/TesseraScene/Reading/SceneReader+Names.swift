internal import Tessera

/// Node that places some of its children by their ids, such as a text with nodes in its lines.
struct NamingNode {
  /// Index in the scene's nodes.
  var number: Int
  var names: [String]
  /// Location of each name.
  var places: [Place]
}

// Checks for alternative attributes set together, and for names without a node.
extension SceneReader {
  /// Returns the attributes of one map, of alternatives only one. The map's own attribute replaces a merged one; a second own alternative
  /// is an error.
  mutating func withoutAlternatives(_ entries: [YAMLTree.Entry], of type: NodeTypeDescriptor) -> [YAMLTree.Entry] {
    guard entries.contains(where: { !type.alternatives(of: $0.key).isEmpty }) else { return entries }
    var kept: [YAMLTree.Entry] = []
    for entry in entries {
      let others = type.alternatives(of: entry.key)
      guard let other = kept.firstIndex(where: { others.contains($0.key) }) else {
        kept.append(entry)
        continue
      }
      if kept[other].isMerged {
        // The map's own entries follow the merged ones; of merged ones the first wins.
        guard !entry.isMerged else { continue }
        kept.remove(at: other)
        kept.append(entry)
      } else {
        errors.add(
          at: entry.keyPlace,
          "`\(entry.key)` of `\(type.name)` means the same as `\(kept[other].key)` in line \(kept[other].keyPlace.line); remove one"
        )
      }
    }
    return kept
  }

  /// Records the children named by the node that was just appended, with the locations of the names.
  mutating func recordNames(of node: AnyNode, in groups: [SettingGroup]) {
    let names = node.namedSubnodes
    guard !names.isEmpty else { return }
    var found: [String: [Place]] = [:]
    for name in names { found[name] = [] }
    var markup: Place?
    for group in groups.reversed() {
      for entry in group.attributes { findPlaces(in: entry.value, &found, &markup) }
    }
    let own = nodes[nodes.count - 1]
    let fallback = markup ?? Place(line: UInt32(own.line), column: UInt32(own.column))
    var times: [String: Int] = [:]
    let places = names.map { name in
      let time = times[name, default: 0]
      times[name] = time + 1
      let places = found[name] ?? []
      return time < places.count ? places[time] : places.last ?? fallback
    }
    naming.append(NamingNode(number: nodes.count - 1, names: names, places: places))
  }

  /// Returns whether a text contains the marks `](`, with which markup names a child. (`contains` of a string links the engine for regular
  /// expressions, 1.7 MB.)
  private static func mayName(_ text: String) -> Bool {
    zip(text.utf8, text.utf8.dropFirst()).contains { $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: "(") }
  }

  /// Collects locations of texts at or below `index` that are names in `found`. Sets `markup` to the first other text that may contain
  /// names in markup.
  private func findPlaces(in index: Int32, _ found: inout [String: [Place]], _ markup: inout Place?) {
    switch tree[index].content {
    case .scalar(let text, _):
      if found[text]?.append(tree.place(index)) == nil, markup == nil, Self.mayName(text) {
        markup = tree.place(index)
      }
    case .list(let items): for item in items { findPlaces(in: item, &found, &markup) }
    case .map(let entries): for entry in entries { findPlaces(in: entry.value, &found, &markup) }
    case .broken: break
    }
  }

  /// Warns about names without a child and about repeated names, after all nodes are read.
  mutating func checkNames() {
    guard !naming.isEmpty else { return }
    var children: [Int: [String]] = [:]
    for node in naming { children[node.number] = [] }
    for node in nodes where !node.id.isEmpty {
      if let parent = node.parent { children[parent]?.append(node.id) }
    }
    for node in naming {
      let ids = children[node.number] ?? []
      let known = Set(ids)
      var seen = Set<String>()
      for (name, place) in zip(node.names, node.places) {
        let type = nodes[node.number].type
        if !known.contains(name) {
          let right = ids.isEmpty ? "it has none with an `id`" : "valid are " + Self.listed(ids)
          errors.add(
            .warning, at: place, "`\(type)` has a place for `\(name)`, which is not one of its `children`; \(right)",
            suggestion: nearestName(to: name, among: ids))
        } else if !seen.insert(name).inserted {
          errors.add(.warning, at: place, "`\(type)` has more than one place for its child `\(name)`; the first is used")
        }
      }
    }
  }

  /// Returns the first names, for a message.
  private static func listed(_ names: [String]) -> String {
    let most = 8
    return names.prefix(most).map { "`\($0)`" }.joined(separator: ", ") + (names.count > most ? " and \(names.count - most) more" : "")
  }
}
