public import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension Text: LayoutDescribing {
  /// Returns the lines with their content, frame in the node's box and baseline; and whether some text is not shown.
  public func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    let layout = inheriting(context.environment, colors: false).layout(in: context, context.storage(of: Text.self))
    let bytes = Array(string.utf8)
    let origin = context.contentRect.origin
    let lines = layout.lines.map { line -> AttributeValue in
      let range = line.range.clamped(to: bytes.indices)
      return .map([
        ("text", .text(String(decoding: bytes[range], as: UTF8.self))), ("x", .number(origin.x + line.frame.minX)),
        ("y", .number(origin.y + line.frame.minY)), ("width", .number(line.width)), ("height", .number(line.frame.height)),
        ("baseline", .number(origin.y + line.baseline)),
      ])
    }
    return [("lines", .list(lines)), ("truncated", .boolean(layout.isTruncated))]
  }
}
