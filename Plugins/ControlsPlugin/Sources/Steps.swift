public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Steps of a process: those that are done, the current one, and those to come.
///
/// ```swift
/// Steps($step, ["Water", "Beans", "Cup"], label: "First use")
/// ```
///
/// The steps before the current one are done. The user goes to any step that ``reach`` allows. Sends `change` with the value of the step.
public struct Steps: ChoiceControl {
  /// Steps that the user can go to.
  public enum Reach: String, Sendable, CaseIterable, Hashable {
    /// Those before the current one.
    case done
    /// All.
    case all
    /// None: the steps only show the progress.
    case none
  }

  public typealias Storage = ControlStorage

  public static let typeName = "steps"
  public static let summary = "Steps of a process: done, current and upcoming."
  /// The user went to another step; the payload is its value.
  public static let change = Signal<String>("change")

  public var options: [ControlOption] = []
  public var selection: String?
  /// Direction in which the steps follow one another.
  public var axis = Axis.horizontal
  /// Steps that the user can go to.
  public var reach = Reach.done
  /// Whether the process has ended: the current step is done, too.
  public var isComplete = false
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  public private(set) var binding: Binding<String>?

  /// Creates a process without steps.
  public init() {}

  /// Creates a process.
  public init(_ selection: String?, _ options: [ControlOption], axis: Axis = .horizontal, label: String? = nil) {
    (self.selection, self.options, self.axis, spokenLabel) = (selection, options, axis, label)
  }

  /// Creates a process that follows a value of the program and changes it.
  public init(_ selection: Binding<String>, _ options: [ControlOption], axis: Axis = .horizontal, label: String? = nil) {
    self.init(selection.wrappedValue, options, axis: axis, label: label)
    binding = selection
  }

  public static var attributes: [NodeAttribute<Steps>] {
    optionAttributes + [
      .choice("axis", \.axis, help: "Direction in which the steps follow one another."),
      .choice("reach", \.reach, affects: .display, help: "Steps that the user can go to: those that are done, all, or none."),
      .boolean("complete", \.isComplete, affects: .display, help: "Whether the process has ended: the current step is done, too."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  /// Number of steps that are done.
  var doneCount: Int { isComplete ? options.count : selectedIndex ?? 0 }

  public func isSelectable(_ index: Int) -> Bool {
    switch reach {
    case .done: index < doneCount
    case .all: true
    case .none: false
    }
  }

  // MARK: measuring

  /// Side of the square of a step, logical units.
  private func side(_ environment: EnvironmentValues) -> Double {
    max(environment.theme[.tileSide], (environment.theme[.small].line * environment.textScale).rounded(.up) + 4)
  }

  private func words(_ index: Int, _ environment: EnvironmentValues) -> ControlText {
    ControlText(options[index].title, environment.theme[.small], environment, weight: index == selectedIndex ? 700 : nil)
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, theme, count) = (context.environment, context.environment.theme, Double(options.count))
    let side = side(environment)
    let widths = options.map { ControlText($0.title, theme[.small], environment, weight: 700).layout().size.width.rounded(.up) }
    let widest = widths.max() ?? 0
    if axis == .vertical {
      return range.clamp(Size(side + theme[.space3] + widest, max(theme[.control], side + theme[.space5]) * count))
    }
    let words = widest > 0 ? theme[.space1] + (theme[.small].line * environment.textScale).rounded(.up) : 0
    return range.clamp(Size((max(side, widest) + theme[.space4]) * count, max(theme[.control], side + words + 4)))
  }

  public func frames(in size: Size, _ environment: EnvironmentValues) -> [Rect] {
    let count = Double(max(1, options.count))
    guard axis == .horizontal else {
      return options.indices.map { Rect(0, Double($0) * size.height / count, size.width, size.height / count) }
    }
    return options.indices.map { index in
      let place = environment.direction == .rtl ? count - 1 - Double(index) : Double(index)
      return Rect(place * size.width / count, 0, size.width / count, size.height)
    }
  }

  /// Returns the square of a step in its frame.
  private func square(in frame: Rect, _ environment: EnvironmentValues) -> Rect {
    let side = side(environment)
    guard axis == .vertical else { return Rect(frame.midX - side / 2, frame.minY + 2, side, side) }
    return Rect(environment.direction == .rtl ? frame.maxX - side - 2 : frame.minX + 2, frame.midY - side / 2, side, side)
  }

  // MARK: drawing

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let frames = frames(in: context.size, context.environment)
    let squares = frames.map { look.aligned(square(in: $0, context.environment)) }
    let pressed = look.isPressed ? context.storage(of: Steps.self).state.withLock { $0.part } : nil
    for index in squares.indices {
      if context.isCancelled { return }
      if index > 0 { drawLine(from: squares[index - 1], to: squares[index], isDone: index <= doneCount, look, in: canvas) }
      drawStep(index, squares[index], isPressed: index == pressed, look, in: canvas)
      drawWords(index, squares[index], frames[index], look, in: canvas)
    }
  }

  /// Draws the line between the squares of two steps.
  private func drawLine(from a: Rect, to b: Rect, isDone: Bool, _ look: ControlLook, in canvas: borrowing Canvas) {
    let (gap, width) = (4.0, isDone || !look.isBilevel ? 2.0 : look.pixel)
    let line: Rect
    if axis == .vertical {
      line = Rect(a.midX - width / 2, a.maxY + gap, width, max(0, b.minY - a.maxY - 2 * gap))
    } else {
      let (start, end) = (min(a.maxX, b.maxX), max(a.minX, b.minX))
      line = Rect(start + gap, a.midY - width / 2, max(0, end - start - 2 * gap), width)
    }
    canvas.fill(look.aligned(line), .color(isDone && look.isEnabled ? look.theme.accent : look.mark(look.theme.edge)))
  }

  private func drawStep(_ index: Int, _ square: Rect, isPressed: Bool, _ look: ControlLook, in canvas: borrowing Canvas) {
    let theme = look.theme
    let shape = RoundedRect(square, radius: theme[.tileRadius])
    let (isDone, isCurrent) = (index < doneCount, index == selectedIndex)
    if isDone {
      canvas.fill(shape, .color(look.isEnabled ? look.isPressed && isPressed ? look.accent : theme.accent : look.mark(theme.ink)))
      let tick = look.isEnabled ? theme.onAccent : theme.ground
      return look.drawTick(at: square.center, side: square.width, width: 2.5, share: 1, tick, in: canvas)
    }
    canvas.fill(shape, .color(theme.surface))
    if isPressed { look.layer(shape, theme.ink, in: canvas) }
    look.edge(
      shape, isCurrent && look.isEnabled ? theme.accent : look.mark(theme.edge), width: isCurrent ? max(2, look.stroke) : look.pixel,
      in: canvas)
    let color = look.mark(isCurrent ? theme.ink : theme.inkSoft)
    let number = ControlText("\(index + 1)", theme[.small], look.environment, weight: isCurrent ? 700 : nil, isTabular: true).layout(color)
    canvas.draw(number, at: Point(square.midX - number.size.width / 2, square.midY - number.size.height / 2))
  }

  private func drawWords(_ index: Int, _ square: Rect, _ frame: Rect, _ look: ControlLook, in canvas: borrowing Canvas) {
    let theme = look.theme
    let color = look.mark(index > doneCount || index == doneCount && index != selectedIndex ? theme.inkSoft : theme.ink)
    if axis == .vertical {
      let room = max(0, frame.width - square.width - 2 - theme[.space3])
      let text = words(index, look.environment).layout(color, width: room)
      let x = look.isRightToLeft ? square.minX - theme[.space3] - text.size.width : square.maxX + theme[.space3]
      return canvas.draw(text, at: Point(x, frame.midY - text.size.height / 2))
    }
    let text = words(index, look.environment).layout(color, width: max(0, frame.width - theme[.space2]))
    canvas.draw(text, at: Point(frame.midX - text.size.width / 2, square.maxY + theme[.space1]))
  }

  // MARK: focus and semantics

  /// Returns false if the user cannot go to any step.
  public static func isFocusable(_ node: Node<Steps>) -> Bool { node.canBeUsed && node.value.reach != .none }

  /// Returns the square of the current step.
  public static func focusArea(in node: Node<Steps>) -> RoundedRect? {
    let (value, environment) = (node.value, node.environmentValues)
    let frames = value.frames(in: node.frame.size, environment)
    guard let frame = value.selectedIndex.map({ frames[$0] }) ?? frames.first else { return nil }
    return RoundedRect(value.square(in: frame, environment), radius: environment.theme[.tileRadius])
  }

  public static func focusRingReach(in node: Node<Steps>) -> Double? { nil }

  public static func semantics(of node: Node<Steps>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.list, label: value.spokenLabel)
    semantics.value = value.selectedIndex.map { value.options[$0].title }
    if !value.isEnabled { semantics.isDisabled = true }
    return semantics
  }

  /// Each step is an item: selected if it is the current one, checked if it is done.
  public static func semanticsParts(of node: Node<Steps>) -> [SemanticsPart] {
    let (value, canBeUsed) = (node.value, node.canBeUsed)
    let frames = value.frames(in: node.frame.size, node.environmentValues)
    return value.options.indices.map { index in
      var semantics = NodeSemantics(.row, label: value.options[index].title)
      semantics.isSelected = index == value.selectedIndex
      semantics.checked = index < value.doneCount ? .on : .off
      semantics.position = SemanticsPosition(index + 1, of: value.options.count)
      if !canBeUsed { semantics.isDisabled = true }
      if value.isSelectable(index) { semantics.actions = [.activate] }
      return SemanticsPart(index, semantics, frame: frames[index])
    }
  }
}

/// Node of the steps of a process.
public typealias StepsNode = Node<Steps>

extension Node where Value == Steps {
  /// Creates a process that follows a value of the program and changes it. Any thread.
  public convenience init(_ selection: Binding<String>, _ options: [ControlOption], axis: Axis = .horizontal, label: String? = nil) {
    self.init(Steps(selection, options, axis: axis, label: label))
    bind(\.selection) { selection.wrappedValue }
  }
}
