internal import TesseraGeometry

/// The areas of a page that are older than the newest frame: a few rectangles of the frame.
struct StaleAreas {
  private(set) var areas: [PixelRect] = []
  private static let limit = 16

  mutating func add(_ rects: [PixelRect]) {
    for rect in rects where !rect.isEmpty && !areas.contains(where: { $0.contains(rect) }) {
      areas.removeAll { rect.contains($0) }
      areas.append(rect)
    }
    if areas.count > Self.limit {
      let all = areas.dropFirst().reduce(areas[0]) { $0.union($1) }
      areas = [all]
    }
  }

  /// Marks everything as stale.
  mutating func add(all bounds: PixelRect) { areas = [bounds] }

  /// Returns the areas and clears them.
  mutating func dequeueAll() -> [PixelRect] {
    defer { areas.removeAll(keepingCapacity: true) }
    return areas
  }
}
