public import ControlsPlugin
public import Tessera

/// Wheel of options, of which the middle one is chosen.
///
/// ```swift
/// Roller($program, ["Cotton", "Wool", "Synthetics"], label: "Program")
/// ```
///
/// Sends `change` when a row is chosen: at the end of a touch, before the wheel comes to rest.
public struct Roller: RollerControl, ChangeSendingType, ValueCheckingType {
  public typealias Storage = RollerStorage

  public static let typeName = "roller"
  public static let summary = "Wheel of options; the middle one is selected."
  /// The user chose an option; the payload is its value.
  public static let change = Signal<String>("change")
  public static let isMirrored = true

  /// Options from the top down.
  public var options: [ControlOption] = []
  /// Value of the chosen option; nil, or a value of no option, means the first one.
  public var selection: String?
  /// Whether the first option follows the last one.
  public var wraps = false
  /// Unit next to the chosen row.
  public var unit = ""
  public var isEnabled = true
  public private(set) var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<String>?

  /// Creates a roller without options.
  public init() {}

  /// Creates a roller. `label` is the name for screen readers.
  public init(_ selection: String?, _ options: [ControlOption], wraps: Bool = false, label: String? = nil) {
    (self.selection, self.options, self.wraps, spokenLabel) = (selection, options, wraps, label)
  }

  /// Creates a roller that follows a value of the program and changes it.
  public init(_ selection: Binding<String>, _ options: [ControlOption], wraps: Bool = false, label: String? = nil) {
    self.init(selection.wrappedValue, options, wraps: wraps, label: label)
    binding = selection
  }

  /// Makes a roller of texts that are both title and value.
  public init(_ selection: Binding<String>, _ options: some Sequence<String>, wraps: Bool = false, label: String? = nil) {
    self.init(selection, options.map { ControlOption($0) }, wraps: wraps, label: label)
  }

  public static var attributes: [NodeAttribute<Roller>] {
    [
      NodeAttribute(
        "value", \.selection, kind: .text, affects: .display, help: "Value of the selected option.",
        get: { $0.selection.map(AttributeValue.text) },
        set: { $0.selection = $1.text }),
      NodeAttribute(
        "options", kind: ControlOption.kind, help: "Options: texts, or maps of value and title.",
        get: { .list($0.options.map(\.attributeValue)) }, set: { $0.options = try ControlOption.options($1) }),
      .boolean("wraps", \.wraps, affects: .display, help: "Whether the first option follows the last one."),
      .text("unit", \.unit, help: "Unit next to the selected row."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      .member("spokenLabel", \.spokenLabel, affects: .display), .member("binding", \.binding, affects: .display),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .text, sets: "value", help: "The user selected an option; its value.") { .text($0) }]
  }

  public func valueProblems() -> [ValueProblem] { ControlOption.problems(options, selection: selection) }

  private var index: Int { selection.flatMap { selection in options.firstIndex { $0.value == selection } } ?? 0 }

  public func columns(in environment: EnvironmentValues) -> [RollerColumn] {
    options.isEmpty ? [] : [RollerColumn(.words(options.map(\.title)), index: index, wraps: wraps, unit: unit)]
  }

  public func words(in environment: EnvironmentValues) -> String {
    guard !options.isEmpty else { return "" }
    return unit.isEmpty ? options[index].title : options[index].title + " " + unit
  }

  public static func choose(row: Int, ofColumn column: Int, _ node: Node<Roller>) {
    guard node.options.indices.contains(row) else { return }
    let chosen = node.options[row].value
    node.update { $0.selection = chosen }
    node.value.binding?.wrappedValue = chosen
    node.send(change, chosen)
  }
}

/// Node of a wheel of options.
public typealias RollerNode = Node<Roller>

extension Node where Value == Roller {
  /// Creates a roller that follows a value of the program and changes it. Any thread.
  public convenience init(_ selection: Binding<String>, _ options: [ControlOption], wraps: Bool = false, label: String? = nil) {
    self.init(Roller(selection, options, wraps: wraps, label: label))
    bind(\.selection) { selection.wrappedValue }
  }

  /// Calls `perform` with the value of the option that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Roller.change, perform: perform) }
}
