/// Bias of a box along one axis of its inset-modified containing block.
enum Bias { case start, middle, end }

/// One axis of the inset-modified containing block, from the start of the box's own lines.
///
/// Source: CSS Positioned Layout 3, sections 4.2 to 4.6.
struct InsetModifiedAxis {
  let size: Double
  let start: Double?
  let end: Double?
  /// Static position and the edge at that point.
  let point: Double
  let edge: Bias
  var alignment = Bias.start
  /// Default side: the start of the containing block.
  var defaultBias = Bias.start
  var isSafe = false
  var keepsInside = false
  /// The containing block scrolls: content may extend beyond its end.
  var mayPassEnd = false
  /// The containing block scrolls backwards: content may extend beyond its start.
  var mayPassStart = false

  var low = 0.0
  var high = 0.0
  private var bias = Bias.start

  init(size: Double, start: Double?, end: Double?, point: Double, edge: Bias) {
    self.size = size < unlimited ? size : largestLength
    self.start = start
    self.end = end
    self.point = point
    self.edge = edge
  }

  var hasAutoInset: Bool { start == nil || end == nil }
  var available: Double { max(0, size - low - high) }

  /// Computes the space and the bias of the box.
  mutating func resolve() {
    if start == nil, end == nil {
      bias = edge
      switch edge {
      case .start: (low, high) = (point, 0)
      case .middle:
        let half = min(point, size - point)
        (low, high) = (point - half, size - point - half)
      case .end: (low, high) = (0, size - point)
      }
    } else {
      (low, high) = (start ?? 0, end ?? 0)
      bias = start == nil ? .end : end == nil ? .start : alignment
    }
    // Negative space is removed at the weaker side, the one that alignment does not decide.
    let room = size - low - high
    if room < 0 {
      let lean = hasAutoInset ? bias : defaultBias
      shift(lean, room)
    }
  }

  /// Moves the weaker edge so that the space shrinks by `amount`.
  private mutating func shift(_ bias: Bias, _ amount: Double) {
    switch bias {
    case .start: high += amount
    case .end: low += amount
    case .middle:
      low += amount / 2
      high += amount / 2
    }
  }

  /// Returns the start of the border box.
  ///
  /// A nil margin means automatic.
  func place(extent: Double, startMargin: Double?, endMargin: Double?, startIsDominant: Bool, isVertical: Bool) -> Double {
    if !hasAutoInset, startMargin == nil || endMargin == nil {
      let free = size - low - high - extent - (startMargin ?? 0) - (endMargin ?? 0)
      var margin = startMargin ?? free
      if startMargin == nil, endMargin == nil {
        margin = free > 0 || isVertical ? free / 2 : startIsDominant ? 0 : free
      }
      return low + margin
    }
    var copy = self
    let outer = extent + (startMargin ?? 0) + (endMargin ?? 0)
    let free = size - low - high - outer
    var lean = bias
    let appliesSafe = isSafe && free < 0
    if appliesSafe { lean = defaultBias }
    copy.shift(lean, free)
    if keepsInside, !hasAutoInset, !appliesSafe {
      // Default overflow alignment: shifted back into the space if it fits there, else into the containing block, start first.
      let fits = outer <= size - low - high
      let safeLow = fits ? low : mayPassStart ? -largestLength : min(low, 0)
      let safeHigh = fits ? high : mayPassEnd ? -largestLength : min(high, 0)
      if copy.high < safeHigh {
        copy.low += copy.high - safeHigh
        copy.high = safeHigh
      }
      if copy.low < safeLow {
        copy.high += copy.low - safeLow
        copy.low = safeLow
      }
    }
    return copy.low + (startMargin ?? 0)
  }
}
