internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Head of a data table: titles that sort, with ends that the user drags.
struct GridHead: FocusableType, AccessibleType {
  final class Store: NodeStorage {
    enum Mode: Sendable { case press, resize(Int, Double), scroll(Double) }
    struct State: Sendable {
      var touch: Int?
      var start = Point.zero
      var mode = Mode.press
      /// Column of the keyboard.
      var cursor = 0
    }

    let state = Locked(State())
    init() {}
  }
  typealias Storage = Store

  static let typeName = "grid-head"
  /// The column with this index was pressed.
  static let press = Signal<Int>("press")
  /// Widths or the scroll distance changed.
  static let move = Signal<Bool>("move")

  var shared = GridShared()

  /// Creates the head of an empty table.
  init() {}
  init(_ shared: GridShared) { self.shared = shared }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(range.max.width.isFinite ? range.max.width : 320, GridText.headHeight(context.environment)))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard context.environment.textAntialiasing == .bilevel else { return .pixels(isOpaque: true) { draw(in: $0, context: context) } }
    return .direct { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (environment, size) = (context.environment, context.size)
    let theme = environment.theme
    canvas.fill(Rect(size: size), .color(theme.ground))
    let places = shared.places(size.width, environment)
    let (columns, sort) = shared.state.withLock { ($0.columns, $0.sort) }
    let pixel = 1 / max(0.01, context.scale)
    for place in places.places where columns.indices.contains(place.index) {
      let column = columns[place.index]
      let isSorted = sort?.column == column.id
      let clip = places.clip(place, height: size.height)
      guard clip.width > 0 else { continue }
      canvas.save()
      canvas.clip(clip)
      if places.fixed > 0, place.index == 0 { canvas.fill(clip, .color(theme.ground)) }
      let arrow = isSorted ? 20.0 : 0
      let words = GridText.layout(
        column.title, theme[.small], environment, isSorted ? theme.ink : theme.inkSoft, weight: 700,
        width: max(0, place.width - 2 * theme[.space3] - arrow))
      let isRight = column.isNumeric != places.isRightToLeft
      let total = words.size.width + arrow
      let left = isRight ? place.x + place.width - theme[.space3] - total : place.x + theme[.space3]
      canvas.draw(words, at: Point(places.isRightToLeft ? left + arrow : left, (size.height - words.size.height) / 2))
      if isSorted, let sort {
        let middle = places.isRightToLeft ? left + 8 : left + words.size.width + 12
        drawArrow(at: Point(middle, size.height / 2), isUp: sort.isAscending, theme.ink, in: canvas)
      }
      // The end of a column, where it is dragged.
      let end = places.isRightToLeft ? place.x : place.x + place.width - pixel
      if place.index < columns.count - 1 || places.reach > 0 {
        canvas.fill(Rect(end, size.height / 4, pixel, size.height / 2), .color(theme.line))
      }
      canvas.restore()
    }
    canvas.fill(Rect(0, size.height - pixel, size.width, pixel), .color(theme.line))
  }

  private func drawArrow(at middle: Point, isUp: Bool, _ color: Color, in canvas: borrowing Canvas) {
    let way = isUp ? -1.0 : 1.0
    var path = Path()
    path.move(to: Point(middle.x, middle.y - 5 * way))
    path.line(to: Point(middle.x, middle.y + 5 * way))
    path.move(to: Point(middle.x - 4, middle.y + 1 * way))
    path.line(to: Point(middle.x, middle.y + 5 * way))
    path.line(to: Point(middle.x + 4, middle.y + 1 * way))
    canvas.stroke(path, .color(color), StrokeStyle(width: 1.5, cap: .round, join: .round))
  }

  // MARK: events

  private static func places(_ node: Node<GridHead>) -> GridPlaces {
    node.value.shared.places(node.frame.width, node.environmentValues)
  }

  static func handle(_ event: Event, node: Node<GridHead>) -> EventResponse {
    switch event {
    case .touch(let touch): handle(touch, node)
    case .key(let press): handle(press, node)
    default: .ignored
    }
  }

  private static func handle(_ touch: Touch, _ node: Node<GridHead>) -> EventResponse {
    guard touch.location.isFinite else { return .ignored }
    let (places, shared) = (places(node), node.value.shared)
    switch touch.phase {
    case .began:
      let mode: Store.Mode =
        places.edge(near: touch.location.x).map { .resize($0, places.widths[$0]) } ?? .press
      node.storage.state.withLock { ($0.touch, $0.start, $0.mode) = (touch.id, touch.location, mode) }
    case .moved:
      let state = node.storage.state.withLock { $0 }
      guard state.touch == touch.id else { return .ignored }
      let way = (touch.location.x - state.start.x) * (places.isRightToLeft ? -1 : 1)
      switch state.mode {
      case .resize(let column, let width):
        shared.state.withLock { $0.resized[column] = min(2000, max(GridShared.least, (width + way).rounded())) }
        node.send(move, true)
      case .press:
        guard abs(way) >= 8 else { break }
        let offset = shared.state.withLock { min($0.offset, places.reach) }
        node.storage.state.withLock { $0.mode = .scroll(offset) }
      case .scroll(let offset):
        scroll(to: offset - way, node, places)
      }
    case .ended, .cancelled:
      let state = node.storage.state.withLock { state in
        defer { state.touch = nil }
        return state
      }
      guard state.touch == touch.id else { return .ignored }
      if case .press = state.mode, touch.phase == .ended, let column = places.column(at: touch.location.x) { node.send(press, column) }
    }
    return .handled
  }

  private static func scroll(to offset: Double, _ node: Node<GridHead>, _ places: GridPlaces) {
    let isOther = node.value.shared.state.withLock { state in
      let next = min(places.reach, max(0, offset))
      defer { state.offset = next }
      return state.offset != next
    }
    if isOther { node.send(move, true) }
  }

  private static func handle(_ press: KeyPress, _ node: Node<GridHead>) -> EventResponse {
    guard press.isDown else { return .ignored }
    let places = places(node)
    let count = places.widths.count
    let cursor = min(max(0, count - 1), node.storage.state.withLock { $0.cursor })
    guard count > 0 else { return .ignored }
    let forward = places.isRightToLeft ? KeyPress.Key.left : .right
    switch press.key {
    case .left, .right:
      let step = press.key == forward ? 1 : -1
      if press.modifiers.contains(.alt) {
        node.value.shared.state.withLock { $0.resized[cursor] = max(GridShared.least, places.widths[cursor] + Double(16 * step)) }
        node.send(move, true)
        return .handled
      }
      guard cursor + step >= 0, cursor + step < count else { return .ignored }
      node.storage.state.withLock { $0.cursor = cursor + step }
      // The column is brought into view.
      let start = places.widths[..<(cursor + step)].reduce(0, +)
      let offset = node.value.shared.state.withLock { $0.offset }
      let room = places.width - places.widths[cursor + step]
      scroll(to: min(max(offset, start - room), start - places.fixed), node, places)
      node.setNeedsDisplay()
      node.setNeedsSemantics()
    case .enter, .space: node.send(Self.press, cursor)
    default: return .ignored
    }
    return .handled
  }

  static func focusArea(in node: Node<GridHead>) -> RoundedRect? {
    let places = places(node)
    let cursor = node.storage.state.withLock { $0.cursor }
    guard let place = places.places.last(where: { $0.index == cursor }) else { return nil }
    return RoundedRect(places.clip(place, height: node.frame.height).inset(by: 2), radius: node.environmentValues.theme[.radius2])
  }

  static func focusRingReach(in node: Node<GridHead>) -> Double? { 0 }

  static func semantics(of node: Node<GridHead>) -> NodeSemantics { NodeSemantics(.row) }

  static func semanticsParts(of node: Node<GridHead>) -> [SemanticsPart] {
    let places = places(node)
    let (columns, sort) = node.value.shared.state.withLock { ($0.columns, $0.sort) }
    return places.places.sorted { $0.index < $1.index }.compactMap { place in
      guard columns.indices.contains(place.index) else { return nil }
      let column = columns[place.index]
      var semantics = NodeSemantics(.columnHeader, label: column.title)
      if let sort, sort.column == column.id { semantics.value = sort.isAscending ? "↑" : "↓" }
      if column.isSortable { semantics.actions = [.activate] }
      return SemanticsPart(place.index, semantics, frame: places.clip(place, height: node.frame.height))
    }
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<GridHead>) -> Bool {
    guard action == .activate, let part else { return false }
    node.send(press, part)
    return true
  }
}
