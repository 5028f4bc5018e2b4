internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Layout in the output form of `tessera layout`. Flat, in document order, so that deep trees need no recursion before JSON is created.
struct LayoutReport {
  struct Entry {
    let type: String
    let id: String
    let frame: Rect
    let details: [(String, AttributeValue)]
    let depth: Int
    var children: [Int] = []
  }

  private(set) var entries: [Entry] = []

  /// Creates the report.
  /// - Parameter scale: device pixels per unit to which edges are rounded; nil means no rounding.
  init(_ layout: NodeLayout, environment: EnvironmentValues, scale: Double?) {
    var stack = [(layout: layout, parent: -1, origin: Point.zero, snappedOrigin: Point.zero)]
    while let next = stack.popLast() {
      let absolute = Rect(origin: next.origin + next.layout.frame.origin, size: next.layout.frame.size)
      var shown = absolute
      if let scale {
        let pixels = absolute.snapped(scale: scale)
        shown = Rect(Double(pixels.x) / scale, Double(pixels.y) / scale, Double(pixels.width) / scale, Double(pixels.height) / scale)
      }
      let node = next.layout.node
      let index = entries.count
      entries.append(
        Entry(
          type: node.typeName, id: node.id, frame: Rect(origin: shown.origin - next.snappedOrigin, size: shown.size),
          details: node.layoutDescription(
            in: DrawContext(size: next.layout.frame.size, insets: next.layout.insets, environment: environment)),
          depth: next.parent < 0 ? 0 : entries[next.parent].depth + 1))
      if next.parent >= 0 { entries[next.parent].children.append(index) }
      for child in next.layout.children.reversed() { stack.append((child, index, absolute.origin, shown.origin)) }
    }
  }

  /// Returns a tree of type, id, frame, additional values of the type, and children.
  ///
  /// - Parameters:
  ///   - root: first entry of the tree.
  ///   - depth: number of levels; nil means all.
  func json(root: Int = 0, depth: Int? = nil) -> JSONValue {
    guard entries.indices.contains(root) else { return .null }
    let limit = depth.map { entries[root].depth + $0 - 1 } ?? .max
    // Children follow their parents, so in reverse order every node's children are already created.
    var made = [JSONValue](repeating: .null, count: entries.count)
    for (i, entry) in entries.enumerated().reversed() {
      let frame = entry.frame
      var pairs: [(key: String, value: JSONValue)] = [("type", .text(entry.type))]
      if !entry.id.isEmpty { pairs.append(("id", .text(entry.id))) }
      pairs.append(
        (
          "frame",
          .map([
            ("x", .number(frame.minX)), ("y", .number(frame.minY)), ("width", .number(frame.width)), ("height", .number(frame.height)),
          ])
        ))
      for (name, value) in entry.details { pairs.append((name, SceneSchema.json(value))) }
      pairs.append(("children", .list(entry.depth < limit ? entry.children.map { made[$0] } : [])))
      made[i] = .map(pairs)
    }
    return made[root]
  }
}
