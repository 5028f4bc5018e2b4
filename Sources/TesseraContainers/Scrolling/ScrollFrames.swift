internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

extension Node where Value: ScrollingType {
  /// Takes what a layout gave the subnodes as the content. Loop.
  func takeFrames() {
    let size = self.frame.size
    let frames = subnodes.map(\.frame)
    let style = self.style
    var content = Rect(size: size)
    for axis in Axis.allCases {
      let isHorizontal = axis == .horizontal
      var (low, high) = (0.0, size[axis])
      for (frame, subnode) in zip(frames, subnodes) where frame.isFinite {
        // Only what reaches farther than all before is asked for its margin.
        let (near, far) = (frame.origin[axis], frame.origin[axis] + frame.size[axis])
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
    }
    updateScrolling { $0.take(ScrollState.Metrics(size: size, content: content, frames: frames)) }
  }

  private static func points(_ length: Dimension) -> Double {
    if case .points(let value) = length, value.isFinite { value } else { 0 }
  }
}
