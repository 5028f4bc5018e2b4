public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Scroll settings of all scrolling node types: a viewport on content that may be larger. A value; any thread.
///
/// Node types have these members themselves, see ``ScrollingType``. The position of the content belongs to the node: `Node/contentOffset`.
public struct Scrolling: Sendable, Equatable {
  /// Scroll axes.
  public enum Axes: String, Sendable, CaseIterable, Hashable {
    /// Subnodes are in a column that scrolls vertically.
    case vertical
    /// Subnodes are in a row that scrolls horizontally.
    case horizontal
    /// Subnodes are arranged by the style and scroll along both axes.
    case both

    /// Creates the axes of a set; an empty one counts as vertical.
    init(_ axes: Set<Axis>) { self = axes.count > 1 ? .both : axes.contains(.horizontal) ? .horizontal : .vertical }
  }

  /// Snap position of the content.
  public enum Snap: String, Sendable, CaseIterable, Hashable {
    /// No snapping.
    case none
    /// A subnode's near edge at that of the viewport.
    case start
    /// A subnode's middle at that of the viewport.
    case center
    /// A subnode's far edge at that of the viewport.
    case end
  }

  /// Amount of content to keep ready.
  public enum Ready: String, Sendable, CaseIterable, Hashable {
    /// Minimum until the content first moved, then full.
    case automatic
    /// Like ``RangeMode/minimum``.
    case minimum
    /// Like ``RangeMode/full``.
    case full
    /// Like ``RangeMode/visibleOnly``.
    case visibleOnly
    /// Like ``RangeMode/lowMemory``.
    case lowMemory
  }

  /// Scroll axes of the content.
  public var axes = Axes.vertical
  /// Additional scroll range beyond the edges of the content, for parts of the viewport that are covered, for example by a bar. Logical
  /// units.
  ///
  /// Content begins after them. When they change, content at its start stays at its start; other content moves only as far as it would
  /// exceed the bounds.
  public var contentInsets = Insets.zero
  /// Whether content rubber-bands beyond its bounds and springs back.
  public var bounces = true
  /// Whether content also bounces along an axis without anything to scroll.
  public var alwaysBounces = false
  /// Whether content snaps to multiples of the viewport's size.
  public var isPaging = false
  /// Length by which the distance between two pages is shorter than the viewport, logical units.
  var pageOverlap = 0.0
  /// Snap position of content without paging.
  public var snap = Snap.none
  /// Deceleration of flings.
  public var deceleration = Deceleration.normal
  /// Whether a drag that is mainly along one axis scrolls only along that axis.
  public var isDirectionalLocked = false
  /// Whether the user can scroll; the program always can.
  public var isScrollEnabled = true
  /// Whether scroll bars are shown while content moves.
  public var showsIndicators = true
  /// Colour of the scroll bars.
  public var indicatorColor = Color.theme(.ink).opacity(0.45)
  /// Amount of content to keep ready.
  public var ready = Ready.automatic
  /// Extents of the ranges.
  public var tuning = RangeTuning()
  /// Settings of pull-to-refresh; nil disables it.
  public var pullToRefresh: PullToRefresh?
  /// Minimum scale of the content of a ``Scroll``. Pinch and double-tap gestures and the program change the scale between minimum and
  /// maximum.
  public var minimumZoom = 1.0
  /// Maximum scale.
  public var maximumZoom = 1.0

  /// Creates settings for scrolling along `axes`.
  public init(_ axes: Axes = .vertical) { self.axes = axes }

  /// By hand: the members of all types that scroll, of which some affect the ranges alone.
  public static func invalidation(from old: Scrolling, to new: Scrolling) -> Invalidation {
    var what: Invalidation = []
    if old.axes != new.axes { what.formUnion(.layout) }
    if old.contentInsets != new.contentInsets || old.ready != new.ready || old.tuning != new.tuning { what.formUnion(.scroll) }
    if old.showsIndicators != new.showsIndicators || old.indicatorColor != new.indicatorColor || old.pullToRefresh != new.pullToRefresh {
      what.formUnion(.display)
    }
    return what
  }

  /// Whether pull-to-refresh is enabled.
  var isPullToRefreshOn: Bool {
    get { pullToRefresh != nil }
    set { pullToRefresh = newValue ? pullToRefresh ?? PullToRefresh() : nil }
  }

  /// Returns the distance between two pages in a viewport of this length.
  func pageStride(_ length: Double) -> Double { max(1, length - pageOverlap) }

  /// Axes as a set.
  var axisSet: Set<Axis> {
    switch axes {
    case .vertical: [.vertical]
    case .horizontal: [.horizontal]
    case .both: [.horizontal, .vertical]
    }
  }

  /// Deceleration of a fling; with paging it is fast.
  var throwDeceleration: Deceleration { isPaging ? .fast : deceleration }

  /// Range of scales; invalid limits are treated as 1.
  var zoomRange: ClosedRange<Double> {
    func ok(_ value: Double) -> Double { value.isFinite ? min(1000, max(0.001, value)) : 1 }
    return min(ok(minimumZoom), ok(maximumZoom))...max(ok(minimumZoom), ok(maximumZoom))
  }

  /// Whether the user can change the scale.
  var canZoom: Bool { zoomRange.lowerBound < zoomRange.upperBound }

  /// Whether the scale may differ from 1.
  var isZoomable: Bool { canZoom || zoomRange.lowerBound != 1 }
}
