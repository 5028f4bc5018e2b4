internal import Tessera
internal import TesseraGeometry

/// A finger that rests on text to select a word, or that takes hold of an end of what is selected; afterwards it moves that end.
struct SelectionGesture: Gesture {
  /// The ends of what is selected, where they are taken hold of; none: nothing to take hold of.
  let handles: [Point]
  /// Where a finger means something else: links.
  let taken: [Rect]
  /// How far beside a handle a finger may be, logical units: half of a square of 44.
  static let handleReach = 22.0
  /// How far a finger may stray before it no longer rests, logical units.
  static let slop = 12.0

  private(set) var phase = GesturePhase.possible
  private(set) var reading = GestureReading()
  private(set) var deadline: Double?
  private var touch: Int?
  private var start = Point.zero

  init(handles: [Point], taken: [Rect]) {
    self.handles = handles
    self.taken = taken
  }

  /// The handle within reach of `p`, nearest first.
  static func nearest(_ handles: [Point], to p: Point) -> Int? {
    func distance(_ i: Int) -> Double { max(abs(handles[i].x - p.x), abs(handles[i].y - p.y)) }
    return handles.indices.filter { distance($0) <= handleReach }.min { distance($0) < distance($1) }
  }

  mutating func take(_ touch: Touch) {
    guard self.touch == nil || self.touch == touch.id else {
      if phase == .possible, touch.phase == .began { fail() }
      return
    }
    reading.location = touch.location
    reading.touchCount = 1
    switch (phase, touch.phase) {
    case (.possible, .began):
      self.touch = touch.id
      start = touch.location
      if Self.nearest(handles, to: start) != nil {
        phase = .began
      } else if taken.contains(where: { $0.contains(start) }) {
        fail()
      } else {
        deadline = touch.time + Text.longPressInterval
      }
    case (.possible, .moved):
      if max(abs(touch.location.x - start.x), abs(touch.location.y - start.y)) > Self.slop { fail() }
    case (.possible, _): fail()
    case (.began, .moved), (.changed, .moved): phase = .changed
    case (.began, .ended), (.changed, .ended): phase = .ended
    case (.began, .cancelled), (.changed, .cancelled): phase = .cancelled
    default: break
    }
  }

  mutating func pass(_ time: Double) {
    guard let deadline, time >= deadline, phase == .possible else { return }
    phase = .began
    self.deadline = nil
  }

  private mutating func fail() {
    phase = .failed
    deadline = nil
  }
}
