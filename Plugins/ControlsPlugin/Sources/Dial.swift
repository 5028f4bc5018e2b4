public import Tessera
public import TesseraGeometry
internal import TesseraRender

/// Gauge: a number on an arc that is open at the bottom, on a half circle, on a straight line, or with a needle.
///
/// ```swift
/// Dial(21.5, in: 5...30, unit: "°C")
/// Dial($degrees, in: 5...30, step: 0.5, label: "Room")
/// ```
///
/// With ``isEditable`` the user changes the number by a drag along the arc, by keys and by an encoder. Sends `changing` with each number, also
/// during a drag, and `change` with the final number.
public struct Dial: ControlType, StateMotionType, ChangeSendingType, ValueCheckingType {
  /// Part of the range with a color role. A value.
  public struct Zone: Sendable, Hashable {
    /// Color of a zone.
    public enum Role: String, Sendable, CaseIterable, Hashable { case accent, good, warn, danger, info }

    public var from: Double
    public var to: Double
    public var role: Role

    /// Creates a zone between two numbers.
    public init(_ from: Double, _ to: Double, _ role: Role) { (self.from, self.to, self.role) = (from, to, role) }
  }

  /// Shape of a dial.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// Arc of 270 degrees, with the number in its middle.
    case arc
    /// Half circle.
    case half
    /// Straight line, with the number above its end.
    case linear
    /// Arc with a needle from the middle; the zones color the arc.
    case needle
  }

  public typealias Storage = ControlStorage

  public static let typeName = "dial"
  public static let summary = "Gauge on an arc, a half circle, a line or with a needle; optionally the user changes its number."
  /// The user changed the number, including intermediate numbers of a drag; the payload is the number.
  public static let changing = Signal<Double>("changing")
  /// The user finished changing the number; the payload is the number.
  public static let change = Signal<Double>("change")

  /// Number of the dial. Numbers outside of the range are shown at its end.
  public var amount = 0.0
  /// Number at the start.
  public var minimum = 0.0
  /// Number at the end.
  public var maximum = 100.0
  /// Size of a step; 0 allows any number.
  public var step = 0.0
  /// Number from which the line is filled; nil means the start.
  public var origin: Double?
  /// Unit below the number.
  public var unit = ""
  /// Name above the number, and for screen readers.
  public var title = ""
  /// Parts of the range with other colors; the first one that contains the number counts.
  public var zones: [Zone] = []
  /// Number of intervals between long ticks, 0...20; 0 means no ticks.
  public var ticks = 0
  public var kind = Kind.arc
  /// Width, logical units; also the height of an arc.
  public var diameter = 160.0
  /// Whether the user can change the number.
  public var isEditable = false
  public var isEnabled = true
  /// Name for screen readers if there is no title.
  var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Double>?

  /// Creates a dial from 0 to 100.
  public init() {}

  /// Creates a dial that only shows a number.
  public init(_ amount: Double, in range: ClosedRange<Double> = 0...100, unit: String = "", title: String = "") {
    (self.amount, minimum, maximum, self.unit, self.title) = (amount, range.lowerBound, range.upperBound, unit, title)
  }

  /// Creates a dial that follows a number of the program and changes it.
  public init(_ amount: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil) {
    self.init(amount.wrappedValue, in: range)
    (self.step, spokenLabel, binding, isEditable) = (step, label, amount, true)
  }

  public static var attributes: [NodeAttribute<Dial>] {
    [
      .number("value", \.amount, affects: .display, help: "The number."),
      .number("minimum", \.minimum, affects: .display, help: "Number at the start."),
      .number("maximum", \.maximum, affects: .display, help: "Number at the end."),
      .number("step", \.step, in: 0...1e9, affects: .display, help: "Size of a step; 0: any number."),
      NodeAttribute(
        "origin", \.origin, kind: .number(-1e9...1e9), affects: .display,
        help: "Number from which the line is filled; unset means the start.",
        get: { $0.origin.map(AttributeValue.number) }, set: { $0.origin = $1.number }),
      .text("unit", \.unit, affects: .display, help: "Unit below the number."),
      .text("title", \.title, affects: .display, help: "Name above the number."),
      NodeAttribute(
        "zones", \.zones, kind: zoneKind, affects: .display, help: "Parts of the range with other colors: maps of from, to and role.",
        get: { .list($0.zones.map(\.attributeValue)) }, set: { $0.zones = ($1.list ?? []).compactMap(Zone.init) }),
      .integer("ticks", \.ticks, in: 0...20, affects: .display, help: "Intervals between long ticks; 0: no ticks."),
      .choice("kind", \.kind, help: "Shape: arc, half circle, straight line, or an arc with a needle."),
      .number("diameter", \.diameter, in: 0...4000, help: "Width; also the height of an arc."),
      .boolean("editable", \.isEditable, affects: .display, help: "Whether the user can change the number."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
    ]
  }

  private static var zoneKind: AttributeKind {
    let number = AttributeKind.number(-1e9...1e9)
    return .list(.map(["from": number, "to": number, "role": .choice(Zone.Role.allCases.map(\.rawValue))]))
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(
        changing, payload: .number(-1e9...1e9), sets: "value", help: "The user is changing the number; every value, including the last."
      ) {
        .number($0)
      },
      NodeSignal(change, payload: .number(-1e9...1e9), sets: "value", help: "The user changed the number and released it.") { .number($0) },
    ]
  }

  var range: ControlRange { ControlRange(minimum, maximum, step: step) }

  public func valueProblems() -> [ValueProblem] {
    let problems = ControlRange.problems(minimum, maximum, step: step, [("value", amount)] + (origin.map { [("origin", $0)] } ?? []))
    return problems
      + zones.prefix(64).compactMap { zone in
        let place = "the zone from \(ControlRange.words(zone.from)) to \(ControlRange.words(zone.to))"
        if zone.from > zone.to { return ValueProblem("zones", reason: "\(place) is empty: `from` is above `to`") }
        guard minimum < maximum, zone.from >= maximum || zone.to <= minimum else { return nil }
        let range = "\(ControlRange.words(minimum)) to \(ControlRange.words(maximum))"
        return ValueProblem("zones", related: ["minimum", "maximum"], reason: "\(place) is outside of the range from \(range)")
      }
  }

  /// Animates the end of the line.
  public static func stateMotion(from old: Dial, to new: Dial) -> Motion? {
    old.amount != new.amount ? .spring(duration: 0.3) : nil
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let side = diameter.isFinite ? min(4000, max(0, diameter)) : 0
    switch kind {
    case .arc, .needle: return range.clamp(Size(side, side))
    case .half: return range.clamp(Size(side, side / 2 + 28))
    case .linear:
      let theme = context.environment.theme
      let line = max(10, isEditable ? theme[.tileSide] + 4 : 0)
      let scale = ticks > 0 ? 14 + theme[.micro].line * context.environment.textScale : 0
      return range.clamp(Size(side, (wordsHeight(context.environment) + line + scale).rounded(.up)))
    }
  }

  /// Height of the words above a straight line.
  private func wordsHeight(_ environment: EnvironmentValues) -> Double {
    (environment.theme[.heading].line * environment.textScale).rounded(.up)
  }

  /// Returns the line in a box.
  func line(in box: Rect, _ environment: EnvironmentValues) -> DialArc {
    DialArc(
      box, tile: isEditable ? environment.theme[.tileSide] : 0, kind: kind, top: wordsHeight(environment), inset: ticks > 0 ? 14 : 0,
      isMirrored: environment.direction == .rtl)
  }
}

extension Dial.Zone {
  init?(_ value: AttributeValue) {
    guard let from = value["from"]?.number, let to = value["to"]?.number else { return nil }
    self.init(from, to, value["role"]?.text.flatMap(Role.init) ?? .accent)
  }

  var attributeValue: AttributeValue { .map([("from", .number(from)), ("to", .number(to)), ("role", .text(role.rawValue))]) }
}

/// Node of a gauge with an arc.
public typealias DialNode = Node<Dial>

extension Node where Value == Dial {
  /// Creates a dial that follows a number of the program and changes it. Any thread.
  public convenience init(
    _ amount: Binding<Double>, in range: ClosedRange<Double> = 0...100, step: Double = 0, label: String? = nil
  ) {
    self.init(Dial(amount, in: range, step: step, label: label))
    bind(\.amount) { amount.wrappedValue }
  }

  /// Calls `perform` with the final number of a change. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Double) -> Void) -> HandlerToken { on(Dial.change, perform: perform) }
}
