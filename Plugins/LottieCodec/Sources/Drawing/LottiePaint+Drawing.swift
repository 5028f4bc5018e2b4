internal import TesseraGeometry
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Paint at one time.
struct ResolvedPaint {
  enum Source {
    case color(Color)
    case shader(Shader)
  }

  let source: Source
  let rule: FillRule
  /// Stroke style; nil means a fill.
  let stroke: StrokeStyle?

  /// Maximum distance of painted pixels from the outline, in the coordinates of the outline.
  var reach: Double {
    guard let stroke else { return 0 }
    return stroke.width / 2 * max(stroke.join == .miter ? stroke.miterLimit : 1, stroke.cap == .square ? 1.5 : 1)
  }

  /// Returns the paint with its opacity multiplied.
  func faded(_ factor: Double) -> ResolvedPaint {
    switch source {
    case .color(let color): return ResolvedPaint(source: .color(color.opacity(Float(factor))), rule: rule, stroke: stroke)
    case .shader(var shader):
      shader.stops = shader.stops.map { GradientStop($0.offset, $0.color.opacity(Float(factor))) }
      return ResolvedPaint(source: .shader(shader), rule: rule, stroke: stroke)
    }
  }

  func draw(_ path: Path, in canvas: borrowing Canvas) {
    switch (source, stroke) {
    case (.color(let color), nil): canvas.fill(path, .color(color), rule: rule)
    case (.color(let color), let stroke?): canvas.stroke(path, .color(color), stroke)
    case (.shader(let shader), nil): canvas.fill(path, shader, rule: rule)
    case (.shader(let shader), let stroke?): canvas.stroke(path, shader, stroke)
    }
  }
}

extension LottiePaint {
  /// Returns the paint at a time; nil if it is invisible.
  /// - Parameters:
  ///   - factor: factor of its opacity.
  ///   - color: replacement of its own colour.
  func resolved(at frame: Double, opacity factor: Double, color replacement: Color?) -> ResolvedPaint? {
    let alpha = opacity.number(at: frame).share * factor
    guard alpha > 0 else { return nil }
    let pen = stroke?.style(at: frame)
    if let pen, !(pen.width > 0) { return nil }
    if let replacement { return ResolvedPaint(source: .color(replacement.opacity(Float(alpha))), rule: rule, stroke: pen) }
    switch source {
    case .color(let color): return ResolvedPaint(source: .color(Color(color.value(at: frame), opacity: alpha)), rule: rule, stroke: pen)
    case .gradient(let gradient):
      guard let shader = gradient.shader(at: frame, opacity: alpha) else { return nil }
      return ResolvedPaint(source: .shader(shader), rule: rule, stroke: pen)
    }
  }
}

extension LottiePaint.Stroke {
  func style(at frame: Double) -> StrokeStyle {
    StrokeStyle(
      width: width.number(at: frame), cap: cap, join: join, miterLimit: miterLimit, dashes: dashes.map { max(0, $0.number(at: frame)) },
      dashOffset: dashOffset?.number(at: frame) ?? 0)
  }
}

extension LottieGradient {
  /// Returns the gradient at a time; nil if it has no colours.
  func shader(at frame: Double, opacity: Double) -> Shader? {
    let stops = colors(at: frame, opacity: opacity)
    guard !stops.isEmpty else { return nil }
    let (from, to) = (start.point(at: frame), end.point(at: frame))
    guard isRadial else { return Shader(.linear(from: from, to: to), stops: stops) }
    let way = to - from
    let radius = (way.x * way.x + way.y * way.y).squareRoot()
    let distance = min(max(highlight.number(at: frame) / 100, -0.99), 0.99) * radius
    let angle = atan2(way.y, way.x) + highlightAngle.number(at: frame).radians
    let focus = distance == 0 ? from : Point(from.x + cos(angle) * distance, from.y + sin(angle) * distance)
    return Shader(.radial(center: from, radius: radius, focus: focus, focalRadius: 0), stops: stops)
  }

  /// Returns colours with opacities at all positions at which either is given.
  func colors(at frame: Double, opacity: Double) -> [GradientStop] {
    let numbers = stops.value(at: frame)
    let count = min(colorCount, numbers.count / 4, LottieLimits.stops)
    var colors: [(place: Double, color: Vector)] = (0..<count).map { i in
      (numbers[i * 4], Vector(numbers[i * 4 + 1], numbers[i * 4 + 2], numbers[i * 4 + 3], 1))
    }
    let rest = numbers.dropFirst(colorCount * 4).prefix(LottieLimits.stops * 2)
    let alphas = stride(from: rest.startIndex, to: rest.endIndex - 1, by: 2).map {
      (place: rest[$0], color: Vector(repeating: rest[$0 + 1]))
    }
    let places = Set(alphas.map(\.place)).subtracting(colors.map(\.place))
    if !places.isEmpty, !colors.isEmpty {
      let all = colors
      colors += places.sorted().map { ($0, Self.mix(all, at: $0)) }
      colors.sort { $0.place < $1.place }
    }
    return colors.map { stop in
      let alpha = alphas.isEmpty ? 1 : Self.mix(alphas, at: stop.place).x
      return GradientStop(stop.place, Color(stop.color, opacity: min(max(alpha, 0), 1) * opacity))
    }
  }

  private static func mix(_ stops: [(place: Double, color: Vector)], at place: Double) -> Vector {
    guard let next = stops.firstIndex(where: { $0.place >= place }) else { return stops[stops.count - 1].color }
    guard next > 0, stops[next].place > stops[next - 1].place else { return stops[next].color }
    let (a, b) = (stops[next - 1], stops[next])
    return a.color + (b.color - a.color) * ((place - a.place) / (b.place - a.place))
  }
}
