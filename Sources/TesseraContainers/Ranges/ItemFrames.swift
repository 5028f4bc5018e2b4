public import TesseraGeometry

/// Frames of a container's items, with lookup by area. A value; any thread.
///
/// Items that follow one another along an axis, as in a list, are found by binary search, others by linear search.
public struct ItemFrames: Sendable {
  /// Frames in the coordinates of the content, logical units.
  public let frames: [Rect]
  /// Axis along which the items' near edges ascend, if there is one.
  private let axis: Axis?
  /// Maximum far edge of each item and all before it; empty without an axis.
  private let reach: [Double]

  /// Creates a lookup of `frames`. Infinite, NaN and negative frames touch nothing. Complexity: linear.
  public init(_ frames: [Rect]) {
    self.frames = frames
    axis = [Axis.vertical, .horizontal].first { axis in
      var last = -Double.infinity
      for frame in frames where Self.isUsable(frame) {
        guard frame.origin[axis] >= last else { return false }
        last = frame.origin[axis]
      }
      return frames.allSatisfy(Self.isUsable)
    }
    var reach: [Double] = []
    if let axis {
      reach.reserveCapacity(frames.count)
      var farthest = -Double.infinity
      for frame in frames {
        farthest = max(farthest, frame.origin[axis] + frame.size[axis])
        reach.append(farthest)
      }
    }
    self.reach = reach
  }

  /// Number of items.
  public var count: Int { frames.count }

  /// Returns the items that touch `area`: those that share an area with it, and empty ones inside it or on its edge.
  ///
  /// Complexity: logarithmic in the items before the area and linear in those along it, for items that follow one another; else linear.
  public func items(touching area: Rect) -> IndexRanges {
    var result = IndexRanges()
    guard let axis else {
      for (i, frame) in frames.enumerated() where Self.touches(frame, area) { result.append(i..<i + 1) }
      return result
    }
    let near = area.origin[axis]
    let far = near + area.size[axis]
    let low = Self.firstIndex(below: frames.count) { reach[$0] >= near }
    let high = Self.firstIndex(below: frames.count) { frames[$0].origin[axis] > far }
    guard low < high else { return result }
    // Nearly all of them touch it; one that does not ends a run.
    var start = low
    for i in low..<high where !Self.meets(frames[i], area) {
      result.append(start..<i)
      start = i + 1
    }
    result.append(start..<high)
    return result
  }

  /// Returns the first index for which `isPast` is true, if it is true for all following ones too.
  private static func firstIndex(below count: Int, _ isPast: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func isUsable(_ frame: Rect) -> Bool { frame.isFinite && frame.width >= 0 && frame.height >= 0 }

  /// Returns whether an item at `frame` touches `area`.
  static func touches(_ frame: Rect, _ area: Rect) -> Bool { isUsable(frame) && meets(frame, area) }

  /// Like `touches`, for a frame that is finite and not negative.
  private static func meets(_ frame: Rect, _ area: Rect) -> Bool {
    func meets(_ low: Double, _ length: Double, _ from: Double, _ to: Double) -> Bool {
      length > 0 ? low < to && low + length > from : low >= from && low <= to
    }
    return meets(frame.minX, frame.width, area.minX, area.maxX) && meets(frame.minY, frame.height, area.minY, area.maxY)
  }
}
