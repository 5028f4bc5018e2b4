public import Tessera

/// Control whose value is one of several options.
public protocol OptionControl: ControlType, ChangeSendingType, ValueCheckingType where ChangedValue == String {
  /// Options in display order.
  var options: [ControlOption] { get set }
  /// Value of the chosen option; nil, or a value of no option, means no choice.
  var selection: String? { get set }
  /// Name for screen readers.
  var spokenLabel: String? { get }
  /// Value of the program that the control follows and changes.
  var binding: Binding<String>? { get }
  /// Returns whether the user can choose an option; true by default.
  func isSelectable(_ index: Int) -> Bool
  /// The user chose an option; the payload is its value.
  static var change: Signal<String> { get }
}

extension OptionControl {
  /// Index of the chosen option; nil without a choice.
  public var selectedIndex: Int? { selection.flatMap { selection in options.firstIndex { $0.value == selection } } }

  public func isSelectable(_ index: Int) -> Bool { true }

  public func valueProblems() -> [ValueProblem] { ControlOption.problems(options, selection: selection) }

  /// Chooses an option for the user. Frame loop.
  static func choose(_ index: Int, _ node: Node<Self>) {
    let value = node.value
    guard value.options.indices.contains(index), index != value.selectedIndex, value.isSelectable(index) else { return }
    let chosen = value.options[index].value
    node.update { $0.selection = chosen }
    value.binding?.wrappedValue = chosen
    node.send(change, chosen)
  }
}

extension OptionControl {
  /// Attributes common to all controls with options.
  static var optionAttributes: [NodeAttribute<Self>] {
    [
      NodeAttribute(
        "value", \.selection, kind: .text, affects: .display, help: "Value of the selected option.",
        get: { $0.selection.map(AttributeValue.text) },
        set: { $0.selection = $1.text }),
      NodeAttribute(
        "options", kind: ControlOption.kind, help: "Options: texts, or maps of value and title.",
        get: { .list($0.options.map(\.attributeValue)) }, set: { $0.options = try ControlOption.options($1) }),
      NodeAttribute(
        "enabled", \.isEnabled, kind: .boolean, affects: .display, help: "Whether the control can be used.",
        get: { .boolean($0.isEnabled) },
        set: { $0.isEnabled = $1.boolean ?? true }),
    ]
  }

  /// Signals common to all controls with options.
  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .text, sets: "value", help: "The user selected an option; its value.") { .text($0) }]
  }
}

extension Node where Value: OptionControl {
  /// Calls `perform` with the value of the option that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Value.change, perform: perform) }
}
