internal import TesseraGeometry
internal import TesseraLayout

/// An element's description of its node in addition to the value: style, properties, handlers, children. Opaque to programs, which call modifiers. A
/// value.
public struct NodeDescription: Sendable {
  /// Nil if the element is identified by its place.
  var key: String?
  /// Place of the element, as far as builders recorded it.
  var steps: [ElementStep] = []
  var styleEdits: [@Sendable (inout LayoutStyle) -> Void] = []
  /// Replaces the initial properties of the type.
  var properties: NodeProperties?
  var propertyEdits: [@Sendable (inout NodeProperties) -> Void] = []
  var id: String?
  var receivers: [any SignalReceiver] = []
  var environmentEdits: [@Sendable (inout EnvironmentValues) -> Void] = []
  var content: ContainerContent?
  /// Drawing around the node's content.
  var contentDrawing: NodeContentDrawing?
  /// Closures of the program that prepare a new node.
  var preparations: [@Sendable (AnyNode) -> Void] = []

  /// Whether only value, key and style are given.
  var isPlain: Bool {
    properties == nil && propertyEdits.isEmpty && id == nil && receivers.isEmpty && environmentEdits.isEmpty && content == nil
      && contentDrawing == nil
  }

  /// Whether a finger's tap must send ``AnyNode/tap``.
  var wantsTaps: Bool { receivers.contains { $0.name == AnyNode.tap.name } }

  /// Applies the description to the node's own style.
  func apply(to style: inout LayoutStyle) {
    if let content {
      if content.isWholeStyle {
        style = content.style
      } else {
        (style.direction, style.gap) = (content.style.direction, content.style.gap)
        (style.alignItems, style.justifyContent) = (content.style.alignItems, content.style.justifyContent)
      }
    }
    for edit in styleEdits { edit(&style) }
  }

  /// Returns the properties of a node whose type begins with `initial`.
  func properties(from initial: NodeProperties) -> NodeProperties {
    var all = properties ?? initial
    for edit in propertyEdits { edit(&all) }
    return all
  }
}

extension AnyNode {
  /// Updates the node to its description in a spec. Called during layout, so it requests no other layout. Any thread.
  ///
  /// - Parameter owner: the node that owns the states of handlers.
  func adopt(_ description: NodeDescription, from owner: AnyNode) {
    let former = lock.withLock { state.attachments?.description }
    guard !description.isPlain || former != nil else { return }
    if let id = description.id { self.id = id }
    adoptEnvironment(of: description, hadOne: former?.hasEnvironment ?? false)
    properties = description.properties(from: hooks.initialProperties.value)
    if description.contentDrawing != nil || former?.hasDrawing ?? false { contentDrawing = description.contentDrawing }
    setContent(description.content, hadContent: former?.hasContent ?? false)
    attachHandlers(of: description, from: owner)
  }

  /// Initializes a new node from an element's description.
  func begin(as description: NodeDescription) {
    var style = self.style
    description.apply(to: &style)
    self.style = style
    guard !description.isPlain else { return }
    if let id = description.id { self.id = id }
    adoptEnvironment(of: description, hadOne: false)
    properties = description.properties(from: hooks.initialProperties.value)
    if let drawing = description.contentDrawing { contentDrawing = drawing }
    attachHandlers(of: description)
    guard let content = description.content else { return }
    let children = content.children.map { ($0 as? any NodeMaking)?.makeKeptNode() }
    if children.allSatisfy({ $0 != nil }) {
      for case let child? in children { addSubnode(child) }
    } else {
      layoutSpec = { _ in content }
    }
  }

  /// Sets the description's environment values for the node and all below it, and removes those of the former description.
  private func adoptEnvironment(of description: NodeDescription, hadOne: Bool) {
    guard hadOne || !description.environmentEdits.isEmpty else { return }
    var own = EnvironmentValues()
    let before = own.direction
    for edit in description.environmentEdits { edit(&own) }
    if own.direction != before { direction = own.direction }
    let known = lock.withLock { state.attachments?.environment?.own }
    guard !EnvironmentStorage.difference(known, own.storage).isEmpty || (known == nil) != (own.storage == nil) else { return }
    changeOwnEnvironment { _ in own.storage }
  }

  private func attachHandlers(of description: NodeDescription, from owner: AnyNode? = nil) {
    let recognizer = description.wantsTaps ? tapRecognizer() : nil
    let scope = owner.map { StateScope($0) } ?? StateScope.current
    // The former handlers are released after the lock: they may access this node when they are released.
    let former = attach { attachments in
      let former = attachments.handlers
      attachments.handlers.setDescribed(description.receivers, scope)
      attachments.description = .init(
        hasContent: description.content != nil, hasEnvironment: !description.environmentEdits.isEmpty,
        hasDrawing: description.contentDrawing != nil,
        contentOwner: description.content == nil ? nil : owner)
      return former
    }
    withExtendedLifetime(former) {}
    if let recognizer { addRecognizer(recognizer) }
  }

  /// Sets the children of a container to those of its owner's current spec.
  private func setContent(_ content: ContainerContent?, hadContent: Bool) {
    guard content != nil || hadContent else { return }
    var spec: (@Sendable (LayoutContext) -> (any LayoutElement)?)?
    if let content { spec = { _ in content } }
    lock.lock()
    // The former spec is released after the lock.
    swap(&state.layoutSpec, &spec)
    state.measureGeneration &+= 1
    forgetMeasurements()
    lock.unlock()
  }

}
