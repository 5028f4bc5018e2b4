internal import TesseraGeometry
internal import TesseraRender

/// A copy of what a node shows that can be drawn on any thread.
protocol NodeDrawing: Sendable {
  func plan(in context: DrawContext) throws -> DrawPlan
  /// Runs `body`, which calls the plan or what it draws with: models that it reads are the node's, which is drawn again when they change.
  func tracking<Answer>(_ body: () throws -> Answer) throws -> Answer
  /// What colours that follow the scheme are drawn as.
  var colorScheme: ColorScheme { get }
  /// Whether content keeps its size while its box is shown in another.
  var keepsSize: Bool { get }
}

struct ValueDrawing<Value: NodeType>: NodeDrawing {
  let node: Node<Value>
  let value: Value
  /// The node's count of changes when the value was copied.
  let generation: UInt64
  /// What the node inherited then.
  let environment: EnvironmentStorage?

  func plan(in context: DrawContext) throws -> DrawPlan {
    let context = context.with(node.storage).inheriting(environment)
    ChangeTracking.current?.pointee.surroundings = context.environment
    return try value.drawPlan(in: context)
  }

  func tracking<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try node.tracking(.display, generation, environment) { Result { try body() } }.get()
  }

  /// Noted as read where it is asked for while drawing.
  var colorScheme: ColorScheme { EnvironmentValues().inheriting(environment).colorScheme }

  var keepsSize: Bool { node.descriptor.traits.contains(.keepsContentSize) }
}

extension NodeDrawing {
  /// Has `body` draw into `canvas` with colours of the node's scheme, which counts as read where one was drawn.
  func paint(in canvas: borrowing Canvas, _ body: (borrowing Canvas) throws -> Void) throws {
    // Not noted as read.
    canvas.colorScheme = ChangeTracking.untracked { colorScheme }
    try body(canvas)
    if canvas.hasDynamicColors { _ = colorScheme }
    canvas.colorScheme = .light
  }
}
