extension AnyNode {
  /// A requested action that the program lists in ``semantics``, or that the node's type does not perform.
  public static let semanticsAction = Signal<SemanticsAction>("semanticsAction")

  /// Semantics that the program sets. Each member that is set replaces that of the node's type; ``resolvedSemantics`` combines both. Any thread.
  public var semantics: NodeSemantics {
    get { lock.withLock { state.properties.given.semantics } }
    set { updateProperties { $0.semantics = newValue } }
  }

  /// Semantics of the node's type, overridden by ``semantics``. Any thread.
  ///
  /// Subnodes add nothing: the label of a button that consists of other nodes is in the ``SemanticsTree``.
  public var resolvedSemantics: NodeSemantics {
    let own = (hooks.accessible?.semantics(erased: self) ?? NodeSemantics()).supplemented(by: supplement)
    let (properties, isHidden, isPressable) = lock.withLock {
      (state.properties.given.semantics, state.properties.given.isUnseen, state.properties.isPressable)
    }
    var result = own.overridden(by: properties)
    // Types that handle touches have another role.
    if isPressable, result.role == nil || result.role == .text || result.role == .group || result.role == .image { result.role = .button }
    if isHidden { result.isHidden = true }
    if hasHandlers(for: AnyNode.tap), result.isDisabled != true, !(result.actions ?? []).contains(.activate) {
      result.actions = [.activate] + (result.actions ?? [])
    }
    let environment = environmentValues
    if !environment.isEnabled, result.isInteractive { result.isDisabled = true }
    if environment.isReadOnly, result.role?.holdsValue ?? false { result.isReadOnly = true }
    return result
  }

  /// Semantics of the node from the type of its parent. Any thread.
  var supplement: NodeSemantics {
    guard let above = supernode, let type = above.hooks.accessible else { return NodeSemantics() }
    return type.semantics(ofSubnode: self, erased: above)
  }

  /// Parts of the node that are separate elements, in reading order, such as the links of a text. Any thread.
  public var semanticsParts: [SemanticsPart] { hooks.accessible?.semanticsParts(erased: self) ?? [] }

  /// Marks the node's semantics as stale, after a change that requests neither layout nor drawing. Any thread.
  public func setNeedsSemantics() {
    if lock.withLock({ state.link?.readsSemantics ?? false }) { invalidate(.semantics) }
  }

  /// Performs an action by the node's type, or by that of the parent. Frame loop. Returns whether the action was performed.
  func performOwn(_ action: SemanticsAction, onPart part: Int?) -> Bool {
    if hooks.accessible?.perform(action, onPart: part, erased: self) ?? false { return true }
    guard part == nil, let above = supernode, let type = above.hooks.accessible else { return false }
    return type.perform(action, onSubnode: self, erased: above)
  }
}

extension NodeProperties {
  /// Whether the node and its subtree are invisible.
  fileprivate var isUnseen: Bool { isHidden || opacity <= 0 }
}
