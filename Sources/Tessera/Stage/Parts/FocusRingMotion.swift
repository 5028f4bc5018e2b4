internal import TesseraGeometry
internal import TesseraRender

extension FocusState {
  /// Focus ring in device pixels.
  struct DrawnRing: Equatable {
    /// Outer edge of the ring.
    var outer: Rect
    var width: Double
    var radii: CornerRadii
    var color: Color
    /// Inner line.
    var contrast = Color.clear
    var contrastWidth = 0.0
    /// Clip rectangle.
    var clip: PixelRect

    /// Pixels that it may cover: one strip for each side.
    var strips: [PixelRect] {
      let all = outer.covering(scale: 1)
      let corner = max(radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight)
      // Rounded corners are within a third of their radius from the edge.
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
  /// Returns the ring at fraction `share` between this one and another, in the colours of the other.
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
  /// Returns the radii of a shape with its edge `distance` inside.
  func shrunk(by distance: Double) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, topLeft - distance), topRight: max(0, topRight - distance), bottomRight: max(0, bottomRight - distance),
      bottomLeft: max(0, bottomLeft - distance))
  }
}

/// Movement of the ring from the previous focus to the new one, by ``StandardMotion/focusRing``. The focused area may move during it; the
/// ring follows such movement immediately.
struct FocusRingMotion {
  /// Visible ring at the start of the movement, and the start time in seconds.
  private var start: (ring: FocusState.DrawnRing, time: Double)?
  /// Last target of the ring.
  private var target: FocusState.DrawnRing?
  /// Whether, since the ring was placed, the focus changed or a pressed key may have moved it to another part.
  private var hasStepped = false

  var isMoving: Bool { start != nil }

  /// Records a change of the focus, or a key that may have moved it to another part of the focused node.
  mutating func recordStep() { hasStepped = true }

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
