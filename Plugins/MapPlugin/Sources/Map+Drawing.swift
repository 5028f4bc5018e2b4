internal import Glibc
public import Tessera
internal import TesseraGeometry
internal import TesseraMaps
public import TesseraRender

extension Map {
  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    let box = context.contentRect
    guard box.width >= 1, box.height >= 1 else { return }
    let isDark = context.environment.colorScheme == .dark || context.environment.theme.mode == .dark
    let view = view(box.size).snapped(scale: context.scale)
    canvas.save()
    defer { canvas.restore() }
    canvas.clip(box)
    canvas.translate(box.minX, box.minY)
    var attribution = ""
    if let path = isDark ? darkMapStyle ?? mapStyle : mapStyle {
      let storage = context.storage(of: Self.self)
      if let document = try storage.document(path) {
        let isZooming = storage.isZooming(to: view)
        document.draw(view, scale: context.scale, isMoving: storage.isMoving(to: view), isZooming: isZooming, in: canvas) {
          context.isCancelled
        }
        attribution = document.attribution
        if !context.isCancelled { storage.recordDraw(of: document, view, scale: context.scale) }
      }
    }
    if context.isCancelled { return }
    let ornaments = MapOrnaments(view: view, environment: context.environment)
    for area in areas { ornaments.draw(area, canvas) }
    for line in lines { ornaments.draw(line, canvas) }
    if clustersMarkers {
      for cluster in clusters(view) {
        if cluster.markers.count == 1 { ornaments.draw(markers[cluster.markers[0]], canvas) } else { ornaments.draw(cluster, canvas) }
      }
    } else {
      for marker in markers { ornaments.draw(marker, canvas) }
    }
    if showsScaleBar { ornaments.drawScaleBar(canvas) }
    if showsAttribution, !attribution.isEmpty { ornaments.drawAttribution(attribution, canvas) }
  }
}

/// Marks over a map. A value of one draw.
struct MapOrnaments {
  let view: MapView
  let environment: EnvironmentValues

  /// Radius of a marker's disc.
  static let markerRadius = 7.0
  private static let margin = 8.0

  private var isRightToLeft: Bool { environment.direction == .rtl }
  private var panel: Color {
    environment.textAntialiasing == .bilevel ? environment.theme.surface : environment.theme.surface.opacity(0.85)
  }

  func layout(_ text: String, _ size: Double, width: Double = .infinity, color: Color? = nil) -> TextLayout {
    let attributes = TextAttributes(font: Font(size: size, weight: .regular), color: color ?? environment.theme.ink)
    return TextLayout(AttributedText(text, attributes: attributes), width: width)
  }

  /// Returns the place of a marker, in the world nearest to the center.
  static func place(_ marker: Map.Marker, _ view: MapView) -> Point {
    var world = MapView(longitude: marker.longitude, latitude: marker.latitude, zoom: 0, size: view.size).center
    world.x += (view.center.x - world.x).rounded()
    return view.point(world)
  }

  func draw(_ marker: Map.Marker, _ canvas: borrowing Canvas) {
    let (point, radius) = (Self.place(marker, view), Self.markerRadius)
    guard point.x > -100, point.y > -100, point.x < view.size.width + 100, point.y < view.size.height + 100 else { return }
    let color = marker.color ?? environment.theme.accent
    for (r, paint) in [(radius + 2, environment.theme.surface), (radius, color)] {
      var path = Path()
      path.addEllipse(in: Rect(point.x - r, point.y - r, r * 2, r * 2))
      canvas.fill(path, .color(paint))
    }
    guard !marker.title.isEmpty else { return }
    let text = layout(marker.title, 13, width: 200)
    let box = Rect(point.x - text.size.width / 2 - 6, point.y - radius - text.size.height - 10, text.size.width + 12, text.size.height + 4)
    canvas.fill(RoundedRect(box, radius: 4), .color(panel))
    canvas.draw(text, at: Point(box.minX + 6, box.minY + 2))
  }

  func drawScaleBar(_ canvas: borrowing Canvas) {
    let meters = Mercator.metersPerPoint(latitude: view.latitude, size: view.worldWidth)
    guard meters > 0, meters.isFinite, view.size.width >= 160 else { return }
    let length = Self.rounded(meters * 100)
    let width = length / meters
    let text = layout(length >= 1000 ? "\(Int(length / 1000)) km" : length >= 1 ? "\(Int(length)) m" : "\(Int(length * 100)) cm", 11)
    let left = isRightToLeft ? view.size.width - Self.margin - width : Self.margin
    let bottom = view.size.height - Self.margin
    let box = Rect(left - 4, bottom - text.size.height - 8, max(width, text.size.width) + 8, text.size.height + 12)
    canvas.fill(RoundedRect(box, radius: 4), .color(panel))
    canvas.draw(text, at: Point(left, bottom - text.size.height - 6))
    var path = Path()
    path.move(to: Point(left, bottom - 5))
    path.line(to: Point(left, bottom))
    path.line(to: Point(left + width, bottom))
    path.line(to: Point(left + width, bottom - 5))
    canvas.stroke(path, .color(environment.theme.ink), StrokeStyle(width: 1.5))
  }

  /// Largest of 1, 2 and 5 times a power of ten that is at most `length`.
  static func rounded(_ length: Double) -> Double {
    let power = pow(10, log10(length).rounded(.down))
    return [5.0, 2, 1].first { $0 * power <= length }.map { $0 * power } ?? power
  }

  func drawAttribution(_ text: String, _ canvas: borrowing Canvas) {
    let text = layout(String(text.prefix(300)), 10, width: max(40, view.size.width - 140))
    let x = isRightToLeft ? Self.margin : view.size.width - Self.margin - text.size.width
    let box = Rect(x - 4, view.size.height - Self.margin - text.size.height - 1, text.size.width + 8, text.size.height + 4)
    canvas.fill(RoundedRect(box, radius: 3), .color(panel))
    canvas.draw(text, at: Point(x, box.minY + 2))
  }
}
