internal import Glibc
internal import TesseraGeometry
internal import TesseraRender

/// Symbol with its place on the screen.
struct PlacedSymbol {
  enum Text {
    case straight(Rect, at: Point, angle: Double)
    case letters(LabelLetters.Placed)
  }

  var content: SymbolContent
  var text: Text?
  /// Place and rotation of the icon, radians.
  var icon: (place: Point, angle: Double)?
}

/// Chooses the symbols that are drawn.
///
/// Upper layers are placed first, within a layer the symbols by sort key, position in their tile, and tile. This order is independent of
/// the position of the view, and symbols in a margin around the view are placed too. A label therefore keeps its place while the map moves.
struct SymbolPlacer {
  /// Margin around the view, points.
  static let margin = 128.0
  /// Maximum number of candidates of a layer, and of symbols of a view.
  static let maximumCandidates = 20_000
  static let maximumSymbols = 1500

  private struct Candidate {
    var content: Int
    var place: Point
    var angle = 0.0
    /// Line below a text, and the place on it.
    var line: (points: [Point], anchor: LineAnchor)?
    /// Order of placement.
    var order: Order
  }

  private struct Order: Comparable {
    var key: Double
    var item: Int
    var tile: Int
    var number: Int

    static func < (a: Order, b: Order) -> Bool { (a.key, a.item, a.tile, a.number) < (b.key, b.item, b.tile, b.number) }
  }

  private let renderer: MapRenderer
  private let area: Rect
  private let screen: Rect
  private var index: CollisionIndex
  private var count = 0

  init(_ renderer: MapRenderer) {
    self.renderer = renderer
    screen = Rect(origin: .zero, size: renderer.view.size)
    area = screen.inset(by: -Self.margin)
    index = CollisionIndex(area)
  }

  /// Returns the visible symbols of a layer, in drawing order. Lower layers follow upper ones.
  mutating func place(_ layer: MapStyleLayer, isCancelled: () -> Bool) -> [PlacedSymbol] {
    let context = renderer.context()
    let style = SymbolStyle(layer, context, bearing: renderer.view.bearing)
    var (contents, candidates) = ([SymbolContent](), [Candidate]())
    for (tile, batch) in renderer.batches(layer, context, margin: Self.margin).sorted(by: { $0.order < $1.order }).enumerated() {
      if isCancelled() { return [] }
      collect(batch, tile, layer, style, context, &contents, &candidates)
    }
    candidates.sort { $0.order < $1.order }
    var result: [PlacedSymbol] = []
    // Places of equal texts along lines, which keep half of their spacing across tiles too.
    var repeats: [String: [Point]] = [:]
    for candidate in candidates where count < Self.maximumSymbols {
      let content = contents[candidate.content]
      if style.placement == .line, let text = content.text?.label.text {
        let isNear = repeats[text, default: []].contains { LineAnchors.distance($0, candidate.place) < style.spacing / 2 }
        if isNear { continue }
      }
      guard let (symbol, boxes) = placed(candidate, content, style) else { continue }
      count += 1
      if style.placement == .line, let text = content.text?.label.text { repeats[text, default: []].append(candidate.place) }
      if boxes.contains(where: { $0.intersects(screen) }) { result.append(symbol) }
    }
    return result
  }

  // MARK: candidates

  private func collect(
    _ batch: MapRenderer.Batch, _ tile: Int, _ layer: MapStyleLayer, _ style: SymbolStyle, _ context: EvaluationContext,
    _ contents: inout [SymbolContent], _ candidates: inout [Candidate]
  ) {
    var joiner = LineJoiner<String>()
    var first: [String: (content: Int, order: Order)] = [:]
    for (number, item) in batch.items.enumerated() where candidates.count < Self.maximumCandidates {
      let parts = item.parts
      guard style.placement == .point || item.kind == .line || item.kind == .polygon else { continue }
      context.feature = item.feature
      let order = Order(key: item.key, item: number, tile: tile, number: 0)
      if style.placement == .point {
        let places = Self.places(parts, item.kind).filter { $0.isFinite && area.contains($0) && renderer.isOwn($0, batch) }
        guard !places.isEmpty else { continue }
        contents.append(SymbolContent(layer, context, renderer.sprite))
        for place in places { candidates.append(Candidate(content: contents.count - 1, place: place, order: order)) }
        continue
      }
      let lines = parts.filter { $0.count >= 2 && $0.allSatisfy(\.isFinite) && Self.bounds($0).intersects(area) }
      guard !lines.isEmpty else { continue }
      let content = SymbolContent(layer, context, renderer.sprite)
      guard content.text != nil || content.icon != nil else { continue }
      contents.append(content)
      let key = "\(content.icon?.name ?? "")\u{0}\(content.text?.label.text ?? "")"
      if first[key] == nil { first[key] = (contents.count - 1, order) }
      for line in lines { joiner.add(item.kind == .polygon ? line + line.prefix(1) : line, key: key) }
    }
    guard style.placement != .point else { return }
    var numbers: [String: Int] = [:]
    for (key, line) in joiner.joined {
      guard let start = first[key] else { continue }
      for anchor in anchors(line, contents[start.content], style, batch) where candidates.count < Self.maximumCandidates {
        var order = start.order
        order.number = numbers[key, default: 0]
        numbers[key, default: 0] += 1
        candidates.append(
          Candidate(content: start.content, place: anchor.point, angle: anchor.angle, line: (line, anchor), order: order))
      }
    }
  }

  private func anchors(_ line: [Point], _ content: SymbolContent, _ style: SymbolStyle, _ batch: MapRenderer.Batch) -> [LineAnchor] {
    let size = content.text?.label.size ?? 0
    let width = content.text.map { renderer.tiles.labels.letters($0.label).width } ?? 0
    let isCurved = content.text != nil && style.text.followsMap
    let length = max(isCurved ? width : 0, content.icon?.box.width ?? 0)
    // The spacing is that of whole zooms, so that anchors keep their places while the map is zoomed.
    let stretch = exp2(renderer.view.zoom - renderer.view.zoom.rounded(.down))
    let rule = LineAnchors(
      length: length, spacing: style.spacing * stretch, window: isCurved ? size * 0.6 : 0, maximumAngle: style.maximumAngle, start: size * 2
    )
    if style.placement == .center {
      return rule.center(line, in: area).map { renderer.isOwn($0.point, batch) ? [$0] : [] } ?? []
    }
    let isContinued = [line[0], line[line.count - 1]].contains { !renderer.isOwn($0, batch) }
    return rule.along(line, isContinued: isContinued, in: area).filter { renderer.isOwn($0.point, batch) }
  }

  /// Places of point symbols: points, the first point of lines, the centers of polygons.
  private static func places(_ parts: [[Point]], _ kind: VectorFeature.Kind) -> [Point] {
    switch kind {
    case .point: Array(parts.joined())
    case .line: parts.compactMap(\.first)
    case .polygon: parts.first.map { [center($0)] } ?? []
    case .unknown: []
    }
  }

  /// Center of mass of a ring.
  private static func center(_ ring: [Point]) -> Point {
    guard let origin = ring.first else { return .zero }
    var (area, x, y) = (0.0, 0.0, 0.0)
    for (a, b) in zip(ring, Array(ring.dropFirst()) + ring.prefix(1)) {
      let (ax, ay, bx, by) = (a.x - origin.x, a.y - origin.y, b.x - origin.x, b.y - origin.y)
      let cross = ax * by - bx * ay
      (area, x, y) = (area + cross, x + (ax + bx) * cross, y + (ay + by) * cross)
    }
    return area == 0 ? origin : Point(origin.x + x / area / 3, origin.y + y / area / 3)
  }

  private static func bounds(_ points: [Point]) -> Rect {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for point in points { (left, top, right, bottom) = (min(left, point.x), min(top, point.y), max(right, point.x), max(bottom, point.y)) }
    // A straight line has an area too.
    return Rect(left - 1, top - 1, right - left + 2, bottom - top + 2)
  }

  // MARK: places

  /// Places a candidate in the index; nil if it collides.
  private mutating func placed(_ candidate: Candidate, _ content: SymbolContent, _ style: SymbolStyle) -> (PlacedSymbol, [Rect])? {
    var content = content
    var (text, textBoxes) = placedText(candidate, content, style)
    if content.text != nil, style.fit != "none", case .straight(let rect, _, _)? = text ?? preferred(candidate, content) {
      content.icon?.fit(rect, style.fit, padding: style.fitPadding)
    }
    var (icon, iconBoxes): ((place: Point, angle: Double)?, [Rect]) = (nil, [])
    if let own = content.icon {
      let angle = iconAngle(candidate, style) + own.rotation
      iconBoxes = [Self.turned(own.box, angle, candidate.place, style.icon.translation).inset(by: -own.padding)]
      if style.icon.overlaps || index.isFree(iconBoxes) { icon = (candidate.place + style.icon.translation, angle) }
    }
    let (hasText, hasIcon) = (content.text != nil, content.icon != nil)
    if hasText, hasIcon {
      let (showsText, showsIcon) = (text != nil, icon != nil)
      if !showsText, !style.text.isOptional { icon = nil }
      if !showsIcon, !style.icon.isOptional { text = nil }
    }
    guard text != nil || icon != nil else { return nil }
    if text == nil { textBoxes = [] }
    if icon == nil { iconBoxes = [] }
    if !style.text.ignoresPlacement { index.insert(textBoxes) }
    if !style.icon.ignoresPlacement { index.insert(iconBoxes) }
    return (PlacedSymbol(content: content, text: text, icon: icon), textBoxes + iconBoxes)
  }

  private func iconAngle(_ candidate: Candidate, _ style: SymbolStyle) -> Double {
    guard style.icon.followsMap else { return 0 }
    guard style.placement != .point else { return -renderer.view.bearing * .pi / 180 }
    let isTurned = style.icon.keepsUpright && cos(candidate.angle) < 0
    return candidate.angle + (isTurned ? .pi : 0)
  }

  /// Text at the first of its anchors, for the size of an icon whose text collides.
  private func preferred(_ candidate: Candidate, _ content: SymbolContent) -> PlacedSymbol.Text? {
    guard let text = content.text else { return nil }
    let size = renderer.tiles.labels.layout(text.label, text.color).size
    return .straight(text.box(size, anchor: text.anchors[0]), at: candidate.place, angle: 0)
  }

  private func placedText(_ candidate: Candidate, _ content: SymbolContent, _ style: SymbolStyle) -> (PlacedSymbol.Text?, [Rect]) {
    guard let text = content.text else { return (nil, []) }
    if let line = candidate.line, style.text.followsMap {
      let letters = renderer.tiles.labels.letters(text.label)
      let side = SymbolAnchor.sides(text.anchors[0]).v
      let baseline = side > 0 ? letters.ascent : side < 0 ? -letters.descent : (letters.ascent - letters.descent) / 2
      guard
        let placed = letters.placed(
          on: line.points, line.anchor, baseline: baseline + text.offset.y, shift: text.offset.x, padding: style.textPadding,
          keepsUpright: style.text.keepsUpright),
        style.text.overlaps || index.isFree(placed.boxes)
      else { return (nil, []) }
      return (.letters(placed), placed.boxes)
    }
    let size = renderer.tiles.labels.layout(text.label, text.color).size
    let angle = (style.text.followsMap ? -renderer.view.bearing * .pi / 180 : 0) + text.rotation
    for anchor in text.anchors {
      let rect = text.box(size, anchor: anchor)
      let boxes = [Self.turned(rect, angle, candidate.place, style.text.translation).inset(by: -style.textPadding)]
      if style.text.overlaps || index.isFree(boxes) {
        return (.straight(rect, at: candidate.place + style.text.translation, angle: angle), boxes)
      }
    }
    return (nil, [])
  }

  /// Box of a rotated rectangle around a place.
  private static func turned(_ rect: Rect, _ angle: Double, _ place: Point, _ shift: Point) -> Rect {
    let box = angle == 0 ? rect : Transform.rotation(angle).apply(rect)
    return box.offset(by: place + shift)
  }
}
