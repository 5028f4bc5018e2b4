public import Tessera
public import TesseraGeometry
internal import TesseraRender

extension Chart {
  static func frame(_ node: Node<Chart>) -> ChartFrame {
    let (value, environment) = (node.value, node.environmentValues)
    let hidden = node.storage.state.withLock { $0.hidden }
    let box = node.contentRect
    let content = ChartContent(value, hidden: hidden, height: box.height.isFinite ? box.height : 0)
    return ChartFrame(value, content, in: box, ChartLook(environment, scale: environment.scale))
  }

  /// Returns the index of the point or part at a location; nil outside of the plot.
  private static func index(at location: Point, _ frame: ChartFrame, _ chart: Chart) -> Int? {
    guard location.isFinite, chart.kind != .sparkline else { return nil }
    if chart.kind.hasParts { return ChartPie(chart, frame).part(at: location) }
    guard frame.plot.inset(by: -12).contains(location) else { return nil }
    return frame.content.series.first?.series.data.nearest(frame.place(location.x))?.index
  }

  /// Number of points or parts that can be read.
  private static func count(_ frame: ChartFrame, _ chart: Chart) -> Int {
    chart.kind.hasParts ? frame.content.parts.count : frame.content.series.first?.series.data.count ?? 0
  }

  private static func set(_ reading: Int?, _ node: Node<Chart>) {
    let isOther = node.storage.state.withLock { state in
      defer { state.reading = reading }
      return state.reading != reading
    }
    guard isOther else { return }
    node.setNeedsDisplay()
    node.setNeedsSemantics()
    node.send(read, Double(reading ?? -1))
  }

  // MARK: fingers and pointers

  public static func handle(_ event: Event, node: Node<Chart>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return zoomKey(press, node) == .handled ? .handled : handle(press, node)
    case .focus(let isFocused):
      node.storage.state.withLock { $0.isFocused = isFocused }
      if !isFocused { set(nil, node) }
      return .ignored
    case .wheel(let location, let delta): return roll(location, delta, node)
    case .text, .composition, .contextMenu, .pointerButton: return .ignored
    }
  }

  private static func handle(_ touch: Touch, _ node: Node<Chart>) -> EventResponse {
    let (frame, chart) = (frame(node), node.value)
    if touch.phase == .began {
      if !chart.kind.hasParts, let item = frame.items.first(where: { $0.frame.inset(by: -6).contains(touch.location) }) {
        node.storage.state.withLock { ($0.touch, $0.item) = (touch.id, item.index) }
        return .handled
      }
      guard let index = index(at: touch.location, frame, chart) else { return .ignored }
      node.storage.state.withLock { ($0.touch, $0.item) = (touch.id, nil) }
      set(index, node)
      return .handled
    }
    let (isOwn, item) = node.storage.state.withLock { ($0.touch == touch.id, $0.item) }
    guard isOwn else { return .ignored }
    if touch.phase == .moved {
      if item == nil, let index = index(at: touch.location, frame, chart) { set(index, node) }
      return .handled
    }
    node.storage.state.withLock { ($0.touch, $0.item) = (nil, nil) }
    if let item {
      let isInside = frame.items.first { $0.index == item }?.frame.inset(by: -20).contains(touch.location) ?? false
      if touch.phase == .ended, isInside { toggle(item, node) }
    } else {
      set(nil, node)
    }
    return .handled
  }

  /// Hides or shows a series; the last one stays.
  private static func toggle(_ index: Int, _ node: Node<Chart>) {
    let count = min(node.value.series.count, ChartContent.seriesLimit)
    node.storage.state.withLock { state in
      if state.hidden.remove(index) == nil, state.hidden.count + 1 < count { state.hidden.insert(index) }
      state.reading = nil
    }
    node.setNeedsDisplay()
    node.setNeedsSemantics()
  }

  public static func hover(_ node: Node<Chart>, at location: Point?) -> EventResponse {
    guard node.value.kind != .sparkline else { return .ignored }
    let index = location.flatMap { Self.index(at: $0, frame(node), node.value) }
    set(index, node)
    return .handled
  }

  // MARK: keys

  private static func handle(_ press: KeyPress, _ node: Node<Chart>) -> EventResponse {
    guard press.isDown, press.modifiers.isEmpty else { return .ignored }
    let (frame, chart) = (frame(node), node.value)
    let count = count(frame, chart)
    let reading = node.storage.state.withLock { $0.reading }
    guard count > 0 else { return .ignored }
    defer { if let now = node.storage.state.withLock({ $0.reading }), now != reading { reveal(now, node) } }
    func move(_ step: Int) -> EventResponse {
      guard let reading else {
        set(step > 0 ? 0 : count - 1, node)
        return .handled
      }
      // At the ends the focus moves on.
      guard reading + step >= 0, reading + step < count else { return .ignored }
      set(reading + step, node)
      return .handled
    }
    switch press.key {
    // The x axis has its start at the left in both writing directions.
    case .right: return move(1)
    case .left: return move(-1)
    case .next where reading != nil: return move(1)
    case .previous where reading != nil: return move(-1)
    case .pageDown: set(min(count - 1, (reading ?? 0) + max(1, count / 10)), node)
    case .pageUp: set(max(0, (reading ?? count - 1) - max(1, count / 10)), node)
    case .home: set(0, node)
    case .end: set(count - 1, node)
    case .enter, .space: set(reading == nil ? count - 1 : nil, node)
    case .escape:
      guard reading != nil else { return .ignored }
      set(nil, node)
    default: return .ignored
    }
    return .handled
  }

  public static func isFocusable(_ node: Node<Chart>) -> Bool {
    node.value.kind != .sparkline && node.environmentValues.isEnabled && node.value.series.contains { $0.data.count > 0 }
  }

  // MARK: semantics

  public static func semantics(of node: Node<Chart>) -> NodeSemantics {
    let chart = node.value
    var semantics = NodeSemantics(.image, label: chart.title.isEmpty ? nil : chart.title)
    let frame = frame(node)
    if let reading = node.storage.state.withLock({ $0.reading }), let point = ChartReading(chart, frame, reading) {
      semantics.value = point.spoken
    } else {
      semantics.value = summary(chart, frame)
    }
    if chart.kind != .sparkline, !frame.content.isEmpty { semantics.actions = [.increment, .decrement] }
    return semantics
  }

  /// Returns the ranges and last numbers of the series, or the shares of the parts.
  private static func summary(_ chart: Chart, _ frame: ChartFrame) -> String {
    guard !frame.content.isEmpty else { return chart.emptyText ?? frame.look.environment.word(.noData) }
    if chart.kind.hasParts {
      return frame.content.parts.map { "\($0.name) \(Int(($0.share * 100).rounded()))\u{a0}%" }.joined(separator: ", ")
    }
    let unit = chart.unit.isEmpty ? "" : "\u{a0}" + chart.unit
    let decimals = min(6, frame.decimals + 2)
    func words(_ number: Double) -> String { ChartScale.words(number, atMost: decimals) + unit }
    return frame.content.series.prefix(6).map { item in
      let extent = item.series.data.extent(frame.content.span)
      guard !extent.isEmpty, let last = item.series.data.nearest(frame.content.span.upperBound)?.point.y else {
        return chart.emptyText ?? frame.look.environment.word(.noData)
      }
      let name = item.series.name.isEmpty ? "" : item.series.name + ": "
      return name + words(extent.lower) + " – " + words(extent.upper) + ", " + words(last)
    }.joined(separator: "; ")
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Chart>) -> Bool {
    guard part == nil, action == .increment || action == .decrement, node.value.kind != .sparkline else { return false }
    let count = count(frame(node), node.value)
    guard count > 0 else { return false }
    let reading = node.storage.state.withLock { $0.reading }
    let step = action == .increment ? 1 : -1
    set(min(count - 1, max(0, reading.map { $0 + step } ?? (step > 0 ? 0 : count - 1))), node)
    return true
  }
}
