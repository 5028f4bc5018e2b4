internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Number with two keys that decrease and increase it.
///
/// ```swift
/// Stepper($degrees, in: 5...30, step: 0.5, label: "Temperature")
/// ```
///
/// A held key repeats, first slowly and then ten steps at a time. Sends `change` with each number.
public struct Stepper: ControlType, ChangeSendingType, ValueCheckingType {
  public typealias Storage = ControlStorage

  public static let typeName = "stepper"
  public static let summary = "Number with a minus button and a plus button."
  /// The user changed the number; the payload is the number.
  public static let change = Signal<Double>("change")

  /// Number of the stepper. Numbers outside of the range are shown as its end.
  public var amount = 0.0
  /// Lowest number.
  public var minimum = 0.0
  /// Highest number.
  public var maximum = 100.0
  /// Size of a step.
  public var step = 1.0
  /// Unit after the number.
  public var unit = ""
  public var isEnabled = true
  /// Name for screen readers.
  var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Double>?

  /// Creates a stepper from 0 to 100.
  public init() {}

  /// Creates a stepper. `label` is the name for screen readers.
  public init(_ amount: Double, in range: ClosedRange<Double> = 0...100, step: Double = 1, label: String? = nil) {
    (self.amount, minimum, maximum, self.step, spokenLabel) = (amount, range.lowerBound, range.upperBound, step, label)
  }

  /// Creates a stepper that follows a number of the program and changes it.
  public init(_ amount: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 1, label: String? = nil) {
    self.init(amount.wrappedValue, in: range, step: step, label: label)
    binding = amount
  }

  public static var attributes: [NodeAttribute<Stepper>] {
    [
      .number("value", \.amount, affects: .display, help: "The number."),
      .number("minimum", \.minimum, help: "Minimum of the number."),
      .number("maximum", \.maximum, help: "Maximum of the number."),
      .number("step", \.step, in: 0...1e9, help: "Step of the keys."),
      .text("unit", \.unit, help: "Unit after the number."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .number(-1e9...1e9), sets: "value", help: "The user changed the number; the number.") { .number($0) }]
  }

  var range: ControlRange { ControlRange(minimum, maximum, step: step > 0 ? step : 1) }

  public func valueProblems() -> [ValueProblem] {
    ControlRange.problems(minimum, maximum, step: step, needsStep: true, [("value", amount)])
  }

  // MARK: measuring and drawing

  private func text(_ number: Double, _ environment: EnvironmentValues, _ type: ThemeType? = nil) -> ControlText {
    ControlText(range.words(number, unit: unit), type ?? environment.theme[.label], environment, weight: 700, isTabular: true)
  }

  /// Returns the number, in smaller letters if there is no room.
  private func layout(_ color: Color, width: Double, _ environment: EnvironmentValues) -> TextLayout {
    let isWide = text(amount, environment).layout().size.width > width
    return text(amount, environment, isWide ? environment.theme[.small] : nil).layout(color, width: width)
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, numbers) = (context.environment, self.range)
    let key = environment.theme[.control]
    let widest = [numbers.minimum, numbers.maximum].map { text($0, environment).layout().size.width }.max() ?? 0
    return range.clamp(Size(2 * key + max(56, widest.rounded(.up) + 8), max(key, environment.theme[.label].line * environment.textScale)))
  }

  /// Returns the frame of the key that decreases (-1) or increases (1) the number.
  static func key(_ part: Int, in size: Size, _ environment: EnvironmentValues) -> Rect {
    let width = min(environment.theme[.control], size.width / 2)
    let isAtStart = (part < 0) != (environment.direction == .rtl)
    return Rect(isAtStart ? 0 : size.width - width, 0, width, size.height)
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let theme = look.theme
    let box = RoundedRect(Rect(size: context.size), radius: theme[.radius3])
    canvas.fill(box, .color(theme.well))
    if look.isEditing {
      look.edge(box, theme.accent, width: 3, in: canvas)
    } else if look.outlinesWells {
      look.edge(box, look.mark(theme.edge), width: look.pixel, in: canvas)
    }
    let part = context.storage(of: Stepper.self).state.withLock { $0.part }
    for side in [-1, 1] { drawKey(side, isPressed: look.isPressed && part == side, look, context.size, in: canvas) }
    let width = max(0, context.size.width - 2 * theme[.control])
    let layout = layout(look.mark(theme.ink), width: width, context.environment)
    canvas.draw(layout, at: Point((context.size.width - layout.size.width) / 2, (context.size.height - layout.size.height) / 2))
  }

  private func drawKey(_ side: Int, isPressed: Bool, _ look: ControlLook, _ size: Size, in canvas: borrowing Canvas) {
    let theme = look.theme
    let frame = Self.key(side, in: size, look.environment)
    if isPressed {
      let shape = RoundedRect(look.aligned(frame.inset(by: 4)), radius: theme[.radius2])
      canvas.fill(shape, .color(look.isBilevel ? theme.ink : theme.wellPress))
    }
    let isAtEnd = range.nearest(amount) == (side < 0 ? range.minimum : range.maximum)
    let color = isPressed && look.isBilevel ? theme.ground : isAtEnd && !look.isBilevel ? theme.ink.opacity(0.45) : look.mark(theme.ink)
    // The keys do not grow with the text.
    let icon = max(theme[.icon], min(look.environment.iconSide(), frame.width - 2 * theme[.space2]))
    let (long, thick) = (icon * 2 / 3, max(2, icon / 12))
    func bar(_ width: Double, _ height: Double) {
      let rect = look.aligned(Rect(frame.midX - width / 2, frame.midY - height / 2, width, height))
      canvas.fill(RoundedRect(rect, radius: min(rect.width, rect.height) / 2), .color(color))
    }
    if look.isBilevel, isAtEnd { return }
    bar(long, thick)
    if side > 0 { bar(thick, long) }
  }
}

/// Node of a stepper.
public typealias StepperNode = Node<Stepper>

extension Node where Value == Stepper {
  /// Creates a stepper that follows a number of the program and changes it. Any thread.
  public convenience init(
    _ amount: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 1, label: String? = nil
  ) {
    self.init(Stepper(amount, in: range, step: step, label: label))
    bind(\.amount) { amount.wrappedValue }
  }

  /// Calls `perform` with the number when the user changes it. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Double) -> Void) -> HandlerToken { on(Stepper.change, perform: perform) }
}
