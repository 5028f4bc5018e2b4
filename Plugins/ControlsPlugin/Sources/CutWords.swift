package import Tessera
internal import TesseraGeometry
package import TesseraRender

/// Words that do not fit into a control, for `tessera check`.
package enum CutWords {
  private final class Collection: Sendable {
    let lines = Locked<[AttributeValue]>([])
  }

  @TaskLocal private static var collection: Collection?

  /// Notes a text of which some letters are not shown. Costs nothing unless a description is collected.
  static func record(_ words: String, _ layout: TextLayout) {
    guard layout.isTruncated, let collection else { return }
    let line: [(String, AttributeValue)] = [
      ("text", .text(words)), ("x", .number(0)), ("y", .number(0)), ("width", .number(max(1, layout.size.width))),
      ("height", .number(max(1, layout.size.height))),
    ]
    collection.lines.withLock { $0.append(.map(line)) }
  }

  /// Returns the description of the words that `draw` cuts off; empty if all letters are shown. Any thread.
  package static func description(_ draw: (borrowing Canvas) throws -> Void) -> [(String, AttributeValue)] {
    // The pixels are not used.
    guard let pixels = try? PixelBuffer(width: 1, height: 1, format: .argb8888), let canvas = try? Canvas(pixels) else { return [] }
    let found = Collection()
    // An error of a draw is reported when the frame is drawn.
    $collection.withValue(found) { try? draw(canvas) }
    let lines = found.lines.withLock { $0 }
    return lines.isEmpty ? [] : [("lines", .list(lines)), ("truncated", .boolean(true))]
  }
}
