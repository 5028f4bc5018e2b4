public import Tessera

// Members of ``Map`` as modifiers.
extension TypedElement where ElementType == Map {
  /// Style file (JSON), or an archive of raster tiles.
  public func mapStyle(_ mapStyle: String?) -> Self { with { $0.mapStyle = mapStyle } }
  /// Style file in the dark color scheme; nil means `mapStyle`.
  public func darkMapStyle(_ darkMapStyle: String?) -> Self { with { $0.darkMapStyle = darkMapStyle } }
  /// Center, degrees.
  public func longitude(_ longitude: Double) -> Self { with { $0.longitude = longitude } }
  /// Latitude of the center, degrees.
  public func latitude(_ latitude: Double) -> Self { with { $0.latitude = latitude } }
  /// Zoom: each level doubles the size; at 0 the world is 512 units wide.
  public func zoom(_ zoom: Double) -> Self { with { $0.zoom = zoom } }
  /// Direction that points up, degrees clockwise from north.
  public func bearing(_ bearing: Double) -> Self { with { $0.bearing = bearing } }
  /// Lowest zoom.
  public func minimumZoom(_ minimumZoom: Double) -> Self { with { $0.minimumZoom = minimumZoom } }
  /// Highest zoom.
  public func maximumZoom(_ maximumZoom: Double) -> Self { with { $0.maximumZoom = maximumZoom } }
  /// Marked places: maps of longitude, latitude, title and color.
  public func markers(_ markers: [Map.Marker]) -> Self { with { $0.markers = markers } }
  /// Whether the user can move the map.
  public func movable(_ isMovable: Bool = true) -> Self { with { $0.isMovable = isMovable } }
  /// Whether a scale bar is shown.
  public func showsScaleBar(_ showsScaleBar: Bool = true) -> Self { with { $0.showsScaleBar = showsScaleBar } }
  /// Whether the credits of the data are shown.
  public func showsAttribution(_ showsAttribution: Bool = true) -> Self { with { $0.showsAttribution = showsAttribution } }
  /// Whether markers that are close to each other are shown as one disc with their number. A tap on it zooms in.
  public func clustersMarkers(_ clustersMarkers: Bool = true) -> Self { with { $0.clustersMarkers = clustersMarkers } }
  /// Lines below the markers.
  public func lines(_ lines: [Map.Line]) -> Self { with { $0.lines = lines } }
  /// Areas below the lines.
  public func areas(_ areas: [Map.Area]) -> Self { with { $0.areas = areas } }
  /// Places that the view shows until the user moves the map.
  public func fits(_ places: [Map.Place]) -> Self { with { $0.fits = places } }
  /// Whether the user can turn the map.
  public func rotatable(_ isRotatable: Bool = true) -> Self { with { $0.isRotatable = isRotatable } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Map {
  /// Whether markers close to each other are shown as their number.
  public func clusters(_ clusters: Bool = true) -> Self { with { $0.clustersMarkers = clusters } }
  /// Whether a scale bar is shown.
  public func scaleBar(_ isShown: Bool = true) -> Self { with { $0.showsScaleBar = isShown } }
  /// Whether the credits of the data are shown.
  public func attribution(_ isShown: Bool = true) -> Self { with { $0.showsAttribution = isShown } }
}
