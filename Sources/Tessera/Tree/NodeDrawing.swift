internal import TesseraGeometry
internal import TesseraRender

/// A copy of what a node shows that can be drawn on any thread.
protocol NodeDrawing: Sendable {
  func draw(in canvas: borrowing Canvas, context: DrawContext) throws
  func finishedContents(in context: DrawContext) throws -> FinishedContents?
  func prepare(in context: DrawContext)
  func contents(in context: DrawContext) -> ContentsKind
  func drawingBounds(in context: DrawContext) -> Rect
  var resizing: ContentResizing { get }
  func skeleton(in context: DrawContext) -> [RoundedRect]
}

struct ValueDrawing<Value: NodeType>: NodeDrawing {
  let value: Value
  func draw(in canvas: borrowing Canvas, context: DrawContext) throws { try value.draw(in: canvas, context: context) }
  func finishedContents(in context: DrawContext) throws -> FinishedContents? { try value.finishedContents(in: context) }
  func prepare(in context: DrawContext) { value.prepare(in: context) }
  func contents(in context: DrawContext) -> ContentsKind { value.contents(in: context) }
  func drawingBounds(in context: DrawContext) -> Rect { value.drawingBounds(in: context) }
  var resizing: ContentResizing { Value.contentResizing }
  func skeleton(in context: DrawContext) -> [RoundedRect] { value.skeleton(in: context) }
}
