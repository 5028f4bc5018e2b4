internal import Glibc
internal import TesseraBase
internal import TesseraGeometry

extension MapTiles {
  /// Levels between a tile and the ancestor that is loaded to replace it.
  private static let overviewLevels = 3
  /// Maximum number of tiles that are requested before they are visible.
  private static let maximumAhead = 32

  /// Returns the tiles and descriptions of web sources that a view lacks: visible ones first, the nearest to the center first; then ancestors
  /// that replace them; then tiles in the direction of movement.
  /// - Parameters:
  ///   - style: style whose visible layers name the sources.
  ///   - view: part of the world.
  ///   - movement: movement of the view since the last draw, points on the screen.
  func requests(_ style: MapStyle, _ view: MapView, movement: Point) -> [MapRequest] {
    var (visible, near, ahead) = ([MapRequest](), [MapRequest](), [MapRequest]())
    var seen: Set<String> = []
    let web = self.web
    for layer in style.layers where layer.isVisible(view.zoom) && seen.insert(layer.source).inserted {
      guard let entry = web[layer.source], let source = style.sources[layer.source] else { continue }
      guard let set = entry.tiles else {
        if let url = entry.description, !entry.hasFailed {
          visible.append(MapRequest(url: url, urgency: .visible, content: .description(source: layer.source)))
        }
        continue
      }
      var known: Set<TileAddress> = []
      func request(_ address: TileAddress, _ urgency: MapRequest.Urgency) -> MapRequest? {
        guard known.insert(address).inserted, lacks(layer.source, address) else { return nil }
        return MapRequest(url: set.url(address), urgency: urgency, content: .tile(source: layer.source, address))
      }
      let zoom = source.tileZoom(view.zoom, set.zooms)
      let hasSymbols = style.layers.contains { $0.kind == .symbol && $0.source == layer.source && $0.isVisible(view.zoom) }
      let addresses = view.tiles(zoom: zoom, margin: hasSymbols ? SymbolPlacer.margin : 0).map(\.address)
      visible += addresses.compactMap { request($0, .visible) }
      let overview = max(source.lowestZoom(set.zooms), zoom - Self.overviewLevels)
      if overview < zoom { near += addresses.compactMap { request($0.ancestor(zoom: overview), .near) } }
      let distance = hypot(movement.x, movement.y)
      guard distance >= 1, distance.isFinite else { continue }
      // Half a screen further in the direction of the movement.
      var next = view
      let reach = min(view.size.width, view.size.height) / 2 / distance
      next.center = view.world(at: Point(view.size.width / 2 + movement.x * reach, view.size.height / 2 + movement.y * reach))
      ahead += next.tiles(zoom: zoom).compactMap { request($0.address, .ahead) }.prefix(Self.maximumAhead)
    }
    return visible + near + ahead
  }
}

extension MapSource {
  /// Lowest zoom of tiles that may be drawn.
  func lowestZoom(_ zooms: ClosedRange<Int>) -> Int { max(zooms.lowerBound, minimumZoom) }

  /// Zoom of the tiles for a zoom of a view.
  func tileZoom(_ zoom: Double, _ zooms: ClosedRange<Int>) -> Int {
    let extra = log2(MapView.worldSize / tileSize)
    let ideal = kind == .raster ? (zoom + extra).rounded() : (zoom + extra).rounded(.down)
    let lowest = lowestZoom(zooms)
    return min(max(Int(ideal), lowest), max(lowest, min(zooms.upperBound, maximumZoom)))
  }
}
