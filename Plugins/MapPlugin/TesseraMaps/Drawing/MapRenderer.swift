internal import Glibc
internal import TesseraGeometry
public import TesseraRender

/// Draws the layers of a style.
public struct MapRenderer: Sendable {
  public let style: MapStyle
  public let view: MapView
  let tiles: MapTiles
  let sprite: MapSprite?
  let scale: Double

  /// Creates a renderer.
  /// - Parameters:
  ///   - style: sources and layers.
  ///   - view: part of the world.
  ///   - tiles: tiles of the sources.
  ///   - sprite: icons; nil if the style has none.
  ///   - scale: device pixels per point.
  public init(_ style: MapStyle, _ view: MapView, tiles: MapTiles, sprite: MapSprite? = nil, scale: Double = 1) {
    (self.style, self.view, self.tiles, self.sprite, self.scale) = (style, view, tiles, sprite, scale)
  }

  /// Returns the inputs of expressions for the view.
  func context() -> EvaluationContext {
    let context = EvaluationContext(zoom: view.zoom)
    if let sprite { context.availableImages = sprite.names }
    return context
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
    /// Parts of the tile that are drawn; empty means the whole tile. An ancestor replaces missing tiles only.
    var parts: [Transform] = []
    /// Number that orders batches in the same way for each view.
    var order = 0
  }

  /// Layers of a style.
  public enum Part: Sendable {
    /// Layers below all symbols.
    case ground
    /// The first layer of symbols, and those above it.
    case top
    case all
  }

  /// Draws layers; stops early if `isCancelled` returns true. Reads missing tiles.
  public func draw(_ part: Part = .all, in canvas: borrowing Canvas, isCancelled: () -> Bool = { false }) {
    let visible = style.layers.filter { $0.isVisible(view.zoom) }
    let split = visible.firstIndex { $0.kind == .symbol } ?? visible.count
    let layers =
      switch part {
      case .ground: visible[..<split]
      case .top: visible[split...]
      case .all: visible[...]
      }
    let patterns = PatternBlocks(sprite, scale: scale)
    var placer = SymbolPlacer(self)
    var symbols: [Int: [PlacedSymbol]] = [:]
    for number in layers.indices.reversed() where layers[number].kind == .symbol {
      if isCancelled() { return }
      symbols[number] = placer.place(layers[number], isCancelled: isCancelled)
    }
    for number in layers.indices {
      if isCancelled() { return }
      let (layer, context) = (layers[number], context())
      switch layer.kind {
      case .background: drawBackground(layer, context, patterns, canvas)
      case .raster: drawRaster(layer, context, canvas)
      case .symbol: draw(symbols[number] ?? [], canvas)
      case .fill, .line, .circle:
        for batch in batches(layer, context, margin: reach(layer, context)) {
          if isCancelled() { return }
          draw(batch, layer, context, patterns, canvas)
        }
      }
    }
  }

  /// Distance from its geometry that a feature may cover, points.
  private func reach(_ layer: MapStyleLayer, _ context: EvaluationContext) -> Double {
    let properties: [String] =
      switch layer.kind {
      case .line: ["line-width", "line-gap-width", "line-offset", "line-blur"]
      case .circle: ["circle-radius", "circle-stroke-width"]
      default: []
      }
    let shift = Self.translation(layer, "\(layer.kind.rawValue)-translate", context, bearing: 0)
    // Sizes that depend on features are rarely larger.
    return properties.reduce(2 + abs(shift.x) + abs(shift.y)) { sum, name in
      sum + (layer.isDataDriven(name) ? 100 : abs(layer.number(name, context)))
    }
  }

  private func drawBackground(
    _ layer: MapStyleLayer, _ context: EvaluationContext, _ patterns: PatternBlocks, _ canvas: borrowing Canvas
  ) {
    let screen = Rect(origin: .zero, size: view.size)
    let opacity = layer.number("background-opacity", context)
    if layer.has("background-pattern") {
      if let block = patterns.block(layer.string("background-pattern", context)) { fill(screen, with: block, opacity: opacity, canvas) }
      return
    }
    guard let color = layer.color("background-color", context) else { return }
    canvas.fill(screen, .color(Self.color(color, opacity)))
  }

  static func color(_ color: MapColor, _ opacity: Double) -> Color {
    Color(red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: Float(color.alpha * min(max(opacity, 0), 1)))
  }

  /// Features of a layer that pass its filter, in drawing order. Tiles without a part in the margin around the view, points, are left out,
  /// and so are features.
  func batches(_ layer: MapStyleLayer, _ context: EvaluationContext, margin: Double) -> [Batch] {
    guard let source = style.sources[layer.source] else { return [] }
    let sortKey = "\(layer.kind.rawValue)-sort-key"
    var batches = source.kind == .geoJSON ? geoBatches(source, layer, context) : tileBatches(source, layer, context, margin)
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

  private func tileBatches(_ source: MapSource, _ layer: MapStyleLayer, _ context: EvaluationContext, _ margin: Double) -> [Batch] {
    guard let zooms = tiles.zooms(layer.source) else { return [] }
    var found: [WrappedAddress: Int] = [:]
    var batches: [Batch] = []
    for (address, wrap) in view.tiles(
      zoom: source.tileZoom(view.zoom, zooms), margin: layer.kind == .symbol || layer.kind == .circle ? margin : 0)
    {
      guard let (tile, place) = tiles.tile(layer.source, source.kind, address) else { continue }
      // An ancestor is drawn once, for all tiles that it replaces.
      let part = place == address ? nil : view.transform(zoom: address.zoom, x: address.x, y: address.y, units: 1, wrap: wrap)
      if let known = found[WrappedAddress(address: place, wrap: wrap)] {
        if known >= 0, let part { batches[known].parts.append(part) }
        continue
      }
      found[WrappedAddress(address: place, wrap: wrap)] = -1
      guard let index = tile.layers[layer.sourceLayer] else { continue }
      let extent = Double(index.layer.extent)
      let transform = view.transform(zoom: place.zoom, x: place.x, y: place.y, units: extent, wrap: wrap)
      context.tile = place
      var batch = Batch(items: [], border: transform, extent: extent, order: ((wrap << 20 &+ place.y) << 30 &+ place.x) &* 32 &+ place.zoom)
      if let part { batch.parts = [part] }
      let area = transform.inverse?.apply(Rect(origin: .zero, size: view.size).inset(by: -margin))
      for (number, feature) in index.layer.features.enumerated() {
        if let area, !index.bounds[number].touches(area) { continue }
        let own = ExpressionFeature(
          id: feature.id.map { .number(Double($0)) } ?? .null, geometryType: GeoFeatures.typeNames[feature.kind.rawValue],
          properties: .tile(index, feature))
        context.feature = own
        guard layer.filter.accepts(context) else { continue }
        batch.items.append(Item(feature: own, kind: feature.kind, transform: transform, geometry: .tile(index, feature)))
      }
      if !batch.items.isEmpty {
        found[WrappedAddress(address: place, wrap: wrap)] = batches.count
        batches.append(batch)
      }
    }
    return batches
  }

  private struct WrappedAddress: Hashable {
    var address: TileAddress
    var wrap: Int
  }

  private func draw(
    _ batch: Batch, _ layer: MapStyleLayer, _ context: EvaluationContext, _ patterns: PatternBlocks, _ canvas: borrowing Canvas
  ) {
    canvas.save()
    if layer.kind != .circle { clip(batch, canvas) }
    let shift = Self.translation(layer, "\(layer.kind.rawValue)-translate", context, bearing: view.bearing)
    canvas.translate(shift.x, shift.y)
    switch layer.kind {
    case .fill: drawFills(batch, layer, context, patterns, canvas)
    case .line: drawLines(batch, layer, context, canvas)
    default: drawCircles(batch, layer, context, canvas)
    }
    canvas.restore()
  }

  /// Clips to a tile, so that content that neighbors repeat beyond their borders is drawn once.
  private func clip(_ batch: Batch, _ canvas: borrowing Canvas) {
    guard let border = batch.border else { return }
    func snapped(_ point: Point) -> Point { Point((point.x * scale).rounded() / scale, (point.y * scale).rounded() / scale) }
    let areas = batch.parts.isEmpty ? [(border, batch.extent)] : batch.parts.map { ($0, 1.0) }
    if view.bearing == 0, areas.count == 1 {
      let (a, b) = (snapped(areas[0].0.apply(.zero)), snapped(areas[0].0.apply(Point(areas[0].1, areas[0].1))))
      return canvas.clip(Rect(a.x, a.y, b.x - a.x, b.y - a.y))
    }
    var path = Path()
    for (transform, side) in areas {
      let corners = [Point(0, 0), Point(side, 0), Point(side, side), Point(0, side)].map { transform.apply($0) }
      guard view.bearing != 0 else {
        path.add(corners.map(snapped), isClosed: true)
        continue
      }
      // Half a pixel of overlap hides the seam of two antialiased borders.
      let center = Point((corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2)
      path.add(
        corners.map { corner in
          let (dx, dy) = (corner.x - center.x, corner.y - center.y)
          let length = (dx * dx + dy * dy).squareRoot()
          return Point(corner.x + dx / length * 0.7 / scale, corner.y + dy / length * 0.7 / scale)
        }, isClosed: true)
    }
    canvas.clip(path)
  }

  /// Translation of a layer on the screen.
  static func translation(_ layer: MapStyleLayer, _ name: String, _ context: EvaluationContext, bearing: Double) -> Point {
    let numbers = layer.numbers(name, context)
    guard numbers.count == 2 else { return .zero }
    guard bearing != 0, layer.string(name + "-anchor", context) == "map" else { return Point(numbers[0], numbers[1]) }
    let angle = -bearing * .pi / 180
    return Point(numbers[0] * cos(angle) - numbers[1] * sin(angle), numbers[0] * sin(angle) + numbers[1] * cos(angle))
  }

  private func drawRaster(_ layer: MapStyleLayer, _ context: EvaluationContext, _ canvas: borrowing Canvas) {
    guard let source = style.sources[layer.source], source.kind == .raster, let zooms = tiles.zooms(layer.source) else { return }
    let opacity = layer.number("raster-opacity", context)
    let quality: ImageQuality = layer.string("raster-resampling", context) == "nearest" ? .nearest : .bilinear
    for (address, wrap) in view.tiles(zoom: source.tileZoom(view.zoom, zooms)) {
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
