public import Tessera
internal import TesseraGeometry
public import TesseraRender

/// Pull-to-refresh: releasing content that is pulled down beyond its head requests a refresh. A value.
public struct PullToRefresh: Sendable, Hashable {
  /// Distance that content must be pulled, and the space kept above it during the refresh, logical units; above 0.
  public var height: Double
  /// Colour of the spinner.
  public var color: Color

  /// Makes a setting; a height that is not above 0 counts as 56.
  public init(height: Double = 56, color: Color = .theme(.accent)) {
    self.height = height > 0 && height.isFinite ? height : 56
    self.color = color
  }
}

/// State of a refresh.
struct RefreshState: Sendable, Equatable {
  /// Whether content is being refreshed.
  var isRefreshing = false
  /// Index of the darkest spoke.
  var step = 0
}

extension ScrollPhysics {
  /// Space kept above the content during a refresh.
  var refreshRoom: Double { state.refresh.isRefreshing ? pullToRefresh?.height ?? 0 : 0 }

  /// Whether releasing the content now requests a refresh.
  var isPulledToRefresh: Bool {
    guard let setting = pullToRefresh, !state.refresh.isRefreshing, state.drag != nil, let range = range(.vertical) else { return false }
    return axisSet.contains(.vertical) && range.lowerBound - state.offset.y >= setting.height
  }

  /// Appearance of the spinner at this moment.
  var refreshPicture: SpinnerPicture? {
    guard let setting = pullToRefresh, let metrics = state.metrics, axisSet.contains(.vertical) else { return nil }
    let near = contentInsets.top.isFinite ? contentInsets.top : 0
    // Distance of the content from its resting position.
    let gap = metrics.content.minY - near - state.offset.y
    guard gap > 0.5 else { return nil }
    let isRefreshing = state.refresh.isRefreshing
    let diameter = min(24, setting.height * 0.5)
    // It appears from behind the edge together with the content, and stays in the middle of the space kept for it.
    let center = Point(metrics.size.width / 2, near + gap - setting.height / 2)
    return SpinnerPicture(
      center: center, diameter: diameter, step: isRefreshing ? state.refresh.step : nil, color: setting.color,
      share: isRefreshing ? 1 : min(1, gap / setting.height))
  }
}

extension Node where Value: ScrollingType {
  /// Whether content is being refreshed. Any thread.
  public var isRefreshing: Bool { storage.scroll.state.withLock { $0.refresh.isRefreshing } }

  /// Shows a refresh as if the user had pulled, but does not send ``ScrollingType/refresh``. Any thread.
  public func beginRefreshing() {
    updateScrolling { scroll in
      guard scroll.pullToRefresh != nil, !scroll.state.refresh.isRefreshing else { return }
      let wasAtHead = scroll.range(.vertical).map { scroll.state.offset.y <= $0.lowerBound } ?? true
      scroll.state.refresh.isRefreshing = true
      if wasAtHead, scroll.state.drag == nil { scroll.lead(to: Point(scroll.state.offset.x, -.greatestFiniteMagnitude)) }
    }
    requestTick(after: 0)
  }

  /// Ends the refresh and closes the space above the content. Any thread.
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
