internal import TesseraGeometry
internal import TesseraRender

/// Draws items on a canvas. Used for one drawing, on one thread.
final class SVGDrawing {
  let tint: Color?
  private let isCancelled: () -> Bool
  /// Remaining work, in pixels.
  private var work = SVGLimits.pixels
  /// Bytes that layers may still allocate.
  private var room: Int
  private(set) var depth = 0
  /// Pixels of the current canvas.
  var bounds: PixelRect
  /// Reason why the drawing ended early; nil if it did not.
  private(set) var refusal: String?

  init(tint: Color?, bounds: PixelRect, byteLimit: Int, isCancelled: @escaping () -> Bool) {
    let target = 4 * max(0, bounds.width) * max(0, bounds.height)
    (self.tint, self.bounds, self.isCancelled) = (tint, bounds, isCancelled)
    room = max(0, min(byteLimit, SVGLimits.layerBytes - min(target, SVGLimits.layerBytes)))
  }

  var isOver: Bool { refusal != nil }

  /// Counts work. Returns false if the limit is exceeded or the drawing is cancelled.
  func spend(_ pixels: Int) -> Bool {
    guard refusal == nil else { return false }
    work -= min(max(pixels, 1), SVGLimits.pixels + 1)
    if work < 0 { refusal = "drawing the picture takes as much work as more than \(SVGLimits.pixels) pixels; at most that many are drawn" }
    if isCancelled() { refusal = "the drawing was cancelled" }
    return refusal == nil
  }

  /// Runs `body`, which fills, strokes or clips, and counts its edge rows as work.
  func counting(_ canvas: borrowing Canvas, _ body: () -> Void) {
    let before = canvas.edgeRows
    body()
    _ = spend((canvas.edgeRows - before) * SVGLimits.pixelsOfEdgeRow)
    if refusal == nil, case .tooComplex(let reason)? = canvas.failure { refusal = reason }
  }

  func spend(_ area: PixelRect, times: Int = 1) -> Bool {
    let (pixels, overflow) = max(0, area.width).multipliedReportingOverflow(by: max(0, area.height))
    let (all, more) = pixels.multipliedReportingOverflow(by: times)
    return spend(overflow || more ? Int.max : all)
  }

  /// Whether `times` buffers of this area with 4 bytes a pixel need at most half of the remaining memory.
  func fits(_ area: PixelRect, times: Int) -> Bool {
    let bytes = max(0, area.width).multipliedReportingOverflow(by: 4 * times * max(0, area.height))
    return !bytes.overflow && bytes.partialValue <= room / 2
  }

  /// Reserves the memory of `times` buffers of this area, 4 bytes a pixel, while `body` runs. Ends the drawing instead if that exceeds the
  /// limit.
  func holding(_ area: PixelRect, times: Int = 1, _ body: () -> Void) {
    let bytes = max(0, area.width).multipliedReportingOverflow(by: 4 * times * max(0, area.height))
    guard !bytes.overflow, bytes.partialValue <= room else {
      refusal =
        refusal
        ?? DecodingBudget.refusal(
          of: bytes.overflow ? .max : bytes.partialValue, limit: room, for: "a layer of \(area.width) x \(area.height)")
      return
    }
    room -= bytes.partialValue
    body()
    room += bytes.partialValue
  }

  /// Draws a group into a buffer that covers `area`; `map` leads to device pixels.
  func draw(_ group: SVGGroup, _ map: Transform, onto pixels: PixelBuffer, at area: PixelRect) {
    guard depth < SVGLimits.depth, let canvas = try? Canvas(pixels, origin: Point(Double(area.x), Double(area.y))) else { return }
    canvas.concatenate(map)
    let before = bounds
    bounds = pixels.bounds
    draw(group, in: canvas)
    bounds = before
  }

  /// Returns the device pixels that `rect` covers under the canvas's transform, within its clip.
  func pixels(_ rect: Rect, _ canvas: borrowing Canvas) -> PixelRect {
    Self.pixels(canvas.transform.apply(rect)).intersection(canvas.clipBounds)
  }

  static func pixels(_ r: Rect, margin: Double = 1) -> PixelRect {
    func whole(_ v: Double, _ rule: FloatingPointRoundingRule) -> Int { Int(saturating: v.rounded(rule), in: -100_000_000...100_000_000) }
    let (l, t) = (whole(r.minX - margin, .down), whole(r.minY - margin, .down))
    return PixelRect(x: l, y: t, width: whole(r.maxX + margin, .up) - l, height: whole(r.maxY + margin, .up) - t)
  }

  /// Runs `body` one nesting level deeper.
  func nested(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
  }

  func draw(_ item: SVGItem, in canvas: borrowing Canvas) {
    guard !isOver else { return }
    switch item {
    case .group(let group): draw(group, in: canvas)
    case .shape(let shape): draw(shape, in: canvas)
    case .image(let image):
      guard spend(pixels(image.rect, canvas), times: 6) else { return }
      canvas.draw(image.pixels, in: image.rect, quality: image.quality)
    case .text(let letters):
      guard spend(pixels(letters.transform.apply(letters.bounds), canvas), times: 6) else { return }
      canvas.save()
      canvas.concatenate(letters.transform)
      canvas.draw(letters.layout, at: .zero)
      canvas.restore()
    }
  }

  func draw(_ group: SVGGroup, in canvas: borrowing Canvas) {
    // Values may be nested to the limit of the file; referenced content may double that.
    guard !isOver, depth < 2 * SVGLimits.depth * SVGLimits.references, spend(1) else { return }
    depth += 1
    canvas.save()
    canvas.concatenate(group.transform)
    if group.isPlain {
      for child in group.children { draw(child, in: canvas) }
    } else {
      drawLayer(group, in: canvas)
    }
    canvas.restore()
    depth -= 1
  }

  // MARK: shapes

  private func draw(_ shape: SVGShape, in canvas: borrowing Canvas) {
    let sides = (shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 2)
    guard let bounds = shape.inkBounds, spend(pixels(bounds, canvas)),
      spend(SVGLimits.pixelsOfShape + SVGLimits.pixelsOfPoint * sides * shape.path.pointCount)
    else { return }
    if shape.isAliased { canvas.setAliased(true) }
    if shape.strokesFirst { stroke(shape, in: canvas) }
    if let fill = shape.fill {
      paint(fill.paint, fill.opacity, over: bounds, canvas) { paint, shader in
        counting(canvas) {
          if let paint {
            canvas.fill(shape.path, paint, rule: fill.rule)
          } else if let shader {
            canvas.fill(shape.path, shader, rule: fill.rule)
          }
        }
      }
    }
    if !shape.strokesFirst { stroke(shape, in: canvas) }
    if shape.isAliased { canvas.setAliased(false) }
  }

  private func stroke(_ shape: SVGShape, in canvas: borrowing Canvas) {
    guard let stroke = shape.stroke, let bounds = shape.inkBounds else { return }
    paint(stroke.paint, stroke.opacity, over: bounds, canvas) { paint, shader in
      counting(canvas) {
        if let paint {
          canvas.stroke(shape.path, paint, stroke.style)
        } else if let shader {
          canvas.stroke(shape.path, shader, stroke.style)
        }
      }
    }
  }

  private func paint(
    _ paint: SVGPaint, _ opacity: Double, over bounds: Rect, _ canvas: borrowing Canvas, _ draw: (Paint?, Shader?) -> Void
  ) {
    switch paint {
    case .color(let color): draw(.color(color.opacity(opacity).resolved(tint)), nil)
    case .gradient(let gradient):
      guard spend(pixels(bounds, canvas), times: 3), spend(100 * gradient.stops.count) else { return }
      let stops = gradient.stops.map { GradientStop($0.offset, $0.color.opacity(opacity).resolved(tint)) }
      draw(nil, Shader(gradient.kind, stops: stops, spread: gradient.spread, transform: gradient.transform))
    case .pattern(let pattern):
      guard spend(pixels(bounds, canvas), times: 5), let shader = shader(pattern, opacity, over: bounds, canvas.transform) else { return }
      draw(nil, shader)
    }
  }
}
