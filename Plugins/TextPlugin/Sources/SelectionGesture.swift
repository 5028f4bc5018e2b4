public import Tessera
public import TesseraGeometry

/// A finger that rests on text to select a word, or that takes hold of a handle; afterwards it moves what it took.
public struct SelectionGesture: Gesture {
  /// The middles of the knobs that are taken hold of; none: nothing to take hold of.
  public let handles: [Point]
  /// Where a finger means something else: links.
  public let taken: [Rect]
  /// How far beside and below a handle a finger may be, logical units: half of a square of 44.
  public static let handleReach = 22.0
  /// How far above a handle a finger may be: above lies the line, where a finger means the text.
  public static let reachAbove = 12.0
  /// How far a finger may stray before it no longer rests, logical units.
  public static let slop = 12.0
  /// How long a finger rests, seconds.
  public static let longPressInterval = 0.5

  /// How far it has come.
  public private(set) var phase = GesturePhase.possible
  /// Where the finger is.
  public private(set) var reading = GestureReading()
  /// When the finger has rested for long enough.
  public private(set) var deadline: Double?
  private var touch: Int?
  private var start = Point.zero

  /// Makes the gesture for one touch.
  ///
  /// - Parameters:
  ///   - handles: the middles of the knobs, in the node's box.
  ///   - taken: where a finger that rests means something else, in the node's box.
  public init(handles: [Point], taken: [Rect] = []) {
    self.handles = handles
    self.taken = taken
  }

  /// Where a handle on `caret` is taken hold of: the middle of its knob.
  public static func knob(of caret: Rect) -> Point { Point(caret.midX, caret.maxY + SelectionHandle.drop) }

  /// Returns the handle within reach of `p`, nearest first; nil where there is none.
  public static func nearest(_ handles: [Point], to p: Point) -> Int? {
    func distance(_ i: Int) -> Double { max(abs(handles[i].x - p.x), abs(handles[i].y - p.y)) }
    return handles.indices.filter { distance($0) <= handleReach && handles[$0].y - p.y <= reachAbove }.min { distance($0) < distance($1) }
  }

  /// Takes what happened to one contact. A mouse takes hold of handles and does not rest.
  public mutating func take(_ touch: Touch) {
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
      } else if touch.pointer == .mouse || taken.contains(where: { $0.contains(start) }) {
        fail()
      } else {
        deadline = touch.time + Self.longPressInterval
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

  /// Takes note of the time.
  public mutating func pass(_ time: Double) {
    guard let deadline, time >= deadline, phase == .possible else { return }
    phase = .began
    self.deadline = nil
  }

  private mutating func fail() {
    phase = .failed
    deadline = nil
  }
}
