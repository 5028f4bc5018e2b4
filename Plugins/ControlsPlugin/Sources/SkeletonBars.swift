public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Bars in place of content that is loading: lines of text, or one block.
///
/// All skeletons on the screen fade in step while they are visible, for at most 10 s.
public struct SkeletonBars: AccessibleType, LifecycleType, TickingType, PropertyAdjustingType {
  public typealias Storage = SkeletonStorage

  public static let typeName = "skeleton"
  public static let summary = "Bars in place of content that is loading."

  /// Number of lines of text; 0 means one block of the size of the style.
  public var lines = 0
  /// Corner radius of a block, logical units.
  public var radius = 7.0

  /// Creates a block.
  public init() {}

  /// Creates lines of text.
  public init(lines: Int) { self.lines = lines }

  public static let attributes: [NodeAttribute<SkeletonBars>] = [
    .integer("lines", \.lines, in: 0...1000, help: "Lines of text; 0: one block."),
    .number("radius", \.radius, in: 0...10_000, affects: .display, help: "Corners of a block."),
  ]

  private var count: Int { min(1000, max(0, lines)) }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (theme, scale) = (context.environment.theme, context.environment.textScale)
    let width = range.max.width.isFinite && range.max.width > 0 ? range.max.width : theme[.control] * 4
    return range.clamp(count > 0 ? Size(width, theme[.body].line * scale * Double(count)) : Size(theme[.control], theme[.control]))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: .zero) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, box) = (look.theme, context.contentRect)
    func bar(_ rect: Rect, _ radius: Double) {
      guard rect.width > 0, rect.height > 0 else { return }
      let shape = RoundedRect(look.aligned(look.placed(rect, in: context.size.width)), radius: min(radius, rect.height / 2, rect.width / 2))
      canvas.fill(shape, .color(theme.well))
      guard look.outlinesWells else { return }
      let inner = RoundedRect(shape.rect.inset(by: look.pixel / 2), radii: shape.radii)
      canvas.stroke(Path(inner), .color(theme.edge), StrokeStyle(width: look.pixel, dashes: [look.pixel, 2 * look.pixel]))
    }
    guard count > 0 else { return bar(box, radius.isFinite ? max(0, radius) : 0) }
    let line = theme[.body].line * context.environment.textScale
    let height = line / 2
    for i in 0..<count {
      if context.isCancelled { return }
      let isLast = count > 1 && i == count - 1
      bar(Rect(box.minX, box.minY + Double(i) * line + (line - height) / 2, box.width * (isLast ? 0.6 : 1), height), theme[.radius1])
    }
  }

  /// Screen readers skip a skeleton.
  public static func semantics(of node: Node<SkeletonBars>) -> NodeSemantics { NodeSemantics(SemanticsRole.none) }

  // MARK: fading

  public func adjust(_ properties: inout NodeProperties, storage: SkeletonStorage, in environment: EnvironmentValues) {
    properties.opacity *= storage.shade
  }

  public static func interfaceStateDidChange(_ node: Node<SkeletonBars>, from old: InterfaceState, to new: InterfaceState) {
    guard new == .visible else { return }
    node.storage.begin()
    node.requestTick(after: 0)
  }

  public static func tick(_ node: Node<SkeletonBars>, at time: Double) -> Double? {
    let environment = node.environmentValues
    let isStill = node.interfaceState != .visible || environment.reducesMotion || environment.textAntialiasing == .bilevel
    let (isChanged, goesOn) = node.storage.move(to: time, period: 2 * environment.theme[.skeletonTime], isStill: isStill)
    if isChanged { node.setNeedsProperties() }
    return goesOn ? SkeletonStorage.pause : nil
  }
}

/// State of a skeleton: its opacity and the time of its first tick. Any thread.
public final class SkeletonStorage: NodeStorage {
  private struct State {
    var shade = 1.0
    var start: Double?
  }

  private let state = Locked(State())

  /// Creates the state of an opaque skeleton.
  public init() {}

  /// Opacity, 0.55...1.
  var shade: Double { state.withLock { $0.shade } }

  /// Seconds between two changes of the opacity.
  static let pause = 1.0 / 15
  /// Seconds after which a skeleton stops at its full opacity.
  private static let duration = 10.0

  func begin() { state.withLock { $0.start = nil } }

  /// Sets the opacity for a time. Returns whether it has changed, and whether it changes further.
  func move(to time: Double, period: Double, isStill: Bool) -> (isChanged: Bool, goesOn: Bool) {
    state.withLock { state in
      let (start, before) = (state.start ?? time, state.shade)
      state.start = start
      let turn = time.isFinite && period > 0 ? (time / period).truncatingRemainder(dividingBy: 1).magnitude : 0
      let way = turn < 0.5 ? 2 * turn : 2 - 2 * turn
      state.shade = 1 - 0.45 * way * way * (3 - 2 * way)
      let isDone = isStill || time - start >= Self.duration && state.shade > 0.95
      if isDone { state.shade = 1 }
      return (state.shade != before, !isDone)
    }
  }
}

/// Node of bars in place of content.
public typealias SkeletonNode = Node<SkeletonBars>
