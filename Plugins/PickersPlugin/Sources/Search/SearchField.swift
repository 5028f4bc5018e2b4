internal import EditableTextPlugin
public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// Field for the words of a search, with a magnifier and a cross that clears it.
///
/// ```swift
/// SearchField($words, placeholderText: "Search recipes")
/// ```
///
/// Sends `change` when the user has not typed for 0.25 s, and `submit` at Enter. Escape clears the words.
public struct SearchField: AccessibleType, ValueObservingType, LifecycleType, ChangeSendingType {
  public typealias Storage = SearchFieldStorage

  public static let typeName = "search-field"
  public static let summary = "Text field for a search, with suggestions."
  /// The words have changed, and the user has stopped typing; the payload is the words.
  public static let change = Signal<String>("change")
  /// The user pressed Enter; the payload is the words.
  public static let submit = Signal<String>("submit")

  /// Words of the search.
  public var text = ""
  /// Shown while there are no words.
  public var placeholderText = ""
  /// Seconds without typing after which `change` is sent, 0...10.
  public var delay = 0.25
  /// Words that are offered below the field while it has the focus; at most 20 are shown.
  public var suggestions: [String] = []
  public var isEnabled = true
  /// Name for screen readers.
  public private(set) var spokenLabel: String?
  /// Value of the program that the field follows and changes.
  var binding: Binding<String>?

  /// Creates an empty field.
  public init() {}

  /// Creates a field. `label` is the name for screen readers.
  public init(_ text: String, placeholderText: String = "", label: String? = nil) {
    (self.text, self.placeholderText, spokenLabel) = (text, placeholderText, label)
  }

  /// Creates a field that follows a text of the program and changes it.
  public init(_ text: Binding<String>, placeholderText: String = "", label: String? = nil) {
    self.init(text.wrappedValue, placeholderText: placeholderText, label: label)
    binding = text
  }

  public static var attributes: [NodeAttribute<SearchField>] {
    [
      .text("value", \.text, affects: [], help: "The words."),
      .text("placeholderText", \.placeholderText, help: "Placeholder that is shown while there are no words."),
      .number("delay", \.delay, in: 0...10, affects: [], help: "Seconds without typing after which `change` is sent."),
      NodeAttribute(
        "suggestions", \.suggestions, kind: .list(.text), affects: [],
        help: "Words that are offered below the field while it has the focus.",
        get: { .list($0.suggestions.map(AttributeValue.text)) }, set: { $0.suggestions = ($1.list ?? []).compactMap(\.text) }),
      .boolean("enabled", \.isEnabled, help: "Whether the field can be used."),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(change, payload: .text, sets: "value", help: "The user has stopped typing; the words.") { .text($0) },
      NodeSignal(submit, payload: .text, help: "The user pressed Enter; the words.") { .text($0) },
    ]
  }

  /// By hand: words affect the layout only if they are the first or the last.
  public static func invalidation(from old: SearchField, to new: SearchField) -> Invalidation {
    old.placeholderText == new.placeholderText && old.isEnabled == new.isEnabled && old.text.isEmpty == new.text.isEmpty
      ? [] : [.layout, .display]
  }

  // MARK: layout and drawing

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let theme = context.environment.theme
    let storage = context.storage(of: SearchField.self)
    let isEnabled = isEnabled && context.environment.isEnabled
    let isEmpty = storage.isEmpty.withLock { $0 }
    let hasCancel = hasCancel(context.environment, storage)
    return Row(gap: .points(theme[.space2]), align: .center) {
      Subnode("magnifier", SearchMark("search", isEnabled: isEnabled)).style { $0.flexShrink = 0 }
      storage.field.style {
        ($0.flexGrow, $0.flexShrink, $0.flexBasis, $0.minWidth) = (1, 1, .points(0), .points(0))
      }
      if !isEmpty, isEnabled { Subnode("clear", SearchMark("close", isEnabled: isEnabled)).style { $0.flexShrink = 0 } }
      if hasCancel { Subnode("cancel", SearchCancel()).style { $0.flexShrink = 0 } }
    }.style {
      $0.minHeight = .points(max(theme[.control], theme[.body].line * context.environment.textScale + 2 * theme[.space2]))
      $0.padding = LayoutEdges(horizontal: .points(theme[.space3]), vertical: .points(4))
      if hasCancel { $0.padding.end = .points(0) }
      $0.boxSizing = .borderBox
    }
  }

  /// Whether the button "Cancel" is shown: while the field has the focus on a small screen.
  private func hasCancel(_ environment: EnvironmentValues, _ storage: SearchFieldStorage) -> Bool {
    isEnabled && environment.isEnabled && environment.density == .compact && storage.menu.withLock { $0.isFocused }
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let hasCancel = hasCancel(context.environment, context.storage(of: SearchField.self))
    return context.ground(isEnabled: isEnabled, reserved: hasCancel ? SearchCancel.width(context.environment) : 0)
  }

  // MARK: changes

  /// Shows the words of the program.
  public static func valueDidChange(_ node: Node<SearchField>) {
    let (value, field) = (node.value, node.storage.field)
    if field.placeholderText != value.placeholderText { field.placeholderText = value.placeholderText }
    if let label = value.spokenLabel ?? node.semantics.label, field.semantics.label != label { field.semantics.label = label }
    let isEditable = value.isEnabled
    if field.isEditable != isEditable {
      field.isEditable = isEditable
      field.environment[\.isEnabled] = isEditable
    }
    showSuggestions(node)
    // Words that the user has typed since are not the program's to undo.
    guard node.storage.pending.withLock({ $0 == nil }), field.string != value.text else { return }
    field.string = value.text
    updateClearButton(node)
  }

  /// Notes whether there are words, for the cross.
  static func updateClearButton(_ node: Node<SearchField>) {
    let isEmpty = node.storage.field.string.isEmpty
    let isOther = node.storage.isEmpty.withLock { old in
      defer { old = isEmpty }
      return old != isEmpty
    }
    if isOther { node.setNeedsLayout() }
  }

  public static func interfaceStateDidChange(_ node: Node<SearchField>, from old: InterfaceState, to new: InterfaceState) {
    valueDidChange(node)
    guard new == .visible else { return flush(node) }
    let isFirst = node.storage.isWatching.withLock { isWatching in
      defer { isWatching = true }
      return !isWatching
    }
    guard isFirst else { return }
    node.storage.field.onChange { [weak node] _ in
      guard let node else { return }
      updateClearButton(node)
      node.storage.menu.withLock { $0.isClosed = false }
      showSuggestions(node)
      let delay = node.value.delay
      let task = node.after(delay.isFinite ? min(10, max(0, delay)) : 0.25) { flush($0) }
      node.storage.pending.withLock { pending in
        pending?.cancel()
        pending = task
      }
    }
    node.storage.field.onSubmit { [weak node] text in
      guard let node else { return }
      if let words = highlightedSuggestion(node) { return choose(words, node) }
      closeSuggestions(node)
      flush(node)
      node.send(submit, text)
    }
    node.storage.field.onFocusChange { [weak node] isFocused in
      guard let node else { return }
      node.storage.menu.withLock { ($0.isFocused, $0.isClosed) = (isFocused, false) }
      let environment = node.environmentValues
      let end = node.value.hasCancel(environment, node.storage) ? SearchCancel.width(environment) : 0
      node.storage.field.storage.unframedEnd.withLock { $0 = end }
      node.setNeedsLayout()
      node.setNeedsDisplay()
      showSuggestions(node)
    }
  }

  /// Sends the words if they have changed.
  static func flush(_ node: Node<SearchField>) {
    node.storage.pending.withLock { pending in
      pending?.cancel()
      pending = nil
    }
    let text = node.storage.field.string
    guard text != node.value.text else { return }
    node.update { $0.text = text }
    node.value.binding?.wrappedValue = text
    node.send(change, text)
  }

  /// Removes the words for the user, and sends `change` immediately.
  static func clear(_ node: Node<SearchField>) {
    guard node.value.isEnabled, !node.storage.field.string.isEmpty else { return }
    node.storage.field.string = ""
    updateClearButton(node)
    flush(node)
  }

  /// Arrow keys move in the suggestions. Escape closes them, then removes the words; a field without words is left.
  public static func handle(_ event: Event, node: Node<SearchField>) -> EventResponse {
    if case .key(let press) = event, press.isDown, press.modifiers.isEmpty, moveInSuggestions(press, node) { return .handled }
    guard case .key(let press) = event, press.isDown, press.key == .escape, press.modifiers.isEmpty else { return .ignored }
    guard !node.storage.field.string.isEmpty, node.value.isEnabled else { return .ignored }
    clear(node)
    return .handled
  }

  // MARK: semantics

  /// The text field is the search field.
  public static func semantics(ofSubnode subnode: AnyNode, in node: Node<SearchField>) -> NodeSemantics {
    guard subnode === node.storage.field else { return NodeSemantics() }
    var semantics = NodeSemantics(.searchField, label: node.value.spokenLabel ?? node.semantics.label)
    if !node.value.isEnabled { semantics.isDisabled = true }
    return semantics
  }
}

/// Text field of a search field. Any thread.
public final class SearchFieldStorage: NodeStorage {
  let field: EditableTextNode = {
    // The search field draws its frame; the letters are those of the theme.
    let field = EditableTextNode(EditableText())
    field.environment[\.framesFields] = false
    field.purpose = .search
    return field
  }()
  /// Timer of the next `change`; nil if all typed words are sent.
  let pending = Locked<NodeTask?>(nil)
  let isEmpty = Locked(true)
  let isWatching = Locked(false)
  let menu = Locked(SearchSuggestions())

  /// Creates the state of an empty field.
  public init() {}
}

/// Node of a search field.
public typealias SearchFieldNode = Node<SearchField>

extension Node where Value == SearchField {
  /// Creates a field that follows a text of the program and changes it. Any thread.
  public convenience init(_ text: Binding<String>, placeholderText: String = "", label: String? = nil) {
    self.init(SearchField(text, placeholderText: placeholderText, label: label))
    bind(\.text) { text.wrappedValue }
  }

  /// Calls `perform` with the words when the user has stopped typing. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(SearchField.change, perform: perform) }

  /// Calls `perform` with the words when the user presses Enter. Frame loop.
  @discardableResult
  public func onSubmit(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(SearchField.submit, perform: perform) }
}
