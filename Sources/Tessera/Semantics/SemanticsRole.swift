/// Kind of an element. A value; any thread.
public enum SemanticsRole: String, Sendable, CaseIterable, Hashable {
  /// Not an element: its children take its place.
  case none
  // Content.
  case text, heading, image, video, link, separator, status, alert, timer, tooltip
  // Controls.
  case button, toggleButton, `switch`, checkbox, radio, slider, stepper, textField, searchField, comboBox, option
  // Values that cannot be changed.
  case progress, meter
  // Groups.
  case group, radioGroup, toolbar, form, scroll, navigation, screen, window
  case tabList, tab, tabPanel
  case list, row, table, grid, cell, columnHeader, tree, treeItem
  case menu, menuItem, dialog

  /// Whether elements of this role accept actions. They remain elements inside of one that merges its contents.
  public var isInteractive: Bool {
    switch self {
    case .button, .toggleButton, .switch, .checkbox, .radio, .slider, .stepper, .textField, .searchField, .comboBox, .option, .link, .tab,
      .treeItem, .menuItem:
      true
    default: false
    }
  }

  /// Whether an element of this role has a value that a person changes.
  public var holdsValue: Bool {
    switch self {
    case .switch, .checkbox, .radio, .radioGroup, .slider, .stepper, .textField, .searchField, .comboBox: true
    default: false
    }
  }

  /// Whether an element of this role merges its contents: their labels become its label, and only interactive ones remain elements.
  public var mergesContents: Bool {
    switch self {
    case .button, .toggleButton, .switch, .checkbox, .radio, .slider, .stepper, .option, .link, .tab, .menuItem, .progress, .meter, .image,
      .heading, .text, .tooltip, .columnHeader:
      true
    default: false
    }
  }
}
