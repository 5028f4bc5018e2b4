internal import TesseraGeometry
internal import TesseraRender

/// A copy of a node's content that can be drawn on any thread.
protocol NodeDrawing: Sendable {
  func plan(in context: DrawContext) throws -> DrawPlan
  /// Returns the context with the node's storage and environment, as the plan gets it.
  func context(from context: DrawContext) -> DrawContext
  /// Runs `body`, which calls the plan or its drawing. Its reads of models are recorded for the node, which is redrawn when they change.
  func tracking<Answer>(_ body: () throws -> Answer) throws -> Answer
  /// Colour scheme in which dynamic colours are drawn.
  var colorScheme: ColorScheme { get }
  /// Returns a colour resolved in the node's environment. Recorded as read if it is called during drawing.
  func resolved(_ color: Color) -> Color
  /// Whether content keeps its size while its box is shown at another size.
  var keepsSize: Bool { get }
}

struct ValueDrawing<Value: NodeType>: NodeDrawing {
  let node: Node<Value>
  let value: Value
  /// The node's count of changes when the value was copied.
  let generation: UInt64
  /// The node's environment at that time.
  let environment: EnvironmentStorage?

  func plan(in context: DrawContext) throws -> DrawPlan {
    let context = self.context(from: context)
    ChangeTracking.current?.pointee.surroundings = context.environment
    return try value.drawPlan(in: context)
  }

  func context(from context: DrawContext) -> DrawContext { context.with(node.storage).inheriting(environment) }

  func tracking<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try node.tracking(.display, generation, environment) { Result { try body() } }.get()
  }

  /// Recorded as read if it is accessed during drawing.
  var colorScheme: ColorScheme { EnvironmentValues().inheriting(environment).colorScheme }

  func resolved(_ color: Color) -> Color { color.resolved(in: EnvironmentValues().inheriting(environment)) }

  var keepsSize: Bool { node.descriptor.traits.contains(.keepsContentSize) }
}

extension NodeDrawing {
  /// Draws `body` into `canvas` with colours of the node's scheme. The scheme counts as read if a dynamic colour was drawn.
  func paint(in canvas: borrowing Canvas, _ body: (borrowing Canvas) throws -> Void) throws {
    // Not recorded as read.
    canvas.colorScheme = ChangeTracking.untracked { colorScheme }
    try body(canvas)
    if canvas.hasDynamicColors { _ = colorScheme }
    canvas.colorScheme = .light
  }
}
