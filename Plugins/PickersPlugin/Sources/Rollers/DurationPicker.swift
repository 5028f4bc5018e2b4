internal import ControlsPlugin
public import Tessera

/// Duration in rollers: hours, minutes and seconds, each with its unit.
///
/// ```swift
/// DurationPicker($cookingTime, label: "Cooking time")
/// ```
public struct DurationPicker: RollerControl, ChangeSendingType, ValueCheckingType {
  public typealias Storage = RollerStorage

  public static let typeName = "duration-picker"
  public static let summary = "Duration in rollers: hours, minutes and seconds."
  /// The user chose a duration; the payload is its number of seconds.
  public static let change = Signal<Double>("change")
  public static let isMirrored = false

  /// Chosen duration, seconds; shown as a whole number between 0 and ``maximum``.
  public var seconds = 0.0
  /// Longest duration, seconds, up to 999 hours.
  public var maximum = 86_399.0
  /// Whether there is a column of hours; without it minutes are counted on.
  public var showsHours = true
  /// Whether there is a column of seconds.
  public var showsSeconds = true
  /// Distance of two rows of the last column, 1...30.
  public var step = 1
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Double>?

  /// Creates a picker at 0 seconds.
  public init() {}

  /// Creates a picker. `label` is the name for screen readers.
  public init(_ seconds: Double, label: String? = nil) { (self.seconds, spokenLabel) = (seconds, label) }

  /// Creates a picker that follows a number of seconds of the program and changes it.
  public init(_ seconds: Binding<Double>, label: String? = nil) {
    self.init(seconds.wrappedValue, label: label)
    binding = seconds
  }

  public static var attributes: [NodeAttribute<DurationPicker>] {
    [
      .number("value", \.seconds, affects: .display, help: "The duration, seconds."),
      .number("maximum", \.maximum, in: 0...3_599_999, affects: [.layout, .display], help: "Longest duration, seconds."),
      .boolean("showsHours", \.showsHours, help: "Whether there is a column of hours."),
      .boolean("showsSeconds", \.showsSeconds, help: "Whether there is a column of seconds."),
      .integer("step", \.step, in: 1...30, affects: .display, help: "Distance of two rows of the last column."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .number(0...3_599_999), sets: "value", help: "The user selected a duration; its seconds.") { .number($0) }]
  }

  public func valueProblems() -> [ValueProblem] {
    guard seconds < 0 || seconds > maximum else { return [] }
    return [
      ValueProblem(
        "value", related: ["maximum"],
        reason: "\(ControlRange.words(seconds)) seconds are outside of 0 to `maximum` \(ControlRange.words(maximum))")
    ]
  }

  // MARK: parts

  private enum Part: Int, Sendable { case hour = 3600, minute = 60, second = 1 }

  private var parts: [Part] { (showsHours ? [.hour] : []) + [.minute] + (showsSeconds ? [.second] : []) }
  private var limit: Int { maximum.isFinite ? Int(min(3_599_999, max(0, maximum))) : 86_399 }
  private var total: Int { seconds.isFinite ? Int(min(Double(limit), max(0, seconds))) : 0 }
  private var lastStep: Int { min(30, max(1, step)) }

  /// Returns the count of a part in the duration, and the rows of its column.
  private func column(_ part: Part, _ total: Int) -> (count: Int, rows: RollerColumn.Rows) {
    let isFirst = part == parts.first
    let count = isFirst ? total / part.rawValue : total / part.rawValue % 60
    let most = isFirst ? limit / part.rawValue : min(59, limit / part.rawValue)
    let step = part == parts.last ? lastStep : 1
    return (count / step, .numbers(first: 0, step: step, count: most / step + 1, digits: isFirst ? 1 : 2))
  }

  public func columns(in environment: EnvironmentValues) -> [RollerColumn] {
    let total = total
    return parts.map { part in
      let (index, rows) = column(part, total)
      let (unit, name): (StandardWord, StandardWord) =
        switch part {
        case .hour: (.hourUnit, .hours)
        case .minute: (.minuteUnit, .minutes)
        case .second: (.secondUnit, .seconds)
        }
      return RollerColumn(rows, index: index, wraps: part != parts.first, unit: environment.word(unit), name: environment.word(name))
    }
  }

  public func words(in environment: EnvironmentValues) -> String {
    columns(in: environment).map { "\(Int($0.title($0.index)) ?? 0) \($0.unit)" }.joined(separator: " ")
  }

  public static func choose(row: Int, ofColumn column: Int, _ node: Node<DurationPicker>) {
    let value = node.value
    guard value.parts.indices.contains(column) else { return }
    let part = value.parts[column]
    let (total, step) = (value.total, part == value.parts.last ? value.lastStep : 1)
    let isFirst = column == 0
    let now = isFirst ? total / part.rawValue : total / part.rawValue % 60
    let chosen = Double(min(value.limit, max(0, total + (row * step - now) * part.rawValue)))
    guard chosen != value.seconds else { return }
    node.update { $0.seconds = chosen }
    node.value.binding?.wrappedValue = chosen
    node.send(change, chosen)
  }
}

/// Node of a duration in rollers.
public typealias DurationPickerNode = Node<DurationPicker>

extension Node where Value == DurationPicker {
  /// Creates a picker that follows a number of seconds of the program and changes it. Any thread.
  public convenience init(_ seconds: Binding<Double>, label: String? = nil) {
    self.init(DurationPicker(seconds, label: label))
    bind(\.seconds) { seconds.wrappedValue }
  }

  /// Calls `perform` with the duration that the user chooses, seconds. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Double) -> Void) -> HandlerToken { on(DurationPicker.change, perform: perform) }
}
