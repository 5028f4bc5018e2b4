public import Tessera
public import TesseraGeometry
public import TesseraRender

/// How a viewport on content that may be larger scrolls: the settings that every node type that scrolls holds. A value; any thread.
///
/// Node types reach its members as their own, see ``ScrollingType``. Where the content is belongs to the node: `Node/contentOffset`.
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
    /// With a subnode's near edge at that of the viewport.
    case start
    /// With a subnode in the middle of the viewport.
    case center
    /// With a subnode's far edge at that of the viewport.
    case end
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
  /// Room beyond the edges of the content, into which it scrolls, logical units: for what lies over the viewport there.
  ///
  /// Content begins behind it, and content at its start stays there when it changes; all other moves only as far as it would lie beyond an edge.
  public var contentInsets = Insets.zero
  /// Whether content gives way beyond its edges, and springs back.
  public var bounces = true
  /// Whether content bounces along an axis along which there is nothing to scroll.
  public var alwaysBounces = false
  /// Whether content comes to rest at multiples of the viewport's size.
  public var isPaging = false
  /// Where content comes to rest otherwise.
  public var snap = Snap.none
  /// How soon a throw comes to rest.
  public var deceleration = Deceleration.normal
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

  /// Makes what scrolls along `axes`.
  public init(_ axes: Axes = .vertical) { self.axes = axes }

  /// What has to be done again after a change.
  public static func invalidation(from old: Scrolling, to new: Scrolling) -> Invalidation {
    var what: Invalidation = []
    if old.axes != new.axes { what.formUnion(.layout) }
    if old.contentInsets != new.contentInsets || old.ready != new.ready || old.tuning != new.tuning { what.formUnion(.scroll) }
    if old.showsIndicators != new.showsIndicators || old.indicatorColor != new.indicatorColor || old.pullToRefresh != new.pullToRefresh {
      what.formUnion(.display)
    }
    return what
  }

  /// Whether there is a setting of pulling to refresh at all.
  var isPullToRefreshOn: Bool {
    get { pullToRefresh != nil }
    set { pullToRefresh = newValue ? pullToRefresh ?? PullToRefresh() : nil }
  }

  /// The axes as a set.
  var axisSet: Set<Axis> {
    switch axes {
    case .vertical: [.vertical]
    case .horizontal: [.horizontal]
    case .both: [.horizontal, .vertical]
    }
  }

  /// How a throw slows down: pages come to rest soon.
  var throwDeceleration: Deceleration { isPaging ? .fast : deceleration }

  /// Factors at which content may rest; those that make no sense count as 1.
  var zoomRange: ClosedRange<Double> {
    func ok(_ value: Double) -> Double { value.isFinite ? min(1000, max(0.001, value)) : 1 }
    return min(ok(minimumZoom), ok(maximumZoom))...max(ok(minimumZoom), ok(maximumZoom))
  }

  /// Whether people can make the content larger or smaller.
  var canZoom: Bool { zoomRange.lowerBound < zoomRange.upperBound }

  /// Whether content may be shown at another factor than 1.
  var isZoomable: Bool { canZoom || zoomRange.lowerBound != 1 }
}
