internal import Glibc
public import Tessera
public import TesseraGeometry

/// Scale of a scrolling node's content, and its changes. A value.
struct Zooming: Sendable, Equatable {
  /// Current scale of the content.
  var scale = 1.0
  /// Current pinch.
  var pinch: Pinch?
  /// Current animation to another scale.
  var motion: Motion?

  struct Pinch: Sendable, Equatable {
    /// Scale at the start of the pinch, without rubber-banding.
    let initial: Double
    /// Point of the unscaled content between the fingers.
    let anchor: Point
  }

  struct Motion: Sendable, Equatable {
    /// Movement of the logarithm of the scale.
    let way: ScrollMotion
    var start: Double?
    let from: Double
    let to: Double
    let fromOffset: Point
    let toOffset: Point
  }

  /// Rubber band beyond the scale limits, for the logarithm of the scale.
  static let band = RubberBand(length: 1)
}

extension ScrollPhysics {
  /// Starts a pinch at `point` of the viewport.
  mutating func beginPinch(at point: Point) {
    state.stop()
    state.drag = nil
    state.zooming.motion = nil
    let scale = state.zooming.scale
    state.zooming.pinch = Zooming.Pinch(initial: scale, anchor: (state.offset + point) * (1 / scale))
  }

  /// Scales the content by `factor` relative to the start of the pinch, with its anchor at `point`.
  mutating func pinch(by factor: Double, at point: Point) {
    guard let pinch = state.zooming.pinch, factor.isFinite, factor > 0, point.isFinite else { return }
    let range = zoomRange
    let wanted = log(pinch.initial * factor)
    let limits = log(range.lowerBound)...log(range.upperBound)
    state.zooming.scale = exp(bounces ? Zooming.band.position(wanted, in: limits) : min(limits.upperBound, max(limits.lowerBound, wanted)))
    state.offset = pinch.anchor * state.zooming.scale - point
    state.hasMoved = true
  }

  /// Ends the pinch; a scale beyond the limits returns to them.
  mutating func endPinch(at point: Point) {
    guard let pinch = state.zooming.pinch else { return }
    state.zooming.pinch = nil
    let range = zoomRange
    let target = min(range.upperBound, max(range.lowerBound, state.zooming.scale))
    if target != state.zooming.scale || clamped(state.offset) != state.offset {
      zoom(to: target, keeping: pinch.anchor, at: point, isAnimated: true)
    }
  }

  /// Changes the scale to `target`, with `anchor` of the content at `point` of the viewport as far as the bounds allow.
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
    // A distance of one, in thousandths, so that it ends as precisely as any other.
    let way = ScrollMotion.led(from: 0, velocity: 0, to: 1000)
    state.zooming.motion = Zooming.Motion(way: way, start: nil, from: from, to: target, fromOffset: fromOffset, toOffset: toOffset)
  }

  /// Advances the scale to `time`.
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
    // A point of the content moves on a straight line on the screen: the offset is interpolated with the scale.
    let part = motion.from == motion.to ? share : (state.zooming.scale - motion.from) / (motion.to - motion.from)
    state.offset = motion.fromOffset + (motion.toOffset - motion.fromOffset) * part
  }
}

extension Node where Value == Scroll {
  /// Scale of the content. Any thread.
  public var zoomScale: Double { storage.scroll.state.withLock { $0.zooming.scale } }

  /// Changes the scale of the content, within ``Scrolling/minimumZoom`` and ``Scrolling/maximumZoom``. Any thread.
  ///
  /// - Parameters:
  ///   - scale: new scale.
  ///   - anchor: point of the unscaled content that stays in place on the screen; nil means the center of the viewport.
  ///   - isAnimated: whether the change is animated.
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

  /// Scales `area` of the unscaled content to fill the viewport, as far as the limits allow. Any thread.
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

  /// Applies the scale to the subnodes: each is scaled about the corner of the content and, while nothing moves, drawn at that scale. Any
  /// thread.
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
        // Redrawn only when the scale is at rest; during the change the drawn content is stretched.
        if isAtRest { properties.rasterScale = scale }
      }
    }
  }
}
