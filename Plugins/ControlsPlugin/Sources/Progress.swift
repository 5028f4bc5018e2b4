internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Progress as a bar; while the share is unknown, a highlight moves along the bar.
public struct Progress: AccessibleType, StateMotionType, TickingType, LifecycleType {
  public typealias Storage = ProgressStorage

  public static let typeName = "progress"
  public static let summary = "Progress bar."

  /// Completed share, 0...1; nil means unknown.
  public var share: Double?
  /// Title above the bar at the start; empty means none.
  public var title = ""
  /// Whether the percentage is displayed above the bar at the end.
  public var showsPercent = false
  /// Whether the task failed: the bar has the color of errors, and a cross is at the end of the words above it.
  public var hasFailed = false
  /// Whether the bar is high, for the main part of a screen.
  public var isLarge = false

  /// Creates a bar with an unknown share.
  public init() {}

  /// Creates a bar. `share` is 0...1; nil means unknown.
  public init(_ share: Double?, title: String = "") { (self.share, self.title) = (share, title) }

  public static var attributes: [NodeAttribute<Progress>] {
    [
      NodeAttribute(
        "value", \.share, kind: .number(0...1), affects: .display, help: "Completed fraction; unset means unknown.",
        get: { $0.share.map(AttributeValue.number) }, set: { $0.share = $1.number }),
      .text("title", \.title, help: "Title above the bar."),
      .boolean("showsPercent", \.showsPercent, help: "Whether the percentage is shown above the bar."),
      .boolean("failed", \.hasFailed, affects: .display, help: "Whether the task failed."),
      .boolean("large", \.isLarge, help: "Whether the bar has the large height."),
    ]
  }

  /// Animates the end of the bar.
  public static func stateMotion(from old: Progress, to new: Progress) -> Motion? {
    old.share != new.share ? .spring(duration: 0.3) : nil
  }

  /// Displayed share, 0...1; nil means unknown.
  var shown: Double? { share.map { $0.isNaN ? 0 : min(1, max(0, $0)) } }

  private func height(_ theme: Theme) -> Double { isLarge ? 10 : theme[.trackHeight] }
  private var hasWords: Bool { !title.isEmpty || showsPercent && share != nil }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let theme = context.environment.theme
    guard !title.isEmpty || showsPercent else { return range.clamp(Size(theme[.control] * 3, height(theme))) }
    let text = ControlText(title.isEmpty ? "0" : title, theme[.small], context.environment).layout()
    return range.clamp(Size(max(theme[.control] * 3, min(text.size.width + 48, range.max.width)), text.size.height + 4 + height(theme)))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: .zero) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, box, width) = (look.theme, context.contentRect, context.size.width)
    let height = min(height(theme), box.height)
    if !title.isEmpty || showsPercent { drawWords(look, box, width, in: canvas) }
    let y = hasWords || !title.isEmpty || showsPercent ? box.maxY - height : box.midY - height / 2
    func part(_ from: Double, _ to: Double, _ color: Color, outlined: Bool) {
      guard to - from > 0.5 else { return }
      let rect = look.aligned(look.placed(Rect(box.minX + from, y, to - from, height), in: width))
      let shape = RoundedRect(rect, radius: height / 2)
      canvas.fill(shape, .color(color))
      if outlined { look.edge(shape, theme.edge, width: look.pixel, in: canvas) }
    }
    let fill = hasFailed ? theme.danger : theme.accent
    let gap = theme[.bar]
    guard let shown else {
      let run = box.width * 0.3
      let turn = context.storage(of: Progress.self).turn.withLock { $0 }
      let start = (box.width + run) * turn - run
      let (from, to) = (max(0, start), min(box.width, start + run))
      part(0, from - gap, theme.well, outlined: look.outlinesWells)
      part(from, to, fill, outlined: false)
      return part(to + gap, box.width, theme.well, outlined: look.outlinesWells)
    }
    // Below 2 % a dot shows that progress has begun.
    let end = shown <= 0 ? 0 : max(height, box.width * shown)
    part(0, min(end, box.width), fill, outlined: false)
    part(end > 0 ? end + gap : 0, box.width, theme.well, outlined: look.outlinesWells)
  }

  private func drawWords(_ look: ControlLook, _ box: Rect, _ width: Double, in canvas: borrowing Canvas) {
    let theme = look.theme
    var (room, end) = (box.width, box.maxX)
    if hasFailed {
      // Color is not the only sign of a fault.
      let line = ControlText("0", theme[.small], look.environment).layout().size.height
      let side = min(line, look.environment.iconSide(16))
      let square = look.aligned(Rect(box.maxX - side, box.minY + (line - side) / 2, side, side))
      ControlMark.cross.draw(in: look.placed(square, in: width), theme.danger, width: 3, canvas)
      end = box.maxX - side - theme[.space1]
      room -= side + theme[.space2]
    }
    if showsPercent, let shown {
      let number = ControlText("\(Int((shown * 100).rounded()))\u{a0}%", theme[.small], look.environment, isTabular: true)
      let text = number.layout(theme.inkSoft)
      canvas.draw(
        text,
        at: look.placed(Rect(end - text.size.width, box.minY, text.size.width, text.size.height), in: width).origin)
      room -= text.size.width + theme[.space2]
    }
    let text = ControlText(title, theme[.small], look.environment).layout(theme.ink, width: max(0, room))
    canvas.draw(text, at: look.placed(Rect(box.minX, box.minY, text.size.width, text.size.height), in: width).origin)
  }

  public static func semantics(of node: Node<Progress>) -> NodeSemantics {
    let value = node.value
    return semantics(value.shown, label: value.title, hasFailed: value.hasFailed)
  }

  /// Returns the semantics of a progress of `share`.
  static func semantics(_ share: Double?, label: String, hasFailed: Bool) -> NodeSemantics {
    var semantics = NodeSemantics(.progress, label: label.isEmpty ? nil : label)
    if let share {
      semantics.number = SemanticsNumber(share, in: 0...1)
      semantics.value = "\(Int((share * 100).rounded()))\u{a0}%"
    } else if !hasFailed {
      semantics.isBusy = true
    }
    if hasFailed { semantics.isInvalid = true }
    return semantics
  }
}

/// State that a bar or ring keeps outside its value: the position of the animation for an unknown share. Any thread.
public final class ProgressStorage: NodeStorage {
  /// Position of the animation, 0..<1.
  let turn = Locked(0.35)
  /// Whether a tick is pending: one timer runs, however often the value changes.
  let isTicking = Locked(false)

  /// Creates the state of a new bar.
  public init() {}

  /// Seconds between two frames of the animation.
  static let pause = 1.0 / 30

  /// Advances the animation to a time. Returns whether its position has changed.
  func move(to time: Double, period: Double) -> Bool {
    let turn = time.isFinite ? (time / period + 0.35).truncatingRemainder(dividingBy: 1).magnitude : 0
    return self.turn.withLock { known in
      defer { known = turn }
      return known != turn
    }
  }
}

extension Progress {
  public static func interfaceStateDidChange(_ node: Node<Progress>, from old: InterfaceState, to new: InterfaceState) {
    guard new == .visible else { return }
    // A node that leaves its stage loses its timers.
    node.storage.isTicking.withLock { $0 = false }
    start(node)
  }

  /// Moves a highlight along the bar every 1.6 s while the share is unknown and motion is not reduced.
  public static func tick(_ node: Node<Progress>, at time: Double) -> Double? {
    guard node.interfaceState == .visible, node.share == nil, !node.environmentValues.reducesMotion else {
      node.storage.isTicking.withLock { $0 = false }
      return nil
    }
    if node.storage.move(to: time, period: 1.6) { node.setNeedsDisplay() }
    return ProgressStorage.pause
  }
}

extension Progress: ValueObservingType {
  /// Starts the timer of the animation, unless it is running.
  private static func start(_ node: Node<Progress>) {
    let isNew = node.storage.isTicking.withLock { isTicking in
      defer { isTicking = true }
      return !isTicking
    }
    if isNew { node.requestTick(after: 0) }
  }

  /// Starts the animation if the share has become unknown.
  public static func valueDidChange(_ node: Node<Progress>) {
    if node.share == nil, node.interfaceState == .visible { start(node) }
  }
}

/// Node of a progress bar.
public typealias ProgressNode = Node<Progress>
