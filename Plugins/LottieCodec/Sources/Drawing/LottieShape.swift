internal import TesseraGeometry
internal import TesseraRender

/// Outlines and paints of a list of items at one time.
struct LottieShape {
  /// Contours of an item. Later modifiers change them, also for paints that precede the modifier. Therefore this is a class.
  final class Outline {
    var contours: [BezierContour]
    init(_ contours: [BezierContour]) { self.contours = contours }
  }

  struct Placed {
    var outline: Outline
    /// Map to the coordinates of the list that refers to it.
    var map = Transform.identity
  }

  /// Paint of outlines, or a group of marks.
  struct Mark {
    enum Content {
      case paint(LottiePaint, [Placed])
      /// Group composited as a whole: the opacity applies to the image of all its marks. Topmost first.
      case group([Mark])
    }

    var content: Content
    /// Map to the coordinates of the list that contains it.
    var map = Transform.identity
    var opacity = 1.0
  }

  private(set) var outlines: [Placed] = []
  /// Marks, topmost first.
  private(set) var marks: [Mark] = []
  private let frame: Double
  private let budget: LottieBudget

  /// Resolves `items` at a time in frames.
  init(_ items: [LottieItem], at frame: Double, budget: LottieBudget) {
    (self.frame, self.budget) = (frame, budget)
    for item in items where !budget.isOver { add(item) }
  }

  /// Contours of all outlines.
  var contours: [(contour: BezierContour, map: Transform)] {
    outlines.flatMap { placed in placed.outline.contours.map { ($0, placed.map) } }
  }

  private mutating func add(_ item: LottieItem) {
    switch item {
    case .group(let items, let transform):
      let inner = LottieShape(items, at: frame, budget: budget)
      let map = transform.map(at: frame)
      outlines += inner.outlines.map { Placed(outline: $0.outline, map: $0.map.then(map)) }
      marks += Self.grouped(inner.marks, map, transform.opacity(at: frame))
    case .path(let contour, let isReversed): add(contour.value(at: frame), isReversed)
    case .rectangle(let position, let size, let radius, let isReversed):
      add(.rectangle(position.point(at: frame), size.point(at: frame), radius: radius.number(at: frame)), isReversed)
    case .ellipse(let position, let size, let isReversed):
      add(.ellipse(position.point(at: frame), size.point(at: frame)), isReversed)
    case .star(let star): add(.star(star, at: frame), star.isReversed)
    case .paint(let paint): marks.append(Mark(content: .paint(paint, outlines)))
    case .trim(let trim): self.trim(trim)
    case .rounding(let radius):
      let radius = radius.number(at: frame)
      for placed in outlines { placed.outline.contours = placed.outline.contours.map { $0.rounded(radius) } }
    case .pucker(let amount):
      let share = amount.number(at: frame) / 100
      for placed in outlines { placed.outline.contours = placed.outline.contours.map { $0.puckered(share) } }
    case .repeater(let repeater): `repeat`(repeater)
    }
  }

  private mutating func add(_ contour: BezierContour, _ isReversed: Bool) {
    guard budget.spendPath(vertices: contour.vertices.count) else { return }
    outlines.append(Placed(outline: Outline([isReversed ? contour.reversed : contour])))
  }

  /// Returns the marks of a group for its parent: a single mark if they share an opacity, none if that is 0.
  private static func grouped(_ marks: [Mark], _ map: Transform, _ opacity: Double) -> [Mark] {
    if opacity <= 0 || marks.isEmpty { return [] }
    if opacity < 1 && marks.count > 1 { return [Mark(content: .group(marks), map: map, opacity: opacity)] }
    return marks.map { Mark(content: $0.content, map: $0.map.then(map), opacity: $0.opacity * opacity) }
  }

  // MARK: modifiers

  private func trim(_ trim: LottieTrim) {
    let range = TrimRange(start: trim.start.number(at: frame), end: trim.end.number(at: frame), offset: trim.offset.number(at: frame))
    if range.isAll { return }
    guard trim.isIndividual, outlines.count > 1 else {
      for placed in outlines { placed.outline.contours = ContourTrimming(placed.outline.contours).part(range) }
      return
    }
    // The outlines count as one; each keeps its part of the whole.
    let trimmings = outlines.map { ContourTrimming($0.outline.contours) }
    let whole = trimmings.reduce(0) { $0 + $1.length }
    var before = 0.0
    for (placed, trimming) in zip(outlines, trimmings) {
      placed.outline.contours = trimming.part(range, of: whole, before: before)
      before += trimming.length
    }
  }

  private mutating func `repeat`(_ repeater: LottieRepeater) {
    let wanted = repeater.copies.number(at: frame).rounded(.up)
    let count = Int(saturating: min(wanted, LottieLimits.copies), in: 0...Int(LottieLimits.copies))
    let offset = repeater.offset.number(at: frame)
    let (first, last) = (repeater.startOpacity.number(at: frame).share, repeater.endOpacity.number(at: frame).share)
    let (oldOutlines, oldMarks) = (outlines, marks)
    (outlines, marks) = ([], [])
    // From the topmost copy down. Opacities are interpolated from top to bottom, as in lottie-web.
    for place in 0..<count {
      let copy = repeater.isFirstOnTop ? place : count - 1 - place
      let map = repeater.transform.map(at: frame, times: Double(copy) + offset)
      let opacity = count > 1 ? first + (last - first) * Double(place) / Double(count - 1) : first
      for placed in oldOutlines {
        guard budget.spendPath(vertices: placed.outline.contours.reduce(0) { $0 + $1.vertices.count }) else { return }
        outlines.append(Placed(outline: placed.outline, map: placed.map.then(map)))
      }
      for mark in oldMarks {
        guard budget.spendPath(vertices: mark.outlineCount) else { return }
      }
      marks += Self.grouped(oldMarks, map, opacity)
    }
  }
}

extension LottieShape.Mark {
  /// Number of outlines of a paint; 1 for a group.
  fileprivate var outlineCount: Int { if case .paint(_, let outlines) = content { outlines.count } else { 1 } }
}

extension [LottieShape.Placed] {
  var vertexCount: Int { reduce(0) { $0 + $1.outline.contours.reduce(1) { $0 + $1.vertices.count } } }

  /// All outlines, in the coordinates of their paint.
  var path: Path {
    var path = Path()
    for placed in self { for contour in placed.outline.contours { path.add(contour, placed.map) } }
    return path
  }
}

extension LottieTransform {
  /// Returns the map of a repeater's copy: the transform applied `times` times.
  func map(at frame: Double, times: Double) -> Transform {
    let (anchor, scale, position) = (anchor.point(at: frame), scale.point(at: frame) * 0.01, point(at: frame))
    let isOdd = times.rounded(.down).truncatingRemainder(dividingBy: 2) != 0
    func power(_ base: Double) -> Double { base.magnitude.raised(to: times) * (base < 0 && isOdd ? -1 : 1) }
    return Transform.translation(-anchor.x, -anchor.y).then(.rotation(rotation.number(at: frame).radians * times))
      .then(.scale(power(scale.x), power(scale.y)))
      .then(.translation(anchor.x + position.x * times, anchor.y + position.y * times))
  }
}
