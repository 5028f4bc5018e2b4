internal import TesseraGeometry
internal import TesseraRender

extension FocusState {
  /// A ring in device pixels.
  struct DrawnRing: Equatable {
    /// Its outer edge.
    var outer: Rect
    var width: Double
    var radii: CornerRadii
    var color: Color
    /// The line inside of it.
    var contrast = Color.clear
    var contrastWidth = 0.0
    /// What is cut off.
    var clip: PixelRect

    /// The pixels that it may cover: one strip a side.
    var strips: [PixelRect] {
      let all = outer.covering(scale: 1)
      let corner = max(radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight)
      // Round corners lie within a third of their radius from the edge.
      let d = min(Int((width + contrastWidth + corner * 0.3).rounded(.up)) + 1, max(all.width, all.height))
      let strips = [
        PixelRect(x: all.x, y: all.y, width: all.width, height: min(d, all.height)),
        PixelRect(x: all.x, y: max(all.y, all.maxY - d), width: all.width, height: min(d, all.height)),
        PixelRect(x: all.x, y: all.y, width: min(d, all.width), height: all.height),
        PixelRect(x: max(all.x, all.maxX - d), y: all.y, width: min(d, all.width), height: all.height),
      ]
      return strips.map { $0.intersection(clip) }.filter { !$0.isEmpty }
    }
  }
}

extension FocusState.DrawnRing {
  /// The ring that lies `share` of the way to another, in the colours of that.
  func mixed(with other: Self, _ share: Double) -> Self {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    var ring = other
    ring.outer = Rect(
      mix(outer.minX, other.outer.minX), mix(outer.minY, other.outer.minY), mix(outer.width, other.outer.width),
      mix(outer.height, other.outer.height))
    ring.width = mix(width, other.width)
    ring.radii = CornerRadii(
      topLeft: mix(radii.topLeft, other.radii.topLeft), topRight: mix(radii.topRight, other.radii.topRight),
      bottomRight: mix(radii.bottomRight, other.radii.bottomRight), bottomLeft: mix(radii.bottomLeft, other.radii.bottomLeft))
    ring.clip = clip.union(other.clip)
    return ring
  }
}

extension CornerRadii {
  /// The radii of a shape whose edge lies so far inside.
  func shrunk(by distance: Double) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, topLeft - distance), topRight: max(0, topRight - distance), bottomRight: max(0, bottomRight - distance),
      bottomLeft: max(0, bottomLeft - distance))
  }
}

/// How the ring goes from what had the focus to what has it: by ``StandardMotion/focusRing``. What it stands around may move meanwhile, and it follows at once
/// whatever else moves that.
struct FocusRingMotion {
  /// Where it was seen when it set out, and when that was, seconds.
  private var start: (ring: FocusState.DrawnRing, time: Double)?
  /// Where it belonged last.
  private var target: FocusState.DrawnRing?
  /// Whether the focus changed, or a key was pressed that may have led to another part, since it was placed.
  private var hasStepped = false

  var isMoving: Bool { start != nil }

  /// The focus is elsewhere, or a key may have brought it to another part of what has it.
  mutating func noteStep() { hasStepped = true }

  mutating func ring(
    from shown: FocusState.DrawnRing?, to wanted: FocusState.DrawnRing?, at time: Double, moves: Bool
  ) -> FocusState.DrawnRing? {
    defer { (target, hasStepped) = (wanted, false) }
    guard let wanted, moves else {
      start = nil
      return wanted
    }
    if hasStepped, let shown, let target, wanted != target { start = (shown, time) }
    guard let start else { return wanted }
    let motion = StandardMotion.focusRing
    let share = (time - start.time) / motion.seconds
    guard share < 1 - 1e-9 else {
      self.start = nil
      return wanted
    }
    return start.ring.mixed(with: wanted, motion.motion.easing?.value(at: share) ?? 1)
  }
}
