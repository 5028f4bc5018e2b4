internal import Tessera

// Roles and states of AT-SPI (`atspi-constants.h` of at-spi2-core 2.46).

extension SemanticsElement {
  /// Number of the role.
  var desktopRole: UInt32 {
    if id == .stage { return 23 }
    return switch role {
    case .none, .group: 39
    case .text: 29
    case .heading: 83
    case .image: 27
    case .video: 107
    case .link: 88
    case .separator: 50
    case .status: 54
    case .alert: 2
    case .timer: 115
    case .tooltip: 64
    case .button: 43
    case .toggleButton, .switch: 62
    case .checkbox: 7
    case .radio: 44
    case .slider: 51
    case .stepper: 52
    case .textField, .searchField: semantics.isPassword == true ? 40 : 79
    case .comboBox: 11
    case .option, .row: 32
    case .progress: 42
    case .meter: 103
    case .radioGroup: 99
    case .toolbar: 63
    case .form: 87
    case .scroll, .tabPanel: 49
    case .navigation: 110
    case .screen, .window: 39
    case .tabList: 38
    case .tab: 37
    case .list: 31
    case .table, .grid: 55
    case .cell: 56
    case .columnHeader: 57
    case .tree: 65
    case .treeItem: 91
    case .menu: 33
    case .menuItem: 35
    case .dialog: 16
    }
  }

  /// Numbers of the states, except those of the screen and the focus.
  var desktopStates: [Int] {
    let s = semantics
    var states: [Int] = []
    func add(_ state: Int, _ isOn: Bool?) { if isOn == true { states.append(state) } }
    // BUSY, CHECKED, EDITABLE, ENABLED and SENSITIVE, EXPANDABLE, EXPANDED, COLLAPSED, FOCUSABLE, MODAL, MULTI_LINE …
    add(3, s.isBusy)
    add(4, s.checked.map { $0 == .on })
    add(32, s.checked.map { $0 == .mixed })
    add(41, s.checked != nil)
    add(7, isField && s.isReadOnly != true)
    add(8, s.isDisabled != true)
    add(24, s.isDisabled != true)
    add(9, s.isExpanded != nil)
    add(10, s.isExpanded)
    add(5, s.isExpanded.map { !$0 })
    add(11, isFocusable)
    add(16, s.isModal)
    add(17, s.isMultiline)
    add(26, isField && s.isMultiline != true)
    add(22, s.isSelected != nil)
    add(23, s.isSelected)
    add(18, s.isMultiselectable)
    add(33, s.isRequired)
    add(36, s.isInvalid)
    add(43, s.isReadOnly)
    return states
  }

  /// Actions with the names of AT-SPI, in order.
  var desktopActions: [(name: String, action: SemanticsAction)] {
    var actions = (semantics.actions ?? []).filter { $0 != .focus }
    if role.isInteractive, !isField, !actions.contains(.activate) { actions.insert(.activate, at: 0) }
    return actions.map { action in
      switch action {
      case .activate: ("click", action)
      case .custom(let name): (name, action)
      default: (action.description, action)
      }
    }
  }

  /// Text of the interface Text; nil for elements without one.
  var desktopText: String? {
    if isField { return semantics.value ?? "" }
    switch role {
    case .text, .heading, .link, .status, .alert: return semantics.label ?? semantics.value
    default: return nil
    }
  }

  /// Names of the interfaces.
  var desktopInterfaces: [String] {
    var names = ["Accessible", "Component"]
    if !desktopActions.isEmpty { names.append("Action") }
    if semantics.number != nil { names.append("Value") }
    if desktopText != nil { names.append("Text") }
    if isField, semantics.isReadOnly != true { names.append("EditableText") }
    if isTable { names.append("Table") }
    return names
  }

  /// Attributes of the interface Accessible.
  var desktopAttributes: [(String, String)] {
    var attributes = [("toolkit", "Tessera"), ("tag", type)]
    if !name.isEmpty { attributes.append(("id", name)) }
    if let level = semantics.level { attributes.append(("level", String(level))) }
    if let position = semantics.position {
      attributes += [("posinset", String(position.number)), ("setsize", String(position.count))]
    }
    if let live = semantics.liveRegion, live != .off { attributes.append(("live", live.rawValue)) }
    return attributes
  }
}
