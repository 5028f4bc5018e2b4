public import Tessera
public import TesseraGeometry
internal import TesseraRender

extension Text: LayoutDescribing {
  /// Says its lines: the characters, the box and the baseline of each, from the top left of the content.
  public func layoutDescription(size: Size, context: MeasureContext) -> [(String, AttributeValue)] {
    let layout = textLayout(width: size.width, height: size.height, scale: context.environment.scale)
    let bytes = Array(string.utf8)
    let lines = layout.lines.map { line in
      let range = line.range.clamped(to: 0..<bytes.count)
      return AttributeValue.map([
        ("text", .text(String(decoding: bytes[range], as: UTF8.self))), ("x", .number(line.frame.minX)), ("y", .number(line.frame.minY)),
        ("width", .number(line.width)), ("height", .number(line.frame.height)), ("baseline", .number(line.baseline)),
      ])
    }
    var all: [(String, AttributeValue)] = [("lines", .list(lines))]
    if layout.isTruncated { all.append(("truncated", .boolean(true))) }
    return all
  }
}
