internal import Glibc
public import Tessera
public import TesseraGeometry

/// How large the content of a scrolling node is shown, and what changes it. A value.
struct Zooming: Sendable, Equatable {
  /// The factor at which content is shown.
  var scale = 1.0
  /// Two fingers that hold the content.
  var pinch: Pinch?
  /// A way to another factor that is under way.
  var motion: Motion?

  struct Pinch: Sendable, Equatable {
    /// The factor when they came, as they want it: beyond the limits content follows less.
    let initial: Double
    /// What of the content, unscaled, lies between them.
    let anchor: Point
  }

  struct Motion: Sendable, Equatable {
    /// The logarithm of the factor.
    let way: ScrollMotion
    var start: Double?
    let from: Double
    let to: Double
    let fromOffset: Point
    let toOffset: Point
  }

  /// How far beyond its limits content gives way, as the logarithm of a factor.
  static let band = RubberBand(length: 1)
}

extension ScrollPhysics {
  /// Two fingers take hold of the content at `point` of the viewport.
  mutating func beginPinch(at point: Point) {
    state.stop()
    state.drag = nil
    state.zooming.motion = nil
    let scale = state.zooming.scale
    state.zooming.pinch = Zooming.Pinch(initial: scale, anchor: (state.offset + point) * (1 / scale))
  }

  /// Shows the content larger by `factor` than when the fingers came, with what lay between them at `point`.
  mutating func pinch(by factor: Double, at point: Point) {
    guard let pinch = state.zooming.pinch, factor.isFinite, factor > 0, point.isFinite else { return }
    let range = zoomRange
    let wanted = log(pinch.initial * factor)
    let limits = log(range.lowerBound)...log(range.upperBound)
    state.zooming.scale = exp(bounces ? Zooming.band.position(wanted, in: limits) : min(limits.upperBound, max(limits.lowerBound, wanted)))
    state.offset = pinch.anchor * state.zooming.scale - point
    state.hasMoved = true
  }

  /// The fingers are gone: what is beyond its limits comes back.
  mutating func endPinch(at point: Point) {
    guard let pinch = state.zooming.pinch else { return }
    state.zooming.pinch = nil
    let range = zoomRange
    let target = min(range.upperBound, max(range.lowerBound, state.zooming.scale))
    if target != state.zooming.scale || clamped(state.offset) != state.offset {
      zoom(to: target, keeping: pinch.anchor, at: point, isAnimated: true)
    }
  }

  /// Shows the content at `target`, with `anchor` of the content at `point` of the viewport where its bounds let it.
  mutating func zoom(to target: Double, keeping anchor: Point, at point: Point, isAnimated: Bool) {
    let range = zoomRange
    guard target.isFinite, anchor.isFinite, point.isFinite else { return }
    let target = min(range.upperBound, max(range.lowerBound, target))
    state.stop()
    let from = state.zooming.scale
    let fromOffset = state.offset
    state.zooming.motion = nil
    state.zooming.scale = target
    let toOffset = clamped(anchor * target - point)
    guard isAnimated else {
      state.offset = toOffset
      state.hasMoved = true
      return
    }
    state.zooming.scale = from
    guard from != target || fromOffset != toOffset else { return }
    // A way of one, in thousandths, so that it ends as exactly as any.
    let way = ScrollMotion.led(from: 0, velocity: 0, to: 1000)
    state.zooming.motion = Zooming.Motion(way: way, start: nil, from: from, to: target, fromOffset: fromOffset, toOffset: toOffset)
  }

  /// Moves on to where the factor is at `time`.
  mutating func moveZoom(to time: Double) {
    guard let motion = state.zooming.motion else { return }
    let start = motion.start ?? time
    state.zooming.motion?.start = start
    state.hasMoved = true
    guard time - start < motion.way.duration else {
      state.zooming.motion = nil
      state.zooming.scale = motion.to
      state.offset = motion.toOffset
      return
    }
    let share = motion.way.position(after: time - start) / 1000
    state.zooming.scale = exp(log(motion.from) + (log(motion.to) - log(motion.from)) * share)
    // What lies at one place of the content stays on one line of the screen: the offset goes with the factor.
    let part = motion.from == motion.to ? share : (state.zooming.scale - motion.from) / (motion.to - motion.from)
    state.offset = motion.fromOffset + (motion.toOffset - motion.fromOffset) * part
  }
}

extension Node where Value == Scroll {
  /// The factor at which the content is shown. Any thread.
  public var zoomScale: Double { storage.scroll.state.withLock { $0.zooming.scale } }

  /// Shows the content at another factor, within ``Scrolling/minimumZoom`` and ``Scrolling/maximumZoom``. Any thread.
  ///
  /// - Parameters:
  ///   - scale: the factor.
  ///   - anchor: what of the content, in its own unscaled coordinates, is to stay where it is seen; nil: the middle of the viewport.
  ///   - isAnimated: whether the content grows or shrinks there.
  public func zoom(to scale: Double, at anchor: Point? = nil, animated isAnimated: Bool = true) {
    updateScrolling { scroll in
      guard let size = scroll.state.metrics?.size else { return }
      let now = scroll.state.zooming.scale
      let middle = Point(size.width / 2, size.height / 2)
      let anchor = anchor ?? (scroll.state.offset + middle) * (1 / now)
      let point = anchor * now - scroll.state.offset
      scroll.zoom(to: scale, keeping: anchor, at: point, isAnimated: isAnimated)
    }
    showZoom()
    requestTick(after: 0)
  }

  /// Shows `area` of the content, in its own unscaled coordinates, as large as the viewport and the limits let it. Any thread.
  public func zoom(to area: Rect, animated isAnimated: Bool = true) {
    guard area.isFinite, area.width > 0, area.height > 0 else { return }
    updateScrolling { scroll in
      guard let size = scroll.state.metrics?.size else { return }
      let scale = min(size.width / area.width, size.height / area.height)
      scroll.zoom(
        to: scale, keeping: Point(area.minX + area.width / 2, area.minY + area.height / 2), at: Point(size.width / 2, size.height / 2),
        isAnimated: isAnimated)
    }
    showZoom()
    requestTick(after: 0)
  }

  /// Shows the subnodes at the factor: each is scaled about the corner of the content, and while nothing moves drawn for it. Any thread.
  func showZoom() {
    let scroll = physics
    guard scroll.isZoomable || scroll.state.zooming.scale != 1 else { return }
    let zooming = scroll.state.zooming
    let scale = zooming.scale
    let isAtRest = zooming.pinch == nil && zooming.motion == nil
    for subnode in subnodes {
      let frame = subnode.frame
      let middle = Point(frame.minX + frame.width / 2, frame.minY + frame.height / 2)
      let transform = Transform.scale(scale, scale).then(.translation((scale - 1) * middle.x, (scale - 1) * middle.y))
      subnode.updateProperties { properties in
        properties.transform = transform
        properties.rasterizesSubtree = true
        // Drawn anew only when the factor rests: on the way what there is is stretched.
        if isAtRest { properties.rasterScale = scale }
      }
    }
  }
}
