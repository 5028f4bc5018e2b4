public import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Inputs of `layout(in:)`.
public struct LayoutContext: Sendable {
  /// Values that the node inherits.
  public internal(set) var environment: EnvironmentValues
  let node: AnyNode?
  /// Effects of the running layout of a stage; nil in other layouts, whose results are not adopted.
  private let effects: LayoutEffects?
  /// Sizes that specs read; nil outside of a layout.
  let rooms: LayoutRooms?
  var storage = StorageReference()

  /// Makes a context; the framework does this, and tests may.
  public init(environment: EnvironmentValues = EnvironmentValues()) { self.init(environment: environment, node: nil) }

  init(environment: EnvironmentValues, node: AnyNode?, effects: LayoutEffects? = nil, rooms: LayoutRooms? = nil) {
    self.environment = environment
    self.node = node
    self.effects = effects
    self.rooms = rooms
  }

  /// Adds an effect to the result of the layout: `effect` runs once if the stage adopts the layout, before it is shown.
  ///
  /// A spec must not change its node's storage or other state, because its layout may be discarded or repeated. This is the place for such a
  /// change. Effects run in the order in which they were added, on the frame loop, no lock held. They do not run if the layout is discarded, if the
  /// same layout evaluates the spec again, or in a layout outside of a stage. Any thread, during `layout(in:)`.
  public func onAdoption(_ effect: @escaping @Sendable () -> Void) {
    if let node { effects?.add(of: node, effect) }
  }

  /// Begins an evaluation of the node's spec: the effects of the former one in this layout are discarded, as are its reads of the room.
  func beginEvaluation() {
    guard let node else { return }
    effects?.discard(of: node)
    rooms?.begin(node)
  }

  /// Subnodes of the node: those added by a scene file's `children` or by `addSubnode`, and those named by its last spec. Subnodes that the next spec
  /// does not name are removed.
  public var subnodes: [AnyNode] { node?.subnodes ?? [] }

  /// The focused node of the stage, or nil. For types that preserve the state of subnodes that they remove, such as lists.
  public var focusedNode: AnyNode? { node?.focusedNode }
}

/// Inputs of `size(thatFits:in:)`.
public struct MeasureContext: Sendable {
  /// Values that the node inherits.
  public internal(set) var environment: EnvironmentValues

  /// Makes a context; the framework does this, and tests may.
  public init(environment: EnvironmentValues = EnvironmentValues()) { self.environment = environment }

  var storage = StorageReference()
}

/// Inputs of `draw(in:context:)`.
public struct DrawContext: Sendable {
  /// The node's box, logical units.
  public let size: Size
  /// Content rectangle: the box without the padding and border of the node's style. Content of the measured size fits into it.
  public let contentRect: Rect
  /// Corner radii of the node, for content that draws its own background.
  public let cornerRadii: CornerRadii
  /// Values that the node inherits.
  public internal(set) var environment: EnvironmentValues
  /// Whether the node has the focus.
  public let isFocused: Bool
  /// History of the latest frames, for a type with ``NodeTraits/watchesFrames``; otherwise nil.
  public let frameHistory: FrameHistory?
  /// Times of the frame that requested the draw; nil outside a stage. A draw on a worker is seen in a later frame.
  public internal(set) var frameTime: FrameTime?
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
    (self.frameHistory, self.size, self.insets) = (frameHistory, size, insets)
    contentRect = Rect(size: size).inset(by: insets)
    self.cornerRadii = cornerRadii
    self.environment = environment
    self.isFocused = isFocused
    self.cancellation = cancellation
  }

  private func copy(_ size: Size, _ environment: EnvironmentValues, factor: Double) -> DrawContext {
    var context = DrawContext(
      size: size, insets: insets, cornerRadii: cornerRadii, environment: environment, isFocused: isFocused, cancellation: cancellation,
      frameHistory: frameHistory)
    (context.factor, context.storage, context.frameTime) = (factor, storage, frameTime)
    return context
  }

  /// Returns the same context for a box of another size.
  func resized(to size: Size) -> DrawContext { copy(size, environment, factor: factor) }

  /// The same context for a draw that cannot be cancelled.
  var lasting: DrawContext {
    var context = self
    context.cancellation = nil
    return context
  }

  /// Returns the same context for a picture with `factor` pixels for each pixel of the stage, in both directions.
  func enlarged(by factor: Double) -> DrawContext {
    var environment = environment
    environment.scale *= factor
    return copy(size, environment, factor: self.factor * factor)
  }

  /// Device pixels of the stage per logical unit, in which boxes are counted.
  var boxScale: Double { environment.scale / factor }

  /// Device pixels per logical unit.
  public var scale: Double { environment.scale }
  /// Whether the draw was cancelled and its result is discarded. Costs one relaxed load.
  public var isCancelled: Bool { cancellation?.isCancelled ?? false }
}

extension LayoutContext {
  /// Returns the same context with inherited values.
  func inheriting(_ storage: EnvironmentStorage?) -> Self {
    var context = self
    context.environment.storage = storage
    return context
  }
}

extension MeasureContext {
  /// Returns the same context with inherited values.
  func inheriting(_ storage: EnvironmentStorage?) -> Self {
    var context = self
    context.environment.storage = storage
    return context
  }
}

extension DrawContext {
  /// Returns the same context with inherited values.
  func inheriting(_ storage: EnvironmentStorage?) -> Self {
    var context = self
    context.environment.storage = storage
    return context
  }
}
