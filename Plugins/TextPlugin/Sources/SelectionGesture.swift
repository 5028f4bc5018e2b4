public import Tessera
public import TesseraGeometry

/// Gesture that selects a word by a long press, or drags a handle. While it continues, the touch moves an end of the selection.
public struct SelectionGesture: Gesture {
  /// Centres of the knobs of the handles; empty without handles.
  public let handles: [Point]
  /// Areas in which touches have another meaning: links.
  public let taken: [Rect]
  /// Maximum distance of a touch next to and below a handle, logical units: half of a square of 44.
  public static let handleReach = 22.0
  /// Maximum distance of a touch above a handle, where the line is and touches refer to the text.
  public static let reachAbove = 14.0
  /// Maximum movement of a resting touch, logical units.
  public static let slop = 12.0
  /// Duration of a long press, seconds.
  public static let longPressInterval = 0.5

  /// Phase of the gesture.
  public private(set) var phase = GesturePhase.possible
  /// Position of the touch.
  public private(set) var reading = GestureReading()
  /// Time at which the long press is complete.
  public private(set) var deadline: Double?
  private var touch: Int?
  private var start = Point.zero

  /// Creates the gesture for one touch.
  ///
  /// - Parameters:
  ///   - handles: centres of the knobs, in the node's box.
  ///   - taken: areas without long press, in the node's box.
  public init(handles: [Point], taken: [Rect] = []) {
    self.handles = handles
    self.taken = taken
  }

  /// Returns the centre of the knob of a handle on `caret`.
  public static func knob(of caret: Rect) -> Point { Point(caret.midX, caret.maxY + SelectionHandle.drop) }

  /// Returns the nearest handle within reach of `p`; nil if no handle is within reach.
  public static func nearest(_ handles: [Point], to p: Point) -> Int? {
    func distance(_ i: Int) -> Double { max(abs(handles[i].x - p.x), abs(handles[i].y - p.y)) }
    return handles.indices.filter { distance($0) <= handleReach && handles[$0].y - p.y <= reachAbove }.min { distance($0) < distance($1) }
  }

  /// Processes an event of one contact. A mouse drags handles but has no long press.
  public mutating func handle(_ touch: Touch) {
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

  /// Processes the current time.
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
