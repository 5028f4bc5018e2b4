public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Checkbox with a label. It is checked, unchecked, or mixed: some of several things are checked.
///
/// ```swift
/// Checkbox("Keep warm", isChecked: $keepsWarm)
/// ```
///
/// Sends `change` when the user checks or unchecks it. A press on a mixed checkbox checks it.
public struct Checkbox: ControlType, StateMotionType, ChangeSendingType {
  public typealias Storage = ControlStorage

  public static let typeName = "checkbox"
  public static let summary = "Checkbox that is checked, unchecked or mixed, with a label."
  /// The user checked (true) or unchecked the control.
  public static let change = Signal<Bool>("change")

  /// State of the checkbox.
  public var state = CheckedState.off
  /// Label next to the box.
  public var title = ""
  /// Whether the value is invalid: the edge of the box has the color of errors.
  public var isInvalid = false
  public var isEnabled = true
  /// Name for screen readers if there is no title.
  var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Bool>?
  /// Share of the mark that is drawn while it moves; nil means the final state.
  private var movingShare: Double?

  /// Creates an unchecked checkbox without a label.
  public init() {}

  /// Creates a checkbox.
  public init(_ title: String, state: CheckedState = .off) { (self.title, self.state) = (title, state) }

  /// Creates a checkbox that follows a value of the program and changes it.
  public init(_ title: String, isChecked: Binding<Bool>) {
    self.init(title, state: isChecked.wrappedValue ? .on : .off)
    binding = isChecked
  }

  /// Creates a checkbox without a title that follows a value of the program and changes it. `label` is the name for screen readers.
  public init(isChecked: Binding<Bool>, label: String) {
    self.init("", isChecked: isChecked)
    spokenLabel = label
  }

  /// Whether the checkbox is checked; false for a mixed one. Setting it checks or unchecks the checkbox.
  public var isChecked: Bool {
    get { state == .on }
    set { if newValue != isChecked { state = newValue ? .on : .off } }
  }

  public static var attributes: [NodeAttribute<Checkbox>] {
    [
      NodeAttribute(
        "value", \.state, kind: .either([.choice(["mixed"]), .boolean]), affects: .display,
        help: "State of the checkbox: true, false or mixed.",
        get: { $0.state == .mixed ? .text("mixed") : .boolean($0.state == .on) },
        set: { checkbox, new in checkbox.state = new.boolean.map { $0 ? .on : .off } ?? .mixed }),
      .text("title", \.title, help: "Label next to the box."),
      .boolean("invalid", \.isInvalid, affects: .display, help: "Whether the value is invalid."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      NodeAttribute(
        "share", \.movingShare, kind: .number(0...1), affects: .display, help: "Fraction of the mark that is drawn.",
        get: { .number($0.state == .off ? 0 : 1) },
        set: { $0.movingShare = $1.number }
      ).unlisted(),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .boolean, sets: "value", help: "The user checked or unchecked the box; whether it is checked.") {
        .boolean($0)
      }
    ]
  }

  /// Animates the mark.
  public static func stateMotion(from old: Checkbox, to new: Checkbox) -> Motion? {
    old.state != new.state ? .easeOut(0.22) : nil
  }

  // MARK: measuring and drawing

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let theme = context.environment.theme
    let side = context.environment.markSide(.checkboxSide)
    guard !title.isEmpty else {
      return range.clamp(Size(max(theme[.control], side + theme[.space3]), max(theme[.control], side + theme[.space3])))
    }
    let text = ControlText(title, theme[.body], context.environment).size(width: range.max.width - side - theme[.space3])
    return Size(side + theme[.space3] + text.width, max(theme[.control], text.height + theme[.space3]))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box, width) = (look.theme, context.contentRect, context.size.width)
    let side = context.environment.markSide(.checkboxSide)
    guard !title.isEmpty else {
      return drawBox(look, Rect(box.midX - side / 2, box.midY - side / 2, side, side), in: canvas)
    }
    let text = ControlText(title, theme[.body], context.environment).layout(
      look.mark(theme.ink), width: max(0, box.width - side - theme[.space3]), lineLimit: 0)
    let place = Rect(box.minX + side + theme[.space3], box.midY - text.size.height / 2, text.size.width, text.size.height)
    canvas.draw(text, at: look.placed(place, in: width).origin)
    // The box is centered on the first line.
    let line = text.lines.first?.frame.height ?? text.size.height
    drawBox(look, look.placed(Rect(box.minX, place.minY + line / 2 - side / 2, side, side), in: width), in: canvas)
  }

  private func drawBox(_ look: ControlLook, _ rect: Rect, in canvas: borrowing Canvas) {
    let theme = look.theme
    let shape = RoundedRect(look.aligned(rect), radius: (theme[.radius1] + 2) * look.environment.markScale)
    let share = movingShare ?? (state == .off ? 0 : 1)
    canvas.fill(shape, .color(look.isEnabled ? theme.surface : theme.well))
    if isInvalid, look.isEnabled {
      look.edge(shape, theme.danger, width: max(2, look.stroke), in: canvas)
    } else if look.isEnabled || look.outlinesWells {
      look.edge(shape, look.mark(theme.edge), in: canvas)
    }
    if look.isEnabled, share > 0 {
      canvas.fill(shape, .color((isInvalid ? theme.danger : look.accent).opacity(Float(min(1, share * 2)))))
    }
    if look.isEnabled { look.layer(shape, share > 0.5 ? theme.onAccent : theme.ink, in: canvas) }
    guard share > 0 else { return }
    let color = look.isEnabled ? (isInvalid ? theme.onDanger : theme.onAccent) : look.mark(theme.ink)
    if state == .mixed {
      let (long, thick) = (rect.width / 2 * share, rect.width * 2.5 / 24)
      let bar = look.aligned(Rect(rect.midX - long / 2, rect.midY - thick / 2, long, thick))
      canvas.fill(RoundedRect(bar, radius: bar.height / 2), .color(color))
    } else {
      look.drawTick(at: shape.rect.center, side: rect.width, width: 2.5, share: share, color, in: canvas)
    }
  }
}

extension Checkbox {
  public static func activate(_ node: Node<Checkbox>) {
    let isChecked = node.update { value in
      value.state = value.state == .on ? .off : .on
      return value.isChecked
    }
    node.value.binding?.wrappedValue = isChecked
    node.send(change, isChecked)
  }

  /// Returns the box, or with a title the whole control.
  public static func focusArea(in node: Node<Checkbox>) -> RoundedRect? {
    let theme = node.environmentValues.theme
    return RoundedRect(Rect(size: node.frame.size), radius: theme[.radius2])
  }

  public static func focusRingReach(in node: Node<Checkbox>) -> Double? { 2 }

  /// The label is the title, if there is one.
  public static func semantics(of node: Node<Checkbox>) -> NodeSemantics {
    let value = node.value
    var semantics = NodeSemantics(.checkbox, label: value.title.isEmpty ? value.spokenLabel : value.title)
    semantics.checked = value.state
    if value.isInvalid { semantics.isInvalid = true }
    if !value.isEnabled { semantics.isDisabled = true }
    semantics.actions = [.activate]
    return semantics
  }
}

/// Node of a checkbox.
public typealias CheckboxNode = Node<Checkbox>

extension Node where Value == Checkbox {
  /// Creates a checkbox that follows a value of the program and changes it. Any thread.
  public convenience init(_ title: String, isChecked: Binding<Bool>) {
    self.init(Checkbox(title, isChecked: isChecked))
    bind(\.isChecked) { isChecked.wrappedValue }
  }

  /// Calls `perform` when the user checks or unchecks the control. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Bool) -> Void) -> HandlerToken { on(Checkbox.change, perform: perform) }
}
