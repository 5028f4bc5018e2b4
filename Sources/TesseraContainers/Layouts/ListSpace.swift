internal import TesseraGeometry

/// Rectangle by its extents along the list's axis and across it. Both grow in reading direction, from the edges of the viewport at scroll
/// offset 0.
struct FlowRect: Equatable {
  /// Start along the axis.
  var start: Double
  /// Extent along the axis.
  var length: Double
  /// Start across the axis.
  var cross: Double
  /// Extent across the axis.
  var breadth: Double

  /// End along the axis.
  var end: Double { start + length }
}

/// Minimum and maximum extents along the list's axis and across it.
struct FlowRange: Equatable {
  var length: ClosedRange<Double>
  var breadth: ClosedRange<Double>

  /// Returns a range of exactly this breadth and any length.
  static func breadth(_ breadth: Double) -> FlowRange { FlowRange(length: 0...Double.infinity, breadth: breadth...breadth) }
}

/// Viewport of a list and the orientation of the list's axis in it.
struct ListSpace: Sendable, Equatable {
  let axis: Axis
  let viewport: Size
  let insets: Insets
  let isRightToLeft: Bool
  let scale: Double
  /// Extent of the content across the axis; at least that of the viewport.
  let breadth: Double

  init(_ axis: Axis, _ metrics: ListMetrics, contentBreadth: Double? = nil) {
    self.axis = axis
    viewport = metrics.viewport
    insets = metrics.insets
    isRightToLeft = metrics.isRightToLeft
    scale = metrics.scale
    let least = metrics.viewport[axis.cross]
    breadth = contentBreadth.map { $0 > least ? min($0, ListMetrics.longest) : least } ?? least
  }

  /// Extent of the viewport along the axis.
  var extent: Double { viewport[axis] }

  /// Returns insets in reading direction: before and after along the axis, before and after across it.
  func flow(_ insets: Insets) -> (before: Double, after: Double, near: Double, far: Double) {
    let left = isRightToLeft ? insets.right : insets.left
    let right = isRightToLeft ? insets.left : insets.right
    return axis == .vertical ? (insets.top, insets.bottom, left, right) : (left, right, insets.top, insets.bottom)
  }

  func rect(_ flow: FlowRect) -> Rect {
    let across = axis == .vertical && isRightToLeft ? viewport.width - flow.cross - flow.breadth : flow.cross
    let along = axis == .horizontal && isRightToLeft ? extent - flow.start - flow.length : flow.start
    return axis == .vertical
      ? Rect(across, along, flow.breadth, flow.length) : Rect(along, across, flow.length, flow.breadth)
  }

  func flow(_ rect: Rect) -> FlowRect {
    let (along, length) = (rect.origin[axis], rect.size[axis])
    let (across, breadth) = (rect.origin[axis.cross], rect.size[axis.cross])
    return FlowRect(
      start: axis == .horizontal && isRightToLeft ? extent - along - length : along, length: length,
      cross: axis == .vertical && isRightToLeft ? viewport.width - across - breadth : across, breadth: breadth)
  }

  func range(_ range: FlowRange) -> SizeRange {
    var result = SizeRange.unlimited
    result.min[axis] = range.length.lowerBound
    result.max[axis] = range.length.upperBound
    result.min[axis.cross] = range.breadth.lowerBound
    result.max[axis.cross] = range.breadth.upperBound
    return result
  }

  /// Returns the nearest multiple of a pixel.
  func rounded(_ value: Double) -> Double { (value * scale).rounded() / scale }
  /// Returns the next higher multiple of a pixel; rounding errors are ignored.
  func roundedUp(_ value: Double) -> Double { (value * scale - 1e-4).rounded(.up) / scale }
}
