internal import Glibc
public import Tessera
internal import TesseraGeometry
internal import TesseraMaps

extension Map {
  /// Speed below which a fling ends, units per second.
  private static let slowest = 20.0
  /// Decay of a fling per second.
  private static let friction = 4.0
  /// Distance of an arrow key, units.
  private static let step = 60.0
  /// Distance from a marker up to which a tap selects it.
  private static let reach = 22.0

  public static var recognizers: [GestureRecognizer] {
    let once = GestureRecognizer(TapGesture()) { event in (event.node as? MapNode).map { tap(event, $0) } }
    let twice = GestureRecognizer(TapGesture(count: 2)) { event in (event.node as? MapNode).map { zoomIn(event, $0) } }
    once.requireFailure(of: twice)
    let pan = GestureRecognizer(make: { node in isMovable(node) ? PanGesture() : nil }) { event in
      (event.node as? MapNode).map { drag(event, $0) }
    }
    let pinch = GestureRecognizer(priority: 1, make: { node in isMovable(node) ? PinchGesture() : nil }) { event in
      (event.node as? MapNode).map { drag(event, $0) }
    }
    return [once, twice, pan, pinch]
  }

  private static func isMovable(_ node: AnyNode) -> Bool { (node as? MapNode)?.isMovable ?? false }

  private static func view(_ node: MapNode) -> MapView { node.value.view(node.contentRect.size) }

  /// Moves the map so that the point of the world under the fingers stays there.
  private static func drag(_ event: GestureEvent, _ node: MapNode) {
    let location = event.reading.location - node.contentRect.origin
    guard location.isFinite else { return }
    switch event.phase {
    case .began:
      let view = view(node)
      node.storage.state.withLock { state in
        (state.start, state.anchor, state.velocity) = (view, view.world(at: location - event.reading.translation), .zero)
      }
      move(event, location, node)
    case .changed: move(event, location, node)
    case .ended:
      move(event, location, node)
      let velocity = event.reading.velocity
      let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
      node.storage.state.withLock { state in
        (state.start, state.anchor, state.lastTick) = (nil, nil, nil)
        state.velocity = speed.isFinite && speed > 100 ? velocity : .zero
      }
      if speed > 100 { node.requestTick(after: 0) }
    default: node.storage.state.withLock { ($0.start, $0.anchor) = (nil, nil) }
    }
  }

  private static func move(_ event: GestureEvent, _ location: Point, _ node: MapNode) {
    guard let (start, anchor) = node.storage.state.withLock({ state in state.start.flatMap { start in state.anchor.map { (start, $0) } } })
    else {
      return
    }
    var view = start
    let scale = event.reading.scale
    if scale > 0, scale.isFinite { view.zoom = node.value.valid(zoom: start.zoom + log2(scale)) }
    show(view.moved(anchor, to: location), node)
  }

  /// Shows a view and sends the signals of its changes.
  private static func show(_ view: MapView, _ node: MapNode) {
    let (longitude, latitude, zoom) = (view.longitude, view.latitude, view.zoom)
    let old = node.update { value -> Map in
      defer { (value.longitude, value.latitude, value.zoom) = (longitude, latitude, zoom) }
      return value
    }
    if old.longitude != longitude { node.send(longitudeChange, longitude) }
    if old.latitude != latitude { node.send(latitudeChange, latitude) }
    if old.zoom != zoom { node.send(zoomChange, zoom) }
    if old.longitude != longitude || old.latitude != latitude || old.zoom != zoom { node.send(moving, ()) }
  }

  private static func zoom(_ node: MapNode, by levels: Double, at location: Point) {
    var view = view(node)
    let anchor = view.world(at: location)
    view.zoom = node.value.valid(zoom: view.zoom + levels)
    show(view.moved(anchor, to: location), node)
  }

  private static func zoomIn(_ event: GestureEvent, _ node: MapNode) {
    guard node.isMovable, event.phase == .ended || event.phase == .began else { return }
    zoom(node, by: 1, at: event.reading.location - node.contentRect.origin)
  }

  private static func tap(_ event: GestureEvent, _ node: MapNode) {
    let location = event.reading.location - node.contentRect.origin
    let view = view(node)
    let places = node.markers.map { MapOrnaments.place($0, view) }
    func distance(_ point: Point) -> Double {
      (point.x - location.x) * (point.x - location.x) + (point.y - location.y) * (point.y - location.y)
    }
    guard let nearest = places.indices.min(by: { distance(places[$0]) < distance(places[$1]) }), distance(places[nearest]) <= reach * reach
    else { return }
    node.send(select, nearest)
  }

  /// Continues a fling.
  public static func tick(_ node: Node<Map>, at time: Double) -> Double? {
    let step = node.storage.state.withLock { state -> Point? in
      guard state.velocity != .zero else { return nil }
      let elapsed = min(max(time - (state.lastTick ?? time), 0), 0.1)
      state.lastTick = time
      let decay = exp(-friction * elapsed)
      let distance = (1 - decay) / friction
      defer { state.velocity = Point(state.velocity.x * decay, state.velocity.y * decay) }
      if abs(state.velocity.x) + abs(state.velocity.y) < slowest { state.velocity = .zero }
      return Point(state.velocity.x * distance, state.velocity.y * distance)
    }
    guard let step else { return nil }
    pan(node, by: step)
    return 1.0 / 60
  }

  public static func isSettling(_ node: Node<Map>) -> Bool { node.storage.state.withLock { $0.velocity != .zero } }

  private static func pan(_ node: MapNode, by distance: Point) {
    let view = view(node)
    let center = Point(view.size.width / 2, view.size.height / 2)
    show(view.moved(view.center, to: center + distance), node)
  }

  public static func handle(_ event: Event, node: Node<Map>) -> EventResponse {
    guard node.isMovable else { return .ignored }
    let middle = Point(node.contentRect.width / 2, node.contentRect.height / 2)
    switch event {
    case .touch(let touch) where touch.phase == .began:
      // A touch stops a fling.
      node.storage.state.withLock { $0.velocity = .zero }
      node.becomeFocused()
      return .ignored
    case .wheel(let location, let delta):
      guard delta.y.isFinite, delta.y != 0, location.isFinite else { return .ignored }
      zoom(node, by: delta.y < 0 ? 0.25 : -0.25, at: location - node.contentRect.origin)
      return .handled
    case .key(let press) where press.isDown:
      switch press.key {
      case .left: pan(node, by: Point(step, 0))
      case .right: pan(node, by: Point(-step, 0))
      case .up: pan(node, by: Point(0, step))
      case .down: pan(node, by: Point(0, -step))
      case .character("+"), .character("="): zoom(node, by: 0.5, at: middle)
      case .character("-"): zoom(node, by: -0.5, at: middle)
      default: return .ignored
      }
      return .handled
    default: return .ignored
    }
  }

  public static func isFocusable(_ node: Node<Map>) -> Bool { node.isMovable }

  public static func semantics(of node: Node<Map>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(value.isMovable ? .slider : .image, label: "Map")
    semantics.number = SemanticsNumber(value.valid(zoom: value.zoom), in: value.valid(zoom: 0)...value.valid(zoom: 24), step: 1)
    if value.isMovable { semantics.actions = [.increment, .decrement] }
    return semantics
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Map>) -> Bool {
    guard part == nil, node.isMovable, action == .increment || action == .decrement else { return false }
    zoom(node, by: action == .increment ? 1 : -1, at: Point(node.contentRect.width / 2, node.contentRect.height / 2))
    return true
  }
}

extension MapView {
  /// Returns the view in which a point of the world is at a place on the screen.
  func moved(_ anchor: WorldPoint, to location: Point) -> MapView {
    var copy = self
    let there = world(at: location)
    copy.center.x += anchor.x - there.x
    copy.center.y = min(max(copy.center.y + anchor.y - there.y, 0), 1)
    return copy
  }
}
