public import Tessera
internal import TesseraGeometry
public import TesseraRender

/// Content that is pulled down beyond its head and let go of is asked for anew. A value.
public struct PullToRefresh: Sendable, Hashable {
  /// How far content has to be pulled, and how much room is kept above it while it is fetched, logical units; above 0.
  public var height: Double
  /// The colour of what turns meanwhile.
  public var color: Color

  /// Makes a setting; a height that is not above 0 counts as 56.
  public init(height: Double = 56, color: Color = Color(red: 0.4, green: 0.4, blue: 0.4)) {
    self.height = height > 0 && height.isFinite ? height : 56
    self.color = color
  }
}

/// How far a refresh has come.
struct RefreshState: Sendable, Equatable {
  /// Whether content is being fetched.
  var isRefreshing = false
  /// Which spoke is darkest.
  var step = 0
}

extension ScrollPhysics {
  /// Room kept above the content while it is fetched anew.
  var refreshRoom: Double { state.refresh.isRefreshing ? pullToRefresh?.height ?? 0 : 0 }

  /// Whether a finger that lets go now asks for new content.
  var isPulledToRefresh: Bool {
    guard let setting = pullToRefresh, !state.refresh.isRefreshing, state.drag != nil, let range = range(.vertical) else { return false }
    return axisSet.contains(.vertical) && range.lowerBound - state.offset.y >= setting.height
  }

  /// What shows the refresh at this moment.
  var refreshPicture: SpinnerPicture? {
    guard let setting = pullToRefresh, let metrics = state.metrics, axisSet.contains(.vertical) else { return nil }
    let near = contentInsets.top.isFinite ? contentInsets.top : 0
    // From where content rests to where it is.
    let gap = metrics.content.minY - near - state.offset.y
    guard gap > 0.5 else { return nil }
    let isRefreshing = state.refresh.isRefreshing
    let diameter = min(24, setting.height * 0.5)
    // It comes out from behind the edge with the content, and stays in the middle of the room that is kept for it.
    let center = Point(metrics.size.width / 2, near + gap - setting.height / 2)
    return SpinnerPicture(
      center: center, diameter: diameter, step: isRefreshing ? state.refresh.step : nil, color: setting.color,
      share: isRefreshing ? 1 : min(1, gap / setting.height))
  }
}

extension Node where Value: ScrollingType {
  /// Whether content is being fetched anew. Any thread.
  public var isRefreshing: Bool { storage.scroll.state.withLock { $0.refresh.isRefreshing } }

  /// Shows that content is being fetched anew, as if a person had pulled it, but sends no ``ScrollingType/refresh``. Any thread.
  public func beginRefreshing() {
    updateScrolling { scroll in
      guard scroll.pullToRefresh != nil, !scroll.state.refresh.isRefreshing else { return }
      let wasAtHead = scroll.range(.vertical).map { scroll.state.offset.y <= $0.lowerBound } ?? true
      scroll.state.refresh.isRefreshing = true
      if wasAtHead, scroll.state.drag == nil { scroll.lead(to: Point(scroll.state.offset.x, -.greatestFiniteMagnitude)) }
    }
    requestTick(after: 0)
  }

  /// Content is there: the room above it closes. Any thread.
  public func endRefreshing() {
    updateScrolling { scroll in
      guard scroll.state.refresh.isRefreshing else { return }
      scroll.state.refresh.isRefreshing = false
      guard scroll.state.drag == nil, let range = scroll.range(.vertical), scroll.state.offset.y < range.lowerBound else { return }
      scroll.lead(to: scroll.state.offset)
    }
    requestTick(after: 0)
  }
}
