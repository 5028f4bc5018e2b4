internal import Tessera
internal import TesseraGeometry
internal import TesseraMaps
internal import TesseraRender

extension MapOrnaments {
  /// Returns the points on the screen, each in the world nearest to the one before, the first in that nearest to the center.
  private func points(_ places: [Map.Place]) -> [Point] {
    var former = view.center.x
    return places.prefix(Map.maximumPoints).compactMap { place in
      guard place.longitude.isFinite, place.latitude.isFinite else { return nil }
      var world = MapView(longitude: place.longitude, latitude: place.latitude, zoom: 0, size: view.size).center
      world.x += (former - world.x).rounded()
      former = world.x
      return view.point(world)
    }
  }

  private func path(_ places: [Map.Place], isClosed: Bool) -> Path {
    var path = Path()
    let points = points(places)
    guard points.count >= 2 else { return path }
    path.move(to: points[0])
    for point in points.dropFirst() { path.line(to: point) }
    if isClosed { path.close() }
    return path
  }

  func draw(_ line: Map.Line, _ canvas: borrowing Canvas) {
    guard line.width > 0, line.width.isFinite else { return }
    let style = StrokeStyle(width: line.width, cap: .round, join: .round)
    canvas.stroke(path(line.points, isClosed: false), .color(line.color ?? environment.theme.accent), style)
  }

  func draw(_ area: Map.Area, _ canvas: borrowing Canvas) {
    let path = path(area.points, isClosed: true)
    let color = area.color ?? environment.theme.accent
    canvas.fill(path, .color(color.opacity(0.2)), rule: .evenOdd)
    guard area.width > 0, area.width.isFinite else { return }
    canvas.stroke(path, .color(color), StrokeStyle(width: area.width, join: .round))
  }

  /// Draws a disc with the number of its markers.
  func draw(_ cluster: MarkerClusters.Cluster, _ canvas: borrowing Canvas) {
    let point = view.point(cluster.center)
    let radius = Self.clusterRadius
    guard point.x > -radius, point.y > -radius, point.x < view.size.width + radius, point.y < view.size.height + radius else { return }
    for (r, paint) in [(radius, environment.theme.surface), (radius - 2, environment.theme.accent)] {
      var path = Path()
      path.addEllipse(in: Rect(point.x - r, point.y - r, r * 2, r * 2))
      canvas.fill(path, .color(paint))
    }
    let count = cluster.markers.count
    let text = layout(count < 1000 ? "\(count)" : "\(count / 1000)k", 13, color: environment.theme.surface)
    canvas.draw(text, at: Point(point.x - text.size.width / 2, point.y - text.size.height / 2))
  }

  /// Radius of a cluster's disc.
  static let clusterRadius = 16.0
}
