public import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// What `layout(in:)` may know.
public struct LayoutContext: Sendable {
  /// What the node inherits.
  public internal(set) var environment: EnvironmentValues
  private let node: AnyNode?
  var storage = StorageReference()

  /// Makes a context; the framework does this, and tests may.
  public init(environment: EnvironmentValues = EnvironmentValues()) { self.init(environment: environment, node: nil) }

  init(environment: EnvironmentValues, node: AnyNode?) {
    self.environment = environment
    self.node = node
  }

  /// The subnodes that the node has: those that were added, by a scene file's `children` or `addSubnode`, and those that its last spec named.
  /// Those that a spec does not name leave.
  public var subnodes: [AnyNode] { node?.subnodes ?? [] }

  /// The node of its stage that keys go to; nil: none. For types that keep what subnodes alone know that they leave out.
  public var focusedNode: AnyNode? { node?.focusedNode }
}

/// What `size(thatFits:in:)` may know.
public struct MeasureContext: Sendable {
  /// What the node inherits.
  public internal(set) var environment: EnvironmentValues

  /// Makes a context; the framework does this, and tests may.
  public init(environment: EnvironmentValues = EnvironmentValues()) { self.environment = environment }

  var storage = StorageReference()
}

/// What `draw(in:context:)` may know.
public struct DrawContext: Sendable {
  /// The node's box, logical units.
  public let size: Size
  /// Where content goes: the box without the padding and border of the node's style. What was measured fits in here.
  public let contentRect: Rect
  /// How the node's corners are rounded, for content that draws a background of its own.
  public let cornerRadii: CornerRadii
  /// What the node inherits.
  public internal(set) var environment: EnvironmentValues
  /// Whether the node is the one that keys go to.
  public let isFocused: Bool
  /// What the newest frames did, for a type that ``NodeTraits/watchesFrames``; else nil.
  public let frameHistory: FrameHistory?
  private var cancellation: CancellationFlag?
  private let insets: Insets
  /// Pixels of the picture for each pixel of the stage.
  private var factor = 1.0
  var storage = StorageReference()

  /// Makes a context; the framework does this, and tests may.
  public init(
    size: Size, insets: Insets = .zero, cornerRadii: CornerRadii = .zero, environment: EnvironmentValues = EnvironmentValues(),
    isFocused: Bool = false, cancellation: CancellationFlag? = nil, frameHistory: FrameHistory? = nil
  ) {
    self.frameHistory = frameHistory
    self.size = size
    self.insets = insets
    contentRect = Rect(size: size).inset(by: insets)
    self.cornerRadii = cornerRadii
    self.environment = environment
    self.isFocused = isFocused
    self.cancellation = cancellation
  }

  /// The same for a box of another size.
  func resized(to size: Size) -> DrawContext {
    var context = DrawContext(
      size: size, insets: insets, cornerRadii: cornerRadii, environment: environment, isFocused: isFocused, cancellation: cancellation,
      frameHistory: frameHistory)
    context.factor = factor
    context.storage = storage
    return context
  }

  /// The same for a draw that nobody calls off.
  var lasting: DrawContext {
    var context = self
    context.cancellation = nil
    return context
  }

  /// The same for a picture that has `factor` pixels for each pixel of the stage, each way.
  func enlarged(by factor: Double) -> DrawContext {
    var environment = environment
    environment.scale *= factor
    var context = DrawContext(
      size: size, insets: insets, cornerRadii: cornerRadii, environment: environment, isFocused: isFocused, cancellation: cancellation,
      frameHistory: frameHistory)
    context.factor = self.factor * factor
    context.storage = storage
    return context
  }

  /// Pixels of the stage a logical unit: what boxes are counted in.
  var boxScale: Double { environment.scale / factor }

  /// Device pixels a logical unit.
  public var scale: Double { environment.scale }
  /// Whether nobody wants the result any more. Costs one relaxed load.
  public var isCancelled: Bool { cancellation?.isCancelled ?? false }
}

extension LayoutContext {
  /// The same with what a node inherits.
  func inheriting(_ storage: EnvironmentStorage?) -> Self {
    var context = self
    context.environment.storage = storage
    return context
  }
}

extension MeasureContext {
  /// The same with what a node inherits.
  func inheriting(_ storage: EnvironmentStorage?) -> Self {
    var context = self
    context.environment.storage = storage
    return context
  }
}

extension DrawContext {
  /// The same with what a node inherits.
  func inheriting(_ storage: EnvironmentStorage?) -> Self {
    var context = self
    context.environment.storage = storage
    return context
  }
}
