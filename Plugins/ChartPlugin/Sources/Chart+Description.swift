public import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension Chart: LayoutDescribing {
  /// Returns the title, names of the legend and note of which some letters are not shown; empty if all are.
  public func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    let box = context.contentRect
    guard box.width >= 1, box.height >= 1, box.width.isFinite, box.height.isFinite, kind != .sparkline else { return [] }
    let hidden = context.storage(of: Chart.self).state.withLock { $0.hidden }
    let look = ChartLook(context.environment, scale: context.scale)
    let content = ChartContent(self, hidden: hidden, height: box.height)
    let frame = ChartFrame(self, content, in: box, look)
    var texts: [(words: String, layout: TextLayout)] = []
    if !title.isEmpty { texts.append((title, titleWords(look, in: box))) }
    if content.isEmpty {
      texts.append(emptyWords(frame))
    } else {
      texts += frame.items.map { ($0.name, legendWords($0, frame, isHidden: false).name) }
    }
    let lines = texts.filter(\.layout.isTruncated).map { words, layout -> AttributeValue in
      .map([
        ("text", .text(words)), ("x", .number(box.minX)), ("y", .number(box.minY)), ("width", .number(max(1, layout.size.width))),
        ("height", .number(max(1, layout.size.height))),
      ])
    }
    return lines.isEmpty ? [] : [("lines", .list(lines)), ("truncated", .boolean(true))]
  }
}
