internal import Glibc
internal import TesseraGeometry

/// Contacts of one gesture, with their initial and current locations.
struct Contacts: Sendable {
  struct Contact: Sendable {
    let id: Int
    let start: Point
    var last: Point
    let startTime: Double
  }

  private(set) var all: [Contact] = []

  var count: Int { all.count }
  var isEmpty: Bool { all.isEmpty }

  func contains(_ id: Int) -> Bool { all.contains { $0.id == id } }

  /// Adds or moves a contact. Returns the movement of the contacts' center; 0 if a contact was added.
  mutating func record(_ touch: Touch) -> Point {
    guard let i = all.firstIndex(where: { $0.id == touch.id }) else {
      if touch.phase == .began {
        all.append(Contact(id: touch.id, start: touch.location, last: touch.location, startTime: touch.time))
      }
      return .zero
    }
    let before = all[i].last
    all[i].last = touch.location
    return (touch.location - before) * (1 / Double(all.count))
  }

  mutating func remove(_ id: Int) { all.removeAll { $0.id == id } }

  /// Center of the contacts.
  var middle: Point {
    guard !all.isEmpty else { return .zero }
    return all.reduce(Point.zero) { $0 + $1.last } * (1 / Double(all.count))
  }

  /// Maximum distance of a contact from its start.
  var farthest: Double {
    all.map { hypot($0.last.x - $0.start.x, $0.last.y - $0.start.y) }.max() ?? 0
  }

  /// Vector from the first contact to the second.
  var span: Point? { all.count >= 2 ? all[1].last - all[0].last : nil }
}

/// Velocity from positions in the last tenth of a second: the slope of their regression line.
struct VelocityTracker: Sendable {
  private var samples: [(time: Double, position: Point)] = []
  /// Age above which positions are ignored, seconds.
  private static let window = 0.1

  mutating func record(_ position: Point, at time: Double) {
    if let last = samples.last, time <= last.time {
      // Of two positions at one moment the later one is used.
      samples[samples.count - 1].position = position
    } else {
      samples.append((time, position))
    }
    samples.removeAll { time - $0.time > Self.window }
  }

  /// Returns the velocity at `time`, units a second; zero without movement in the last tenth of a second.
  func velocity(at time: Double) -> Point {
    let recent = samples.filter { time - $0.time <= Self.window }
    guard recent.count >= 2, let first = recent.first else { return .zero }
    let count = Double(recent.count)
    let meanTime = recent.reduce(0) { $0 + ($1.time - first.time) } / count
    let mean = recent.reduce(Point.zero) { $0 + ($1.position - first.position) } * (1 / count)
    var (spread, x, y) = (0.0, 0.0, 0.0)
    for sample in recent {
      let t = sample.time - first.time - meanTime
      spread += t * t
      x += t * (sample.position.x - first.position.x - mean.x)
      y += t * (sample.position.y - first.position.y - mean.y)
    }
    guard spread > 1e-9 else { return .zero }
    return Point(x / spread, y / spread)
  }
}
