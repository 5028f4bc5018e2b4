public import Tessera
internal import TesseraGeometry

// Zoom and pan: two fingers, a wheel and keys show a part of the places.

extension Chart: GestureRecognizingType {
  /// Smallest shown part of all places.
  private static let leastShare = 1e-6

  public static var recognizers: [GestureRecognizer] {
    let pinch = GestureRecognizer(priority: 1, make: { node in canZoom(node) ? PinchGesture() : nil }) { event in
      (event.node as? ChartNode).map { keepAnchor(event, $0) }
    }
    let pan = GestureRecognizer(make: { node in isZoomed(node) ? PanGesture(axis: .horizontal) : nil }) { event in
      (event.node as? ChartNode).map { keepAnchor(event, $0) }
    }
    return [pinch, pan]
  }

  private static func canZoom(_ node: AnyNode) -> Bool {
    guard let node = node as? ChartNode, node.value.zooms, node.environmentValues.isEnabled else { return false }
    return !node.value.kind.hasParts && node.value.kind != .sparkline
  }

  private static func isZoomed(_ node: AnyNode) -> Bool { canZoom(node) && (node as? ChartNode)?.value.shownRange != nil }

  /// Keeps the place that was under the middle of the fingers below it.
  private static func keepAnchor(_ event: GestureEvent, _ node: ChartNode) {
    let (reading, frame) = (event.reading, frame(node))
    guard reading.location.isFinite, frame.plot.width > 0 else { return }
    if event.phase == .began {
      let start = frame.content.span
      let place = frame.place(reading.location.x - reading.translation.x)
      node.storage.state.withLock { $0.zoom = ChartStorage.Zoom(span: start, place: place) }
    }
    guard let zoom = node.storage.state.withLock({ $0.zoom }) else { return }
    let scale = reading.scale.isFinite && reading.scale > 0 ? reading.scale : 1
    let length = (zoom.span.upperBound - zoom.span.lowerBound) / scale
    show(zoom.place - length * (reading.location.x - frame.plot.minX) / frame.plot.width, length, node)
    if event.phase == .ended || event.phase == .cancelled { node.storage.state.withLock { $0.zoom = nil } }
  }

  /// Shows a part of the places, within all of them; all of them if the part is as long.
  static func show(_ start: Double, _ length: Double, _ node: ChartNode) {
    let full = frame(node).content.full
    let all = full.upperBound - full.lowerBound
    guard start.isFinite, length.isFinite, all > 0 else { return }
    let length = min(all, max(all * leastShare, length))
    let low = min(full.upperBound - length, max(full.lowerBound, start))
    let range = length >= all * 0.999_999 ? nil : low...low + length
    guard range != node.value.shownRange else { return }
    node.shownRange = range
    node.send(zoom, range ?? full)
  }

  /// Shows `factor` times as many places, around one of them.
  private static func zoom(by factor: Double, around place: Double, _ node: ChartNode) {
    let span = frame(node).content.span
    let length = (span.upperBound - span.lowerBound) * factor
    show(place - (place - span.lowerBound) * factor, length, node)
  }

  /// A wheel changes a chart that has the focus; else the page scrolls.
  static func roll(_ location: Point, _ delta: Point, _ node: ChartNode) -> EventResponse {
    guard canZoom(node), node.storage.state.withLock({ $0.isFocused }), delta.isFinite, location.isFinite else { return .ignored }
    let frame = frame(node)
    let span = frame.content.span
    if abs(delta.x) > abs(delta.y) {
      guard node.value.shownRange != nil else { return .ignored }
      let length = span.upperBound - span.lowerBound
      show(span.lowerBound + delta.x / max(1, frame.plot.width) * length, length, node)
    } else if delta.y != 0 {
      zoom(by: min(4, max(0.25, 1 + delta.y / 200)), around: frame.place(location.x), node)
    }
    return .handled
  }

  /// Plus and minus zoom around the read point or the middle, 0 shows everything; Shift with an arrow key moves by a quarter.
  static func zoomKey(_ press: KeyPress, _ node: ChartNode) -> EventResponse {
    guard press.isDown, canZoom(node), press.modifiers.isEmpty || press.modifiers == .shift else { return .ignored }
    let frame = frame(node)
    let span = frame.content.span
    let length = span.upperBound - span.lowerBound
    let read = node.storage.state.withLock { $0.reading }.flatMap { frame.content.series.first?.series.data.point($0)?.x }
    let middle = read.flatMap { span.contains($0) ? $0 : nil } ?? (span.lowerBound + span.upperBound) / 2
    switch press.key {
    case .character("+"), .character("="): zoom(by: 0.5, around: middle, node)
    case .character("-"): zoom(by: 2, around: middle, node)
    case .character("0"): show(span.lowerBound, .greatestFiniteMagnitude, node)
    case .left where press.modifiers == .shift: show(span.lowerBound - length / 4, length, node)
    case .right where press.modifiers == .shift: show(span.lowerBound + length / 4, length, node)
    default: return .ignored
    }
    return .handled
  }

  /// Moves the shown part so that it contains the point that keys read.
  static func reveal(_ index: Int, _ node: ChartNode) {
    guard node.value.shownRange != nil else { return }
    let content = frame(node).content
    guard let place = content.series.first?.series.data.point(index)?.x, place.isFinite, !content.span.contains(place) else { return }
    let length = content.span.upperBound - content.span.lowerBound
    show(place < content.span.lowerBound ? place - length * 0.1 : place - length * 0.9, length, node)
  }
}
