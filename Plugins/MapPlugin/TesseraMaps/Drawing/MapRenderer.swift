internal import Glibc
internal import TesseraGeometry
public import TesseraRender

/// Draws the layers of a style.
public struct MapRenderer: Sendable {
  public let style: MapStyle
  public let view: MapView
  let tiles: MapTiles
  let scale: Double

  /// Creates a renderer.
  /// - Parameters:
  ///   - style: sources and layers.
  ///   - view: part of the world.
  ///   - tiles: tiles of the sources.
  ///   - scale: device pixels per point.
  public init(_ style: MapStyle, _ view: MapView, tiles: MapTiles, scale: Double = 1) {
    (self.style, self.view, self.tiles, self.scale) = (style, view, tiles, scale)
  }

  /// Feature of a layer with the transform of its coordinates to the screen.
  struct Item {
    var feature: ExpressionFeature
    var kind: VectorFeature.Kind
    var transform: Transform
    var geometry: Geometry
    var key = 0.0

    enum Geometry {
      case tile(TileLayerIndex, VectorFeature)
      case world([[WorldPoint]])
    }

    /// Parts on the screen.
    var parts: [[Point]] {
      switch geometry {
      case .tile(let index, let feature):
        index.layer.parts(of: feature).map { part in part.map { transform.apply(Point(Double($0.x), Double($0.y))) } }
      case .world(let parts): parts.map { part in part.map { transform.apply(Point($0.x, $0.y)) } }
      }
    }
  }

  /// Features that are drawn together, within the border of a tile.
  struct Batch {
    var items: [Item]
    /// Border of the tile on the screen; nil for data without tiles.
    var border: Transform?
    var extent = 1.0
  }

  /// Draws all layers; stops early if `isCancelled` returns true. Reads missing tiles.
  public func draw(in canvas: borrowing Canvas, isCancelled: () -> Bool = { false }) {
    var labels: [Rect] = []
    for layer in style.layers where layer.isVisible(view.zoom) {
      if isCancelled() { return }
      let context = EvaluationContext(zoom: view.zoom)
      switch layer.kind {
      case .background: drawBackground(layer, context, canvas)
      case .raster: drawRaster(layer, context, canvas)
      case .symbol: drawLabels(layer, context, taken: &labels, canvas)
      case .fill, .line, .circle:
        for batch in batches(layer, context) {
          if isCancelled() { return }
          draw(batch, layer, context, canvas)
        }
      }
    }
  }

  private func drawBackground(_ layer: MapStyleLayer, _ context: EvaluationContext, _ canvas: borrowing Canvas) {
    guard let color = layer.color("background-color", context) else { return }
    canvas.fill(Rect(origin: .zero, size: view.size), .color(Self.color(color, layer.number("background-opacity", context))))
  }

  static func color(_ color: MapColor, _ opacity: Double) -> Color {
    Color(red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: Float(color.alpha * min(max(opacity, 0), 1)))
  }

  /// Zoom of the tiles of a source for the view.
  func tileZoom(_ source: MapSource, _ zooms: ClosedRange<Int>) -> Int {
    let extra = log2(MapView.worldSize / source.tileSize)
    let ideal = source.kind == .raster ? (view.zoom + extra).rounded() : (view.zoom + extra).rounded(.down)
    let lowest = max(zooms.lowerBound, source.minimumZoom)
    return min(max(Int(ideal), lowest), max(lowest, min(zooms.upperBound, source.maximumZoom)))
  }

  /// Features of a layer that pass its filter, in drawing order.
  func batches(_ layer: MapStyleLayer, _ context: EvaluationContext) -> [Batch] {
    guard let source = style.sources[layer.source] else { return [] }
    let sortKey = "\(layer.kind.rawValue)-sort-key"
    var batches = source.kind == .geoJSON ? geoBatches(source, layer, context) : tileBatches(source, layer, context)
    guard layer.has(sortKey) else { return batches }
    for b in batches.indices {
      for i in batches[b].items.indices {
        context.feature = batches[b].items[i].feature
        batches[b].items[i].key = layer.number(sortKey, context)
      }
      batches[b].items = batches[b].items.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element)
    }
    return batches
  }

  private func geoBatches(_ source: MapSource, _ layer: MapStyleLayer, _ context: EvaluationContext) -> [Batch] {
    guard let features = source.features else { return [] }
    return view.wraps.map { wrap in
      let transform = view.transform(zoom: 0, x: 0, y: 0, units: 1, wrap: wrap)
      return Batch(
        items: features.list.compactMap { feature in
          let own = ExpressionFeature(id: feature.id, geometryType: feature.geometryType, properties: .map(feature.properties))
          context.feature = own
          guard layer.filter.accepts(context) else { return nil }
          return Item(feature: own, kind: feature.kind, transform: transform, geometry: .world(feature.parts))
        })
    }
  }

  private func tileBatches(_ source: MapSource, _ layer: MapStyleLayer, _ context: EvaluationContext) -> [Batch] {
    guard let zooms = tiles.zooms(layer.source) else { return [] }
    var seen: Set<WrappedAddress> = []
    var batches: [Batch] = []
    for (address, wrap) in view.tiles(zoom: tileZoom(source, zooms)) {
      guard let found = tiles.tile(layer.source, source.kind, address),
        seen.insert(WrappedAddress(address: found.address, wrap: wrap)).inserted,
        let index = found.tile.layers[layer.sourceLayer]
      else { continue }
      let extent = Double(index.layer.extent)
      let transform = view.transform(zoom: found.address.zoom, x: found.address.x, y: found.address.y, units: extent, wrap: wrap)
      context.tile = found.address
      var batch = Batch(items: [], border: transform, extent: extent)
      for feature in index.layer.features {
        let own = ExpressionFeature(
          id: feature.id.map { .number(Double($0)) } ?? .null, geometryType: GeoFeatures.typeNames[feature.kind.rawValue],
          properties: .tile(index, feature))
        context.feature = own
        guard layer.filter.accepts(context) else { continue }
        batch.items.append(Item(feature: own, kind: feature.kind, transform: transform, geometry: .tile(index, feature)))
      }
      if !batch.items.isEmpty { batches.append(batch) }
    }
    return batches
  }

  private struct WrappedAddress: Hashable {
    var address: TileAddress
    var wrap: Int
  }

  private func draw(_ batch: Batch, _ layer: MapStyleLayer, _ context: EvaluationContext, _ canvas: borrowing Canvas) {
    canvas.save()
    if layer.kind != .circle { clip(batch, canvas) }
    let shift = translation(layer, context)
    canvas.translate(shift.x, shift.y)
    switch layer.kind {
    case .fill: drawFills(batch, layer, context, canvas)
    case .line: drawLines(batch, layer, context, canvas)
    default: drawCircles(batch, layer, context, canvas)
    }
    canvas.restore()
  }

  /// Clips to a tile, so that what neighbors repeat beyond their borders is drawn once.
  private func clip(_ batch: Batch, _ canvas: borrowing Canvas) {
    guard let border = batch.border else { return }
    let corners = [Point(0, 0), Point(batch.extent, 0), Point(batch.extent, batch.extent), Point(0, batch.extent)].map { border.apply($0) }
    if view.bearing == 0 {
      func snapped(_ value: Double) -> Double { (value * scale).rounded() / scale }
      let (left, top, right, bottom) = (snapped(corners[0].x), snapped(corners[0].y), snapped(corners[2].x), snapped(corners[2].y))
      canvas.clip(Rect(left, top, right - left, bottom - top))
    } else {
      // Half a pixel of overlap hides the seam of two antialiased borders.
      let center = Point((corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2)
      var path = Path()
      for (i, corner) in corners.enumerated() {
        let (dx, dy) = (corner.x - center.x, corner.y - center.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let grown = Point(corner.x + dx / length * 0.7 / scale, corner.y + dy / length * 0.7 / scale)
        if i == 0 { path.move(to: grown) } else { path.line(to: grown) }
      }
      path.close()
      canvas.clip(path)
    }
  }

  /// Translation of a layer on the screen.
  private func translation(_ layer: MapStyleLayer, _ context: EvaluationContext) -> Point {
    let name = "\(layer.kind.rawValue)-translate"
    let numbers = layer.numbers(name, context)
    guard numbers.count == 2 else { return .zero }
    guard view.bearing != 0, layer.string(name + "-anchor", context) == "map" else { return Point(numbers[0], numbers[1]) }
    let angle = -view.bearing * .pi / 180
    return Point(numbers[0] * cos(angle) - numbers[1] * sin(angle), numbers[0] * sin(angle) + numbers[1] * cos(angle))
  }

  private func drawRaster(_ layer: MapStyleLayer, _ context: EvaluationContext, _ canvas: borrowing Canvas) {
    guard let source = style.sources[layer.source], source.kind == .raster, let zooms = tiles.zooms(layer.source) else { return }
    let opacity = layer.number("raster-opacity", context)
    let quality: ImageQuality = layer.string("raster-resampling", context) == "nearest" ? .nearest : .bilinear
    for (address, wrap) in view.tiles(zoom: tileZoom(source, zooms)) {
      guard let found = tiles.tile(layer.source, source.kind, address), let picture = found.tile.picture else { continue }
      // The part of an ancestor that replaces the tile.
      let levels = address.zoom - found.address.zoom
      let part = exp2(Double(-levels))
      let (x, y) = (Double(address.x - found.address.x << levels) * part, Double(address.y - found.address.y << levels) * part)
      let (width, height) = (Double(picture.width), Double(picture.height))
      let transform = view.transform(zoom: address.zoom, x: address.x, y: address.y, units: 1, wrap: wrap)
      canvas.save()
      if view.bearing == 0 {
        func snapped(_ value: Double) -> Double { (value * scale).rounded() / scale }
        let (left, top) = (snapped(transform.tx), snapped(transform.ty))
        let target = Rect(left, top, snapped(transform.tx + transform.a) - left, snapped(transform.ty + transform.d) - top)
        canvas.draw(
          picture, in: target, source: Rect(x * width, y * height, part * width, part * height), quality: quality, opacity: opacity)
      } else {
        canvas.concatenate(transform)
        canvas.draw(
          picture, in: Rect(0, 0, 1, 1), source: Rect(x * width, y * height, part * width, part * height), quality: quality,
          opacity: opacity)
      }
      canvas.restore()
    }
  }
}
