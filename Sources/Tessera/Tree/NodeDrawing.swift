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
  let storage: Value.Storage

  func draw(in canvas: borrowing Canvas, context: DrawContext) throws { try value.draw(in: canvas, context: own(context)) }
  func finishedContents(in context: DrawContext) throws -> FinishedContents? { try value.finishedContents(in: own(context)) }
  func prepare(in context: DrawContext) { value.prepare(in: own(context)) }
  func contents(in context: DrawContext) -> ContentsKind { value.contents(in: own(context)) }
  func drawingBounds(in context: DrawContext) -> Rect { value.drawingBounds(in: own(context)) }
  var resizing: ContentResizing { Value.contentResizing }
  func skeleton(in context: DrawContext) -> [RoundedRect] { value.skeleton(in: own(context)) }

  /// The context with the node's storage.
  private func own(_ context: DrawContext) -> DrawContext {
    guard !Value.Storage.isEmpty else { return context }
    var context = context
    context.storage = StorageReference(storage)
    return context
  }
}
