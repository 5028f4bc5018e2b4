internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Frame of a form field around its content. A node type for specs, not for scenes.
struct FieldFrame: AccessibleType, ValueObservingType {
  /// Focus of the content. Any thread.
  final class Storage: NodeStorage {
    struct State {
      /// Node whose focus is observed, and its handler.
      weak var content: AnyNode?
      weak var frame: Node<FieldFrame>?
      var handler: HandlerToken?
      var isFocused = false
    }

    let state = Locked(State())
    init() {}

    /// Whether the user can use the content. Any thread.
    var isContentEnabled: Bool {
      let (content, frame) = state.withLock { ($0.content, $0.frame) }
      return (content.map { [$0] } ?? frame?.subnodes ?? []).allSatisfy { ($0 as? DropdownNode)?.value.isEnabled ?? true }
    }
  }

  static let typeName = "field-frame"

  private var field = FormField()

  init() {}
  init(_ field: FormField) { self.field = field }

  /// Whether the content has a look of its own in place of a frame, such as a stepper or a slider.
  private var hasOwnLook: Bool {
    guard let type = field.content?.descriptor ?? field.elements?.type, type.name != Dropdown.typeName else { return false }
    guard type.adopted((any TextInputType.Type).self) == nil else { return false }
    return type.adopted((any ControlType.Type).self) != nil || type.adopted((any ChangeSendingType.Type).self) != nil
  }

  private var isInvalid: Bool { !field.error.isEmpty }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let (theme, isEnabled) = (context.environment.theme, context.environment.isEnabled)
    let padding = hasOwnLook ? 0 : theme[.space3]
    let letters = hasOwnLook ? 0 : theme[.body].line * context.environment.textScale + 2 * theme[.space2]
    let height = max(theme[.control], letters)
    return Row(gap: .points(theme[.space2]), align: .center) {
      if !field.prefix.isEmpty { Subnode("prefix", ControlLabel(field.prefix, .affix, isEnabled: isEnabled)).style { $0.flexShrink = 0 } }
      for element in elements(context.storage(of: FieldFrame.self)) {
        element.style {
          $0.flexGrow = 1
          $0.flexShrink = 1
          $0.flexBasis = .points(0)
          $0.minWidth = .points(0)
        }
      }
      if !field.suffix.isEmpty { Subnode("suffix", ControlLabel(field.suffix, .affix, isEnabled: isEnabled)).style { $0.flexShrink = 0 } }
    }.style {
      $0.minHeight = .points(height)
      $0.padding = LayoutEdges(horizontal: .points(padding), vertical: .points(padding / 2))
      $0.boxSizing = .borderBox
    }
  }

  /// Content of the frame; the focus of elements is observed.
  private func elements(_ storage: Storage) -> [any LayoutElement] {
    if let content = field.content { return [content] }
    return (field.elements?.elements ?? []).map { element in
      guard let node = element as? any NodeElement else { return element }
      return node.on(AnyNode.focusChange) { [weak storage] isFocused in
        let frame = storage?.state.withLock { state in
          state.isFocused = isFocused
          return state.frame
        }
        frame?.setNeedsDisplay()
      }
    }
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    if hasOwnLook { return }
    let storage = context.storage(of: FieldFrame.self)
    let look = ControlLook(isEnabled: storage.isContentEnabled, InteractionState(), in: context)
    let theme = look.theme
    let isFocused = storage.state.withLock { $0.isFocused }
    let shape = RoundedRect(look.aligned(Rect(size: context.size)), radius: theme[.radius3])
    canvas.fill(shape, .color(look.isEnabled ? theme.surface : theme.well))
    if isInvalid {
      look.edge(shape, theme.danger, width: max(2, look.stroke), in: canvas)
    } else if isFocused, look.isEnabled {
      look.edge(shape, theme.accent, width: max(2, look.stroke), in: canvas)
    } else if look.isEnabled || look.outlinesWells {
      look.edge(shape, look.mark(theme.edge), in: canvas)
    }
  }

  /// Observes the focus of the content, which the edge shows.
  static func valueDidChange(_ node: Node<FieldFrame>) {
    let content = node.value.field.content
    node.storage.state.withLock { $0.frame = node }
    guard node.value.field.elements == nil else { return }
    let (former, handler) = node.storage.state.withLock { ($0.content, $0.handler) }
    guard former !== content else { return }
    if let former, let handler { former.removeHandler(handler) }
    let new = content?.on(AnyNode.focusChange) { [weak node] isFocused in
      node?.storage.state.withLock { $0.isFocused = isFocused }
      node?.setNeedsDisplay()
    }
    let isFocused = content.map { $0.focusedNode === $0 } ?? false
    node.storage.state.withLock { $0 = Storage.State(content: content, frame: node, handler: new, isFocused: isFocused) }
    node.setNeedsDisplay()
  }

  /// The content has the title, the help and the validity of the field.
  static func semantics(ofSubnode subnode: AnyNode, in node: Node<FieldFrame>) -> NodeSemantics {
    let field = node.value.field
    guard subnode === field.content || field.elements != nil && !(subnode is Node<ControlLabel>) else { return NodeSemantics() }
    var semantics = NodeSemantics(label: field.title.isEmpty ? nil : field.title)
    let hint = field.error.isEmpty ? field.help : field.error
    if !hint.isEmpty { semantics.hint = hint }
    if !field.error.isEmpty { semantics.isInvalid = true }
    if field.isRequired { semantics.isRequired = true }
    return semantics
  }
}
