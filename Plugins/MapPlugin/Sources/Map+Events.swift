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
  /// Rotation of a key, degrees, and the bearing below which a turned map becomes upright.
  private static let keyTurn = 15.0
  private static let snap = 7.0
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
    let turn = GestureRecognizer(priority: 1, make: { node in isRotatable(node) ? rotation : nil }) { event in
      (event.node as? MapNode).map { drag(event, $0) }
    }
    pinch.allowTogether(with: turn)
    return [once, twice, pan, pinch, turn]
  }

  /// Rotation that a pinch does not begin by accident.
  private static var rotation: RotationGesture {
    var gesture = RotationGesture()
    gesture.minimumChange = 0.2
    return gesture
  }

  private static func isMovable(_ node: AnyNode) -> Bool { (node as? MapNode)?.isMovable ?? false }
  private static func isRotatable(_ node: AnyNode) -> Bool { (node as? MapNode)?.isRotatable ?? false }

  private static func view(_ node: MapNode) -> MapView { node.value.view(node.contentRect.size) }

  /// Moves the map so that the point of the world under the fingers stays there. A pinch and a rotation may be in progress together.
  private static func drag(_ event: GestureEvent, _ node: MapNode) {
    let location = event.reading.location - node.contentRect.origin
    guard location.isFinite else { return }
    switch event.phase {
    case .began:
      let view = view(node)
      node.storage.state.withLock { state in
        state.gestures += 1
        guard state.gestures == 1 else { return }
        (state.start, state.anchor, state.velocity) = (view, view.world(at: location - event.reading.translation), .zero)
        (state.scale, state.rotation) = (1, 0)
      }
      move(event, location, node)
    case .changed: move(event, location, node)
    case .ended:
      move(event, location, node)
      end(event.reading, node)
    default: end(nil, node)
    }
  }

  /// Ends a gesture; the last one begins a fling, and a map that is nearly upright becomes so.
  private static func end(_ reading: GestureReading?, _ node: MapNode) {
    let velocity = reading?.velocity ?? .zero
    let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
    let start = node.storage.state.withLock { state -> MapView? in
      state.gestures = max(0, state.gestures - 1)
      guard state.gestures == 0 else { return nil }
      defer { (state.start, state.anchor, state.lastTick) = (nil, nil, nil) }
      state.velocity = speed.isFinite && speed > 100 ? velocity : .zero
      return state.start
    }
    // Sharp again.
    if start != nil, node.storage.state.withLock({ $0.isZooming }) { node.setNeedsDisplay() }
    guard let start, reading != nil else { return }
    if speed > 100 { node.requestTick(after: 0) }
    var view = view(node)
    if view.bearing != start.bearing, abs(remainder(view.bearing, 360)) < snap {
      view.bearing = 0
      show(view, node)
    }
  }

  private static func move(_ event: GestureEvent, _ location: Point, _ node: MapNode) {
    let reading = event.reading
    let state = node.storage.state.withLock { state in
      if reading.scale != 1, reading.scale > 0, reading.scale.isFinite { state.scale = reading.scale }
      if reading.rotation != 0, reading.rotation.isFinite { state.rotation = reading.rotation }
      state.steps += 1
      return state
    }
    guard let start = state.start, let anchor = state.anchor else { return }
    var view = start
    view.zoom = node.value.valid(zoom: start.zoom + log2(state.scale))
    view.bearing = valid(bearing: start.bearing - state.rotation * 180 / .pi)
    show(view.moved(anchor, to: location), node)
    if view.zoom != start.zoom || view.bearing != start.bearing { node.requestTick(after: MapStorage.restDelay) }
  }

  /// Bearing from -180 to 180 degrees.
  private static func valid(bearing: Double) -> Double { remainder(bearing.isFinite ? bearing : 0, 360) }

  /// Shows a view and sends the signals of its changes.
  private static func show(_ view: MapView, _ node: MapNode) {
    let (longitude, latitude, zoom, bearing) = (view.longitude, view.latitude, view.zoom, view.bearing)
    let old = node.update { value -> Map in
      defer {
        (value.longitude, value.latitude, value.zoom, value.bearing) = (longitude, latitude, zoom, bearing)
        value.fits = []
      }
      return value
    }
    if old.longitude != longitude { node.send(longitudeChange, longitude) }
    if old.latitude != latitude { node.send(latitudeChange, latitude) }
    if old.zoom != zoom { node.send(zoomChange, zoom) }
    if old.bearing != bearing { node.send(bearingChange, bearing) }
    if old.longitude != longitude || old.latitude != latitude || old.zoom != zoom || old.bearing != bearing { node.send(moving, ()) }
  }

  /// Turns the map around its center.
  private static func turn(_ node: MapNode, to bearing: Double) {
    var view = view(node)
    view.bearing = valid(bearing: bearing)
    show(view, node)
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
    if node.clustersMarkers, tapCluster(at: location, view, node) { return }
    let places = node.markers.map { MapOrnaments.place($0, view) }
    func distance(_ point: Point) -> Double {
      (point.x - location.x) * (point.x - location.x) + (point.y - location.y) * (point.y - location.y)
    }
    guard let nearest = places.indices.min(by: { distance(places[$0]) < distance(places[$1]) }), distance(places[nearest]) <= reach * reach
    else { return }
    node.send(select, nearest)
  }

  /// Zooms in to the markers of a cluster. Returns whether there is one at the place.
  private static func tapCluster(at location: Point, _ view: MapView, _ node: MapNode) -> Bool {
    let value = node.value
    let groups = value.clusters(view).filter { $0.markers.count > 1 }
    guard
      let cluster = groups.first(where: { group in
        let distance = view.point(group.center) - location
        return distance.x * distance.x + distance.y * distance.y <= reach * reach
      })
    else { return false }
    let places = cluster.markers.map { Place(longitude: value.markers[$0].longitude, latitude: value.markers[$0].latitude) }
    guard var fitting = value.view(fitting: places, view.size) else { return true }
    // Markers at one place cannot be separated; the zoom grows anyway.
    fitting.zoom = value.valid(zoom: max(fitting.zoom, view.zoom + 1))
    show(fitting, node)
    return true
  }

  /// Continues a fling, repeats failed loads, and draws a map sharply when a gesture rests.
  public static func tick(_ node: Node<Map>, at time: Double) -> Double? {
    let (isSharpDue, rest) = node.storage.rest()
    if isSharpDue { node.setNeedsDisplay() }
    let waits = [fling(node, at: time), retryLoads(node, at: time), rest].compactMap(\.self)
    return waits.min()
  }

  private static func fling(_ node: MapNode, at time: Double) -> Double? {
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
      case .left where press.modifiers.contains(.shift) && node.isRotatable: turn(node, to: node.bearing - keyTurn)
      case .right where press.modifiers.contains(.shift) && node.isRotatable: turn(node, to: node.bearing + keyTurn)
      case .character("n") where node.isRotatable && node.bearing != 0: turn(node, to: 0)
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
    var semantics = NodeSemantics(value.isMovable ? .slider : .image, label: node.environmentValues.word(.map))
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
