public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Text: SkeletonType {
  /// Returns bars in place of the lines: as many as fit, with the height of lower-case letters; the last of several is shorter.
  public func skeleton(in context: DrawContext) -> [RoundedRect] {
    let area = context.contentRect
    let step = font.size * 1.2
    guard step > 0, step.isFinite, area.width > 0, area.height > 0 else { return [] }
    let fitting = max(1, min(200, Int((area.height / step).rounded())))
    let count = lineLimit > 0 ? min(lineLimit, fitting) : fitting
    let thickness = min(area.height, font.size * 0.6)
    return (0..<count).map { line in
      let width = count > 1 && line == count - 1 ? area.width * 0.6 : area.width
      let x = context.environment.direction == .rtl ? area.maxX - width : area.minX
      let y = area.minY + (Double(line) + 0.5) * area.height / Double(count) - thickness / 2
      return RoundedRect(Rect(x, y, width, thickness), radii: CornerRadii(thickness / 2))
    }
  }
}
