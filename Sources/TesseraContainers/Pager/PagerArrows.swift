public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Arrows at both ends of a pager. A value.
struct PagerArrows: Sendable, Hashable {
  let axis: Axis
  let hasPrevious: Bool
  let hasNext: Bool
  let isRightToLeft: Bool

  /// Distance from the edge of the pager, logical units.
  private static let margin = 8.0

  /// Returns the frames of the arrows in a box of `size`; nil: the arrow is left out, as both are in a box that is too small for them.
  /// - Parameter side: Side of an arrow, logical units.
  func frames(in size: Size, side: Double) -> (previous: Rect?, next: Rect?) {
    let (length, start) = (size[axis], Self.margin)
    guard length >= 2 * (side + start), size[axis.cross] >= side else { return (nil, nil) }
    let across = (size[axis.cross] - side) / 2
    func frame(_ at: Double) -> Rect { axis == .horizontal ? Rect(at, across, side, side) : Rect(across, at, side, side) }
    let isReversed = axis == .horizontal && isRightToLeft
    let (first, last) = (frame(start), frame(length - side - start))
    return (hasPrevious ? isReversed ? last : first : nil, hasNext ? isReversed ? first : last : nil)
  }

  func draw(in canvas: borrowing Canvas, _ context: DrawContext) {
    let theme = context.environment.theme
    let (previous, next) = frames(in: context.size, side: theme[.touch])
    for (frame, way) in [(previous, -1.0), (next, 1.0)] {
      guard let frame else { continue }
      let ground = RoundedRect(frame.inset(by: 2), radius: theme[.radius3])
      canvas.fill(ground, .color(theme.surface))
      canvas.drawBorder(Border(width: 1, color: theme.edge), of: ground)
      let way = axis == .horizontal && isRightToLeft ? -way : way
      let middle = Point(frame.midX, frame.midY)
      func point(_ along: Double, _ across: Double) -> Point {
        axis == .horizontal ? Point(middle.x + along, middle.y + across) : Point(middle.x + across, middle.y + along)
      }
      var path = Path()
      path.move(to: point(-3 * way, -6))
      path.line(to: point(3 * way, 0))
      path.line(to: point(-3 * way, 6))
      canvas.stroke(path, .color(theme.ink), StrokeStyle(width: 2, cap: .round, join: .round))
    }
  }
}

extension Pager {
  /// Draws the scroll bars and the arrows.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let bars = scrollBars(in: context)
    guard arrows else { return bars.plan }
    let storage = context.storage(of: Pager.self)
    let arrows = PagerArrows(
      axis: axis, page: storage.pages.withLock { $0.told }, count: storage.list.source.itemCounts.reduce(0, +), wraps: wraps,
      isRightToLeft: context.environment.direction == .rtl)
    return .pixels(bounds: Rect(size: context.size)) { canvas in
      arrows.draw(in: canvas, context)
      bars.draw(in: canvas)
    }
  }

  /// Drags of the pages, and touches of the arrows.
  public static var recognizers: [GestureRecognizer] {
    [arrowRecognizer(isNext: false), arrowRecognizer(isNext: true), ScrollEvents.dragRecognizer]
  }

  private static func arrowRecognizer(isNext: Bool) -> GestureRecognizer {
    GestureRecognizer(
      priority: 2,
      make: { node in
        guard let pager = node as? PagerNode, let frame = pager.arrowFrame(isNext: isNext) else { return nil }
        return StripTouch(strip: frame)
      },
      perform: { event in
        guard let pager = event.node as? PagerNode, event.phase == .ended, let frame = pager.arrowFrame(isNext: isNext),
          frame.contains(event.reading.location)
        else { return }
        pager.turn(by: isNext ? 1 : -1)
      })
  }
}

extension PagerArrows {
  init(axis: Axis, page: Int, count: Int, wraps: Bool, isRightToLeft: Bool) {
    let isRing = wraps && count > 1
    self.init(axis: axis, hasPrevious: isRing || page > 0, hasNext: isRing || page + 1 < count, isRightToLeft: isRightToLeft)
  }
}

extension Node where Value == Pager {
  /// Returns the frame of an arrow; nil: it is left out.
  fileprivate func arrowFrame(isNext: Bool) -> Rect? {
    guard value.arrows else { return nil }
    let arrows = PagerArrows(
      axis: value.axis, page: currentPage, count: pageCount, wraps: value.wraps, isRightToLeft: environmentValues.direction == .rtl)
    let frames = arrows.frames(in: frame.size, side: environmentValues.theme[.touch])
    return isNext ? frames.next : frames.previous
  }

  /// Moves to the page `step` pages away, from the last page to the first if the pages wrap. Loop.
  fileprivate func turn(by step: Int) {
    let (page, count) = (currentPage + step, pageCount)
    guard count > 0 else { return }
    storage.autoplay.withLock { $0.stop() }
    scroll(toPage: value.wraps ? (page + count) % count : page)
  }
}
