public import Tessera
public import TesseraGeometry
internal import TesseraMaps
public import TesseraRender

/// Map of vector or raster tiles from files or the web, with the layers of a MapLibre style.
///
/// ```swift
/// Map(style: "city.json", longitude: -87.65, latitude: 41.87, zoom: 14)
/// ```
///
/// The user drags, flings, pinches, turns and double-taps the map; the arrow keys, `+`, `-` and `n` move it. Sends `moving` with each step, and a signal
/// for each of longitude, latitude, zoom and bearing, so that scenes can follow them.
public struct Map: FocusableType, TickingType, GestureRecognizingType, AccessibleType {
  /// Place marked on the map. A value.
  public struct Marker: Sendable, Hashable {
    /// Place, degrees.
    public var longitude: Double, latitude: Double
    /// Text above the marker.
    public var title: String
    /// Color; nil means the theme's `accent`.
    public var color: Color?

    /// Creates a marker.
    public init(longitude: Double, latitude: Double, title: String = "", color: Color? = nil) {
      (self.longitude, self.latitude, self.title, self.color) = (longitude, latitude, title, color)
    }
  }

  public typealias Storage = MapStorage

  public static let typeName = "map"
  public static let summary = "Map of tiles from files or the web, in a MapLibre style."

  /// The user moved the map.
  public static let moving = Signal<Void>("moving")
  /// New longitude, latitude, zoom or bearing after a step of the user.
  public static let longitudeChange = Signal<Double>("longitudeChange")
  public static let latitudeChange = Signal<Double>("latitudeChange")
  public static let zoomChange = Signal<Double>("zoomChange")
  public static let bearingChange = Signal<Double>("bearingChange")
  /// The user tapped a marker; the payload is its index.
  public static let select = Signal<Int>("select")

  /// Style file (JSON), or an archive of raster tiles.
  public var mapStyle: String?
  /// Style file in the dark color scheme; nil means `mapStyle`.
  public var darkMapStyle: String?
  /// Center, degrees.
  public var longitude = 0.0
  public var latitude = 0.0
  /// Zoom: each level doubles the size; at 0 the world is 512 units wide.
  public var zoom = 0.0
  /// Direction that points up, degrees clockwise from north.
  public var bearing = 0.0
  public var minimumZoom = 0.0
  public var maximumZoom = 22.0
  public var markers: [Marker] = []
  /// Whether markers that are close to each other are shown as one disc with their number. A tap on it zooms in.
  public var clustersMarkers = false
  /// Lines and areas, below the markers.
  public var lines: [Line] = []
  public var areas: [Area] = []
  /// Places that the view shows. They replace `longitude`, `latitude` and `zoom` until the user moves the map, which empties them.
  public var fits: [Place] = []
  /// Whether the user can move the map.
  public var isMovable = true
  /// Whether the user can turn the map.
  public var isRotatable = true
  public var showsScaleBar = true
  public var showsAttribution = true

  /// Creates a map without a style.
  public init() {}

  /// Creates a map.
  public init(style: String, longitude: Double, latitude: Double, zoom: Double) {
    (mapStyle, self.longitude, self.latitude, self.zoom) = (style, longitude, latitude, zoom)
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(320, 240)) }

  /// Zoom within its limits.
  func valid(zoom: Double) -> Double {
    let low = min(max(minimumZoom.isFinite ? minimumZoom : 0, 0), 24)
    let high = min(max(maximumZoom.isFinite ? maximumZoom : 22, low), 24)
    return zoom.isFinite ? min(max(zoom, low), high) : low
  }

  func view(_ size: Size) -> MapView {
    if !fits.isEmpty, let fitting = view(fitting: fits, size) { return fitting }
    return ownView(size)
  }

  private func ownView(_ size: Size) -> MapView {
    MapView(longitude: longitude, latitude: latitude, zoom: valid(zoom: zoom), bearing: bearing, size: size)
  }
}

/// Node of a map.
public typealias MapNode = Node<Map>

/// Registers the node type `map`.
public enum MapNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.map", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Map.self) }
}
