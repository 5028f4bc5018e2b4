internal import TesseraGeometry
internal import TesseraRender

/// A copy of what a node shows that can be drawn on any thread.
protocol NodeDrawing: Sendable {
  func plan(in context: DrawContext) throws -> DrawPlan
  /// Whether content keeps its size while its box is shown in another.
  var keepsSize: Bool { get }
}

struct ValueDrawing<Value: NodeType>: NodeDrawing {
  let value: Value
  let storage: Value.Storage

  func plan(in context: DrawContext) throws -> DrawPlan { try value.drawPlan(in: context.with(storage)) }
  var keepsSize: Bool { Value.traits.contains(.keepsContentSize) }
}
