internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

extension Node where Value: ScrollingType {
  /// Computes the content from the frames that a layout assigned to the subnodes. Loop.
  func updateContentFrames() {
    let size = self.frame.size
    let frames = subnodes.map(\.frame)
    let style = self.style
    var content = Rect(size: size)
    var extent = Size.zero
    for axis in Axis.allCases {
      let isHorizontal = axis == .horizontal
      var (low, high) = (0.0, size[axis])
      var reach: (low: Double, high: Double)?
      for (frame, subnode) in zip(frames, subnodes) where frame.isFinite {
        // The margin is read only for subnodes that extend the bounds.
        let (near, far) = (frame.origin[axis], frame.origin[axis] + frame.size[axis])
        reach = (min(reach?.low ?? near, near), max(reach?.high ?? far, far))
        if far + 1000 > high || near < low {
          let margin = subnode.style.margin
          let padding = style.padding
          high = max(
            high,
            far + Self.points(isHorizontal ? margin.right : margin.bottom) + Self.points(isHorizontal ? padding.right : padding.bottom))
          if near < 0 {
            low = min(
              low, near - Self.points(isHorizontal ? margin.left : margin.top) - Self.points(isHorizontal ? padding.left : padding.top))
          }
        }
      }
      content.origin[axis] = low
      content.size[axis] = high - low
      let taken = reach.map { $0.high - $0.low } ?? 0
      // Content that fills the viewport includes its margins and padding.
      extent[axis] = taken < size[axis] && content.size[axis] == size[axis] ? taken : content.size[axis]
    }
    setMetrics(ScrollState.Metrics(size: size, content: content, frames: frames, extent: extent, reach: Self.reach(frames)))
  }

  /// Returns the union of the finite frames.
  private static func reach(_ frames: [Rect]) -> Rect? {
    let finite = frames.filter(\.isFinite)
    return finite.first.map { first in finite.dropFirst().reduce(first) { $0.union($1) } }
  }

  private static func points(_ length: Dimension) -> Double {
    if case .points(let value) = length, value.isFinite { value } else { 0 }
  }
}
