internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Movement of content: settings of a scrolling node and state of its content. A value that is created for each query and each change.
struct ScrollPhysics: Sendable {
  let settings: Scrolling
  var state: ScrollState

  init(_ settings: Scrolling, _ state: ScrollState = ScrollState()) { (self.settings, self.state) = (settings, state) }

  // Settings of the program.

  var axes: Scrolling.Axes { settings.axes }
  var axisSet: Set<Axis> { settings.axisSet }
  var contentInsets: Insets { settings.contentInsets }
  var bounces: Bool { settings.bounces }
  var alwaysBounces: Bool { settings.alwaysBounces }
  var isPaging: Bool { settings.isPaging }
  var snap: Scrolling.Snap { settings.snap }
  var throwDeceleration: Deceleration { settings.throwDeceleration }
  var isDirectionalLocked: Bool { settings.isDirectionalLocked }
  var isScrollEnabled: Bool { settings.isScrollEnabled }
  var showsIndicators: Bool { settings.showsIndicators }
  var indicatorColor: Color { settings.indicatorColor }
  var tuning: RangeTuning { settings.tuning }
  var pullToRefresh: PullToRefresh? { settings.pullToRefresh }
  var zoomRange: ClosedRange<Double> { settings.zoomRange }
  var canZoom: Bool { settings.canZoom }
  var isZoomable: Bool { settings.isZoomable }

  // State of the content.

  /// Point of the content at the top left corner of the viewport, in the coordinates of the content.
  var contentOffset: Point { state.offset - state.origin }
  var velocity: Point { state.velocity }
  var isDragging: Bool { state.drag != nil }
  var isMoving: Bool { state.isMoving }

  /// Returns the range mode of a node: at most that of its memory pressure, of its place below other screens, and of a display that is off.
  func mode(in node: AnyNode) -> RangeMode {
    let mode = mode(node.memoryPressure).limited(to: RangeMode(visibilityDepth: node.visibilityDepth))
    return node.isDisplayAsleep ? mode.limited(to: .visibleOnly) : mode
  }

  private func mode(_ pressure: MemoryPressure) -> RangeMode {
    switch pressure {
    case .none: mode
    case .moderate: mode == .lowMemory ? .lowMemory : .visibleOnly
    case .critical: .lowMemory
    }
  }

  var mode: RangeMode {
    switch settings.ready {
    case .automatic: state.hasMoved ? .full : .minimum
    case .minimum: .minimum
    case .full: .full
    case .visibleOnly: .visibleOnly
    case .lowMemory: .lowMemory
    }
  }
}
