public import Tessera
internal import TesseraRender

extension Map {
  public static var attributes: [NodeAttribute<Map>] {
    [
      .asset(
        "mapStyle", \.mapStyle, affects: .display,
        help: "MapLibre style (JSON), a file or an http or https URL; or an archive of raster tiles (.pmtiles, .mbtiles)."),
      .asset("darkMapStyle", \.darkMapStyle, affects: .display, help: "Style in the dark color scheme; unset: `mapStyle`."),
      .number("longitude", \.longitude, in: -1e6...1e6, affects: .display, help: "Longitude of the center, degrees."),
      .number("latitude", \.latitude, in: -90...90, affects: .display, help: "Latitude of the center, degrees."),
      .number("zoom", \.zoom, in: 0...24, affects: .display, help: "Zoom; each level doubles the size."),
      .number("bearing", \.bearing, in: -360...360, affects: .display, help: "Direction that points up, degrees clockwise from north."),
      .number("minimumZoom", \.minimumZoom, in: 0...24, affects: .display, help: "Lowest zoom."),
      .number("maximumZoom", \.maximumZoom, in: 0...24, affects: .display, help: "Highest zoom."),
      NodeAttribute(
        "markers", \.markers, kind: markerKind, affects: .display, help: "Marked places: maps of longitude, latitude, title and color.",
        get: { .list($0.markers.map(\.attributeValue)) }, set: { $0.markers = ($1.list ?? []).compactMap(Marker.init) }),
      .boolean("clusters", \.clustersMarkers, affects: .display, help: "Whether markers close to each other are shown as their number."),
      NodeAttribute(
        "lines", \.lines, kind: shapesKind, affects: .display, help: "Lines: maps of points [longitude, latitude], color and width.",
        get: { .list($0.lines.map(\.attributeValue)) }, set: { $0.lines = ($1.list ?? []).map(Line.init) }),
      NodeAttribute(
        "areas", \.areas, kind: shapesKind, affects: .display, help: "Areas: maps of points [longitude, latitude], color and width.",
        get: { .list($0.areas.map(\.attributeValue)) }, set: { $0.areas = ($1.list ?? []).map(Area.init) }),
      NodeAttribute(
        "fits", \.fits, kind: placesKind, affects: .display,
        help: "Places [longitude, latitude] that the view shows until the user moves it.",
        get: { Place.attributeValue($0.fits) }, set: { $0.fits = Place.places($1) }),
      .boolean("movable", \.isMovable, affects: [], help: "Whether the user can move the map."),
      .boolean("rotatable", \.isRotatable, affects: [], help: "Whether the user can turn the map."),
      .boolean("scaleBar", \.showsScaleBar, affects: .display, help: "Whether a scale bar is shown."),
      .boolean("attribution", \.showsAttribution, affects: .display, help: "Whether the credits of the data are shown."),
    ]
  }

  private static var markerKind: AttributeKind {
    .list(.map(["longitude": .number(-1e6...1e6), "latitude": .number(-90...90), "title": .text, "color": .color]))
  }

  public static var signals: [NodeSignal] {
    let degrees = AttributeKind.number(-1e6...1e6)
    return [
      NodeSignal(moving, help: "The user moved the map."),
      NodeSignal(longitudeChange, payload: degrees, sets: "longitude", help: "The user moved the map: its longitude.") { .number($0) },
      NodeSignal(latitudeChange, payload: degrees, sets: "latitude", help: "The user moved the map: its latitude.") { .number($0) },
      NodeSignal(zoomChange, payload: .number(0...24), sets: "zoom", help: "The user zoomed the map.") { .number($0) },
      NodeSignal(bearingChange, payload: degrees, sets: "bearing", help: "The user turned the map.") { .number($0) },
      NodeSignal(select, payload: .number(0...1e6), help: "The user tapped a marker: its index.") { .number(Double($0)) },
    ]
  }
}

extension Map.Marker {
  init?(_ value: AttributeValue) {
    guard let longitude = value["longitude"]?.number, let latitude = value["latitude"]?.number else { return nil }
    self.init(longitude: longitude, latitude: latitude, title: value["title"]?.text ?? "", color: value["color"]?.color)
  }

  var attributeValue: AttributeValue {
    var members: [(key: String, value: AttributeValue)] = [
      ("longitude", .number(longitude)), ("latitude", .number(latitude)), ("title", .text(title)),
    ]
    if let color { members.append(("color", .color(color))) }
    return .map(members)
  }
}
