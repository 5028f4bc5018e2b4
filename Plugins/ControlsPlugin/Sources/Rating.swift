internal import IconPlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Rating in stars. A tap or a slide of a finger chooses it.
///
/// ```swift
/// Rating($stars, label: "Your opinion")
/// ```
///
/// Sends `change` when the user has chosen a rating.
public struct Rating: ControlType, ChangeSendingType, ValueCheckingType {
  public typealias Storage = ControlStorage

  public static let typeName = "rating"
  public static let summary = "Rating in stars."
  /// The user chose a rating; the payload is the number of stars.
  public static let change = Signal<Double>("change")

  /// Number of filled stars.
  public var amount = 0.0
  /// Number of stars, 1...20.
  public var count = 5
  /// Smallest step, 0.5 or 1.
  public var step = 1.0
  /// Whether a tap on the current rating sets it to 0.
  public var clears = false
  /// Whether the rating is only shown: small stars with the number.
  public var isReadOnly = false
  public var isEnabled = true
  /// Name for screen readers.
  var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Double>?

  /// Creates a rating of 0 of 5 stars.
  public init() {}

  /// Creates a rating.
  public init(_ amount: Double, of count: Int = 5, step: Double = 1, label: String? = nil) {
    (self.amount, self.count, self.step, spokenLabel) = (amount, count, step, label)
  }

  /// Creates a rating that follows a number of the program and changes it.
  public init(_ amount: Binding<Double>, of count: Int = 5, step: Double = 1, label: String? = nil) {
    self.init(amount.wrappedValue, of: count, step: step, label: label)
    binding = amount
  }

  public static var attributes: [NodeAttribute<Rating>] {
    [
      .number("value", \.amount, affects: .display, help: "Number of filled stars."),
      .integer("count", \.count, in: 1...20, help: "Number of stars."),
      .number("step", \.step, in: 0...20, affects: .display, help: "Smallest step: 0.5 allows halves."),
      .boolean("clears", \.clears, affects: [], help: "Whether a tap on the current rating sets it to 0."),
      .boolean("readOnly", \.isReadOnly, help: "Whether it is only shown, with the number."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .number(0...20), sets: "value", help: "The user selected a rating; the number of stars.") { .number($0) }]
  }

  var starCount: Int { min(20, max(1, count)) }
  var range: ControlRange { ControlRange(0, Double(starCount), step: step.isFinite && step > 0 ? step : 1) }

  public func valueProblems() -> [ValueProblem] {
    var problems: [ValueProblem] = []
    if amount < 0 || amount > Double(starCount) {
      problems.append(
        ValueProblem("value", related: ["count"], reason: "\(ControlRange.words(amount)) is outside of 0 to \(starCount) stars"))
    }
    if step == 0 { problems.append(ValueProblem("step", reason: "0 is not a step; 1 is used")) }
    if step > Double(starCount) {
      problems.append(ValueProblem("step", related: ["count"], reason: "\(ControlRange.words(step)) is more than all \(starCount) stars"))
    }
    return problems
  }

  // MARK: measuring and drawing

  /// Side of a star, and distance between stars, logical units.
  /// Without `room`, stars grow with the text; in a narrower box they shrink, but not below their side at a text scale of 1.
  func side(_ environment: EnvironmentValues, room: Double = .infinity) -> Double {
    let least = isReadOnly ? 16 : environment.theme[.icon] + 4
    let fitting = ((room + gap) / Double(starCount) - gap).rounded(.down)
    return max(least, min(environment.iconSide(least), fitting))
  }
  var gap: Double { isReadOnly ? 2 : 8 }
  private func width(_ side: Double) -> Double { Double(starCount) * (side + gap) - gap }

  private func words(_ environment: EnvironmentValues) -> ControlText? {
    guard isReadOnly, amount.isFinite else { return nil }
    let number = NumberFormat(decimals: 1).string(min(Double(starCount), max(0, amount)))
    return ControlText(number, environment.theme[.small], environment, isTabular: true)
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let theme = context.environment.theme
    let side = side(context.environment)
    guard let text = words(context.environment)?.layout() else { return range.clamp(Size(width(side), max(theme[.control], side))) }
    return range.clamp(Size((width(side) + theme[.space2] + text.size.width).rounded(.up), max(side, text.size.height)))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box, text) = (look.theme, context.contentRect, words(context.environment)?.layout(look.theme.inkSoft))
    let side = side(look.environment, room: box.width - (text.map { $0.size.width + theme[.space2] } ?? 0))
    // A rating that is only shown is not rounded to steps.
    let number = amount.isFinite ? isReadOnly ? min(Double(starCount), max(0, amount)) : range.nearest(amount) : 0
    let color = look.mark(look.isEnabled && !isReadOnly ? look.accent : theme.accent)
    for i in 0..<starCount {
      let x = box.minX + Double(i) * (side + gap)
      let frame = look.aligned(look.placed(Rect(x, box.midY - side / 2, side, side), in: context.size.width))
      let share = min(1, max(0, number - Double(i)))
      // The stars of a disabled rating are filled inside of their dotted edges.
      let outline = ControlMark.star.placed(in: look.isDotted && !isReadOnly ? frame.inset(by: side / 4) : frame)
      if look.isDotted, !isReadOnly { drawDottedStar(in: frame, look, canvas) }
      if share > 0 {
        canvas.save()
        let part = look.isRightToLeft ? frame.width * (1 - share) : 0
        canvas.clip(look.aligned(Rect(frame.minX + part, frame.minY, frame.width * share, frame.height)))
        canvas.fill(outline, .color(look.isEnabled ? color : look.mark(theme.ink)))
        canvas.restore()
      }
      if share < 1, !look.isDotted || isReadOnly {
        canvas.stroke(outline, .color(look.mark(theme.edge)), StrokeStyle(width: isReadOnly ? 1 : look.stroke, join: .round))
      }
    }
    guard let text else { return }
    let place = Rect(box.minX + width(side) + theme[.space2], box.midY - text.size.height / 2, text.size.width, text.size.height)
    canvas.draw(text, at: look.placed(place, in: context.size.width).origin)
  }

  private func drawDottedStar(in frame: Rect, _ look: ControlLook, _ canvas: borrowing Canvas) {
    let dots = StrokeStyle(width: look.pixel, join: .round, dashes: [look.pixel, 2 * look.pixel])
    canvas.stroke(ControlMark.star.placed(in: frame), .color(look.theme.ink), dots)
  }
}

/// Node of a rating.
public typealias RatingNode = Node<Rating>

extension Node where Value == Rating {
  /// Creates a rating that follows a number of the program and changes it. Any thread.
  public convenience init(_ amount: Binding<Double>, of count: Int = 5, step: Double = 1, label: String? = nil) {
    self.init(Rating(amount, of: count, step: step, label: label))
    bind(\.amount) { amount.wrappedValue }
  }

  /// Calls `perform` with the rating that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Double) -> Void) -> HandlerToken { on(Rating.change, perform: perform) }
}
