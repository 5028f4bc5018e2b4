internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension ScrollPhysics {
  /// Time that a bar stays after the content has stopped, and duration of its fading, seconds.
  private static let stay = 0.4
  private static let fade = StandardMotion.scrollBar.seconds
  private static let thickness = 3.0
  private static let margin = 2.0
  private static let leastLength = 24.0

  /// Bars in the node's coordinates.
  struct Indicators: Sendable, Equatable {
    var bars: [Rect] = []
    var opacity = 0.0
    var color = Color.black
    /// Spinner of a refresh.
    var spinner: SpinnerPicture?

    /// Draw plan of the bars.
    var plan: DrawPlan {
      guard let bounds else { return .nothing }
      return .pixels(bounds: bounds) { draw(in: $0) }
    }

    /// Returns the indicators with the colours of an environment. Colours of invisible parts are not read.
    func resolved(in environment: EnvironmentValues) -> Indicators {
      var result = self
      if opacity > 0 { result.color = color.resolved(in: environment) }
      if let spinner { result.spinner?.color = spinner.color.resolved(in: environment) }
      return result
    }

    /// Bounds of the visible parts; nil if nothing is visible.
    var bounds: Rect? {
      let all = (opacity > 0 ? bars : []) + (spinner.map { [$0.bounds] } ?? [])
      return all.first.map { first in all.dropFirst().reduce(first) { $0.union($1) } }
    }
  }

  /// Returns the bars in a box of `width`. In right-to-left layout the vertical bar is on the left.
  func indicators(width: Double, isRightToLeft: Bool) -> Indicators {
    var result = indicators
    guard isRightToLeft else { return result }
    for i in result.bars.indices where result.bars[i].height > result.bars[i].width {
      result.bars[i].origin.x = width - result.bars[i].maxX
    }
    return result
  }

  /// Bars in left-to-right layout.
  var indicators: Indicators {
    let spinner = pullToRefresh == nil ? nil : refreshPicture
    guard showsIndicators, state.indicatorOpacity > 0, let metrics = state.metrics else { return Indicators(spinner: spinner) }
    let bars = Axis.allCases.compactMap { axis -> Rect? in
      guard axisSet.contains(axis), let range = range(axis), range.upperBound > range.lowerBound else { return nil }
      let viewport = metrics.size[axis]
      let track = viewport - 2 * Self.margin
      let whole = range.upperBound - range.lowerBound + viewport
      let at = state.offset[axis]
      // Beyond a bound the bar is shortened by the overshoot.
      let excess = max(0, range.lowerBound - at, at - range.upperBound)
      let length = max(Self.thickness * 2, max(min(track, Self.leastLength), track * viewport / whole) - excess)
      guard track > length else { return nil }
      let share = min(1, max(0, (at - range.lowerBound) / (range.upperBound - range.lowerBound)))
      var bar = Rect(0, 0, Self.thickness, Self.thickness)
      bar.origin[axis] = Self.margin + (track - length) * share
      bar.size[axis] = length
      bar.origin[axis.cross] = metrics.size[axis.cross] - Self.margin - Self.thickness
      return bar
    }
    return Indicators(bars: bars, opacity: state.indicatorOpacity, color: indicatorColor, spinner: spinner)
  }

  /// Whether the content moves or its bars fade without further input.
  var isSettling: Bool { state.isMoving || state.drag == nil && state.indicatorOpacity > 0 }

  /// Fades the bars once nothing moves. Returns the seconds until the next tick.
  mutating func fadeIndicators(at time: Double) -> Double? {
    guard state.indicatorOpacity > 0 else { return nil }
    guard state.drag == nil else {
      state.indicatorEnd = nil
      return nil
    }
    let end = state.indicatorEnd ?? time + Self.stay
    state.indicatorEnd = end
    if time < end { return end - time }
    state.indicatorOpacity = max(0, 1 - (time - end) / Self.fade)
    if state.indicatorOpacity == 0 {
      state.indicatorEnd = nil
      return nil
    }
    return 1.0 / 60
  }
}

extension ScrollPhysics.Indicators {
  func draw(in canvas: borrowing Canvas) {
    spinner?.draw(in: canvas)
    guard opacity > 0 else { return }
    var color = color
    color.alpha *= Float(opacity)
    for bar in bars {
      canvas.fill(RoundedRect(bar, radii: CornerRadii(min(bar.width, bar.height) / 2)), .color(color))
    }
  }
}
