public import Tessera
public import TesseraGeometry
public import TesseraRender

/// How a window on content that may be larger scrolls, and where it is: what every node type that scrolls holds. A value; any thread.
///
/// Node types reach its members as their own, see ``ScrollingType``.
public struct Scrolling: Sendable, Equatable {
  /// Along which the content moves.
  public enum Axes: String, Sendable, CaseIterable, Hashable {
    /// Subnodes stand in a column that moves up and down.
    case vertical
    /// Subnodes stand in a row that moves sideways.
    case horizontal
    /// Subnodes stand as the style says, and move both ways.
    case both
  }

  /// Where the content comes to rest.
  public enum Snap: String, Sendable, CaseIterable, Hashable {
    /// Anywhere.
    case none
    /// With a subnode's near edge at that of the window.
    case start
    /// With a subnode in the middle of the window.
    case center
    /// With a subnode's far edge at that of the window.
    case end
  }

  /// How soon a throw comes to rest.
  public enum Slowing: String, Sendable, CaseIterable, Hashable {
    /// After about half of its speed.
    case normal
    /// After about a tenth of its speed.
    case fast
  }

  /// How much is kept ready.
  public enum Ready: String, Sendable, CaseIterable, Hashable {
    /// Little until the content first moved, then all.
    case automatic
    /// As ``RangeMode/minimum``.
    case minimum
    /// As ``RangeMode/full``.
    case full
    /// As ``RangeMode/visibleOnly``.
    case visibleOnly
    /// As ``RangeMode/lowMemory``.
    case lowMemory
  }

  /// The axes along which the content moves.
  public var axes = Axes.vertical
  /// What lies at the top left corner of the window, in the coordinates of the content, logical units. Setting it ends any motion; it is
  /// kept within the content when that is laid out.
  public var contentOffset: Point {
    get { state.offset - state.origin }
    set { if newValue.isFinite { jump(to: newValue + state.origin) } }
  }
  /// Room beyond the edges of the content, into which it scrolls, logical units: for what lies over the window there.
  ///
  /// Content begins behind it, and content at its start stays there when it changes; all other moves only as far as it would lie beyond an edge.
  public var contentInsets = Insets.zero { didSet { followInsets(from: oldValue) } }
  /// Whether content gives way beyond its edges, and springs back.
  public var bounces = true
  /// Whether content bounces along an axis along which there is nothing to scroll.
  public var alwaysBounces = false
  /// Whether content comes to rest at multiples of the window's size.
  public var isPaging = false
  /// Where content comes to rest otherwise.
  public var snap = Snap.none
  /// How soon a throw comes to rest.
  public var slowing = Slowing.normal
  /// Whether a finger that moves mainly along one axis moves content along that axis alone.
  public var isDirectionalLocked = false
  /// Whether people can scroll; the program always can.
  public var isScrollEnabled = true
  /// Whether a bar shows, while content moves, how much of it is seen.
  public var showsIndicators = true
  /// The colour of these bars.
  public var indicatorColor = Color(red: 0, green: 0, blue: 0, alpha: 0.45)
  /// How much is kept ready.
  public var ready = Ready.automatic
  /// How far what is kept ready extends.
  public var tuning = RangeTuning()
  /// Whether content that is pulled down beyond its head is asked for anew, and how that is shown; nil: not.
  public var pullToRefresh: PullToRefresh?
  /// The least and the largest factor at which the content of a ``Scroll`` is shown: two fingers, two taps and the program change it between these.
  public var minimumZoom = 1.0
  /// The largest factor.
  public var maximumZoom = 1.0
  /// What moves, and within which bounds.
  var state = ScrollState()

  /// Makes what scrolls along `axes`.
  public init(_ axes: Axes = .vertical) { self.axes = axes }

  /// How fast the content moves, logical units a second; positive towards larger offsets.
  public var velocity: Point { state.velocity }
  /// What the content takes, padding included, in its own coordinates; nil before the first layout.
  public var contentBounds: Rect? { state.metrics.map { $0.content.offset(by: state.origin * -1) } }
  /// Whether a finger moves the content.
  public var isDragging: Bool { state.drag != nil }
  /// Whether the content moves by itself.
  public var isMoving: Bool { !state.motions.isEmpty || state.zooming.motion != nil }

  /// What has to be done again after a change.
  public static func invalidation(from old: Scrolling, to new: Scrolling) -> Invalidation {
    var what: Invalidation = []
    if old.axes != new.axes { what.formUnion(.layout) }
    if old.state.offset != new.state.offset || old.contentInsets != new.contentInsets || old.ready != new.ready || old.tuning != new.tuning
      || old.state.zooming.scale != new.state.zooming.scale
    {
      what.formUnion(.scroll)
    }
    if old.indicators != new.indicators { what.formUnion(.display) }
    return what
  }

  /// The axes as a set.
  var axisSet: Set<Axis> {
    switch axes {
    case .vertical: [.vertical]
    case .horizontal: [.horizontal]
    case .both: [.horizontal, .vertical]
    }
  }

  var deceleration: Deceleration { slowing == .fast || isPaging ? .fast : .normal }

  /// How much is kept ready where memory is so short.
  func mode(_ pressure: MemoryPressure) -> RangeMode {
    switch pressure {
    case .none: mode
    case .moderate: mode == .lowMemory ? .lowMemory : .visibleOnly
    case .critical: .lowMemory
    }
  }

  var mode: RangeMode {
    switch ready {
    case .automatic: state.hasMoved ? .full : .minimum
    case .minimum: .minimum
    case .full: .full
    case .visibleOnly: .visibleOnly
    case .lowMemory: .lowMemory
    }
  }
}
