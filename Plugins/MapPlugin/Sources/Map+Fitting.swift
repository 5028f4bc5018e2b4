internal import Glibc
public import Tessera
internal import TesseraGeometry
internal import TesseraMaps

extension Map {
  /// Space around fitted places, units.
  static let fitMargin = 40.0

  /// Returns the view that shows all places; nil without a place.
  func view(fitting places: [Place], _ size: Size) -> MapView? {
    let all = places.filter { $0.longitude.isFinite && $0.latitude.isFinite }
    guard let first = all.first else { return nil }
    let origin = MapView(longitude: first.longitude, latitude: first.latitude, zoom: 0, size: size).center
    // Places on the other side of the antimeridian are near, too.
    let worlds = all.map { place -> WorldPoint in
      var world = MapView(longitude: place.longitude, latitude: place.latitude, zoom: 0, size: size).center
      world.x += (origin.x - world.x).rounded()
      return world
    }
    var view = MapView(longitude: 0, latitude: 0, zoom: 0, bearing: bearing, size: size)
    let points = worlds.map { view.point($0) }
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    let room = Size(max(size.width - 2 * Self.fitMargin, size.width / 4, 1), max(size.height - 2 * Self.fitMargin, size.height / 4, 1))
    let factor = min(room.width / max(right - left, 1e-9), room.height / max(bottom - top, 1e-9))
    let center = view.world(at: Point((left + right) / 2, (top + bottom) / 2))
    // One place has no extent: the zoom stays.
    view.zoom = right - left < 1e-9 && bottom - top < 1e-9 ? valid(zoom: zoom) : valid(zoom: log2(factor))
    view.center = center
    return view
  }
}

extension Node where Value == Map {
  /// Shows all places, until the user moves the map or the program fits others. Any thread.
  public func fit(to places: [Map.Place]) { update { $0.fits = places } }
}
