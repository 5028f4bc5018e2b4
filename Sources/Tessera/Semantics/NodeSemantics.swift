/// Role, label, value, states and actions of a node, for screen readers and other assistive programs. A value; nil members are unset.
///
/// The node's type returns them (``AccessibleType/semantics(of:)``); each member that the program sets (``AnyNode/semantics``) replaces that of the type.
public struct NodeSemantics: Sendable, Hashable {
  /// Kind of element.
  public var role: SemanticsRole?
  /// Name announced by screen readers.
  public var label: String?
  /// Value in words, such as the text of a field, or the announced number: `21 degrees`.
  public var value: String?
  /// Value as a number.
  public var number: SemanticsNumber?
  /// Effect of an action, if the label does not state it.
  public var hint: String?

  /// Whether it does not accept actions now.
  public var isDisabled: Bool?
  /// Checked state; nil means that it cannot be checked.
  public var checked: CheckedState?
  /// Whether it is selected; nil means that it cannot be selected.
  public var isSelected: Bool?
  /// Whether several of its contents can be selected; nil means at most one.
  public var isMultiselectable: Bool?
  /// Whether its details are shown; nil means that it has none.
  public var isExpanded: Bool?
  /// Whether its content is loading.
  public var isBusy: Bool?
  /// Whether a form needs its value.
  public var isRequired: Bool?
  /// Whether its value is invalid.
  public var isInvalid: Bool?
  /// Whether its value is secret and never announced.
  public var isPassword: Bool?
  /// Whether its value can be read and not changed.
  public var isReadOnly: Bool?
  /// Whether a text has several lines.
  public var isMultiline: Bool?

  /// Actions that it can perform.
  public var actions: [SemanticsAction]?
  /// Level of a heading, or of an item of a tree, from 1.
  public var level: Int?
  /// Place among elements of its kind.
  public var position: SemanticsPosition?
  /// Words of the cells of a row, by column. Screen readers of desktops read them one by one; the label has all of them.
  public var cells: [String]?
  /// Whether changes of it are announced.
  public var liveRegion: LiveRegion?
  /// Language, a BCP 47 tag; nil means that of the surroundings.
  public var language: String?
  /// Whether elements outside of it cannot be reached.
  public var isModal: Bool?
  /// Whether it and its subtree are skipped.
  public var isHidden: Bool?
  /// Order among siblings: lower numbers are read first; equal ones keep the order of the layout. nil means 0.
  public var order: Int?
  /// Whether its contents are separate elements; nil means the default of the role.
  public var grouping: SemanticsGrouping?

  /// Creates semantics with these members set.
  public init(_ role: SemanticsRole? = nil, label: String? = nil, value: String? = nil) {
    (self.role, self.label, self.value) = (role, label, value)
  }

  /// Whether nothing is set.
  public var isEmpty: Bool { self == Self.unset }

  private static let unset = NodeSemantics()

  /// Returns a copy with each member replaced that is set in `other`.
  public func overridden(by other: NodeSemantics) -> NodeSemantics {
    guard !other.isEmpty else { return self }
    var result = other
    result.role = other.role ?? role
    result.label = other.label ?? label
    result.value = other.value ?? value
    result.number = other.number ?? number
    result.hint = other.hint ?? hint
    result.isDisabled = other.isDisabled ?? isDisabled
    result.checked = other.checked ?? checked
    result.isSelected = other.isSelected ?? isSelected
    result.isMultiselectable = other.isMultiselectable ?? isMultiselectable
    result.isExpanded = other.isExpanded ?? isExpanded
    result.isBusy = other.isBusy ?? isBusy
    result.isRequired = other.isRequired ?? isRequired
    result.isInvalid = other.isInvalid ?? isInvalid
    result.isPassword = other.isPassword ?? isPassword
    result.isReadOnly = other.isReadOnly ?? isReadOnly
    result.isMultiline = other.isMultiline ?? isMultiline
    result.actions = other.actions ?? actions
    result.level = other.level ?? level
    result.position = other.position ?? position
    result.cells = other.cells ?? cells
    result.liveRegion = other.liveRegion ?? liveRegion
    result.language = other.language ?? language
    result.isModal = other.isModal ?? isModal
    result.isHidden = other.isHidden ?? isHidden
    result.order = other.order ?? order
    result.grouping = other.grouping ?? grouping
    return result
  }

  /// Returns a copy with unset members taken from `other`. Its role also replaces `text` and `group`.
  func supplemented(by other: NodeSemantics) -> NodeSemantics {
    guard !other.isEmpty else { return self }
    var result = other.overridden(by: self)
    if role == .text || role == .group { result.role = other.role ?? role }
    return result
  }

  /// Whether a node with these semantics is an element; otherwise only its subnodes can be.
  ///
  /// - Parameter hasContents: whether there are elements below it, which a hidden node hides.
  func isElement(hasContents: Bool) -> Bool {
    if isHidden == true, hasContents { return true }
    if let role { return role != .none }
    return !(label ?? "").isEmpty || value != nil || number != nil || checked != nil || isModal == true || grouping == .merged
      || !(actions ?? []).isEmpty
  }

  /// Whether its contents are merged into it.
  var mergesContents: Bool { grouping.map { $0 == .merged } ?? role?.mergesContents ?? false }

  /// Whether it accepts actions.
  var isInteractive: Bool { role?.isInteractive ?? false || !(actions ?? []).isEmpty }
}
