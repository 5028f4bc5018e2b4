internal import TesseraGeometry

/// Lines with the same text whose ends meet, joined to longer ones. Source: MapLibre, merge_lines.
struct LineJoiner<Key: Hashable> {
  private struct End: Hashable {
    var key: Key
    var x: Double
    var y: Double
  }

  private var lines: [(key: Key, line: [Point])?] = []
  private var starts: [End: Int] = [:]
  private var ends: [End: Int] = [:]

  /// Creates an empty set of lines.
  init() {}

  /// Adds a line; a line of the same key that ends at its start, or starts at its end, becomes longer. O(points) of the new line, and of
  /// a line that grows at its start.
  mutating func add(_ line: [Point], key: Key) {
    guard let first = line.first, let last = line.last, line.count >= 2 else { return }
    let (start, end) = (End(key: key, x: first.x, y: first.y), End(key: key, x: last.x, y: last.y))
    if let before = ends.removeValue(forKey: start), var known = lines[before] {
      // Removed while it grows, so that appending copies nothing.
      lines[before] = nil
      known.line.append(contentsOf: line.dropFirst())
      if let after = starts[end], after != before, let next = lines[after], next.line.count <= Self.maximumPoints {
        starts[end] = nil
        known.line.append(contentsOf: next.line.dropFirst())
        lines[after] = nil
        if let tail = next.line.last { ends[End(key: key, x: tail.x, y: tail.y)] = before }
      } else {
        ends[end] = before
      }
      lines[before] = known
    } else if let after = starts.removeValue(forKey: end), let known = lines[after], known.line.count <= Self.maximumPoints {
      lines[after] = (key, line + known.line.dropFirst())
      starts[start] = after
    } else {
      lines.append((key, line))
      starts[start] = lines.count - 1
      ends[end] = lines.count - 1
    }
  }

  /// Maximum number of points of a line that is copied.
  private static var maximumPoints: Int { 512 }

  /// Joined lines in the order of their first parts.
  var joined: [(key: Key, line: [Point])] { lines.compactMap(\.self) }
}
