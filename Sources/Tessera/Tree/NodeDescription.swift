internal import TesseraGeometry
internal import TesseraLayout

/// What an element says of its node beside the value: style, properties, handlers, children. Opaque to programs, which call modifiers. A value.
public struct NodeDescription: Sendable {
  /// nil: the place tells.
  var key: String?
  /// Where the element stands, as far as builders told it.
  var steps: [ElementStep] = []
  var styleEdits: [@Sendable (inout LayoutStyle) -> Void] = []
  /// In place of those that nodes of the type begin with.
  var properties: NodeProperties?
  var propertyEdits: [@Sendable (inout NodeProperties) -> Void] = []
  var id: String?
  var receivers: [any SignalReceiver] = []
  var environmentEdits: [@Sendable (inout EnvironmentValues) -> Void] = []
  var content: ContainerContent?
  /// What the program does with the node when it is made.
  var preparations: [@Sendable (AnyNode) -> Void] = []

  /// Whether nothing but value, key and style is said.
  var isPlain: Bool {
    properties == nil && propertyEdits.isEmpty && id == nil && receivers.isEmpty && environmentEdits.isEmpty && content == nil
  }

  /// Whether a finger is to send ``AnyNode/tap``.
  var wantsTaps: Bool { receivers.contains { $0.name == AnyNode.tap.name } }

  /// Changes the style that the node has of its own to what is said here.
  func apply(to style: inout LayoutStyle) {
    if let content { style = content.style }
    for edit in styleEdits { edit(&style) }
  }

  /// The properties of a node whose type begins with `initial`.
  func properties(from initial: NodeProperties) -> NodeProperties {
    var all = properties ?? initial
    for edit in propertyEdits { edit(&all) }
    return all
  }
}

extension AnyNode {
  /// Makes the node what a spec says of it. Layout is running: what would ask for one is for that one. Any thread.
  ///
  /// - Parameter owner: the node whose states handlers see.
  func take(_ description: NodeDescription, from owner: AnyNode) {
    let former = lock.withLock { state.attachments?.description }
    guard !description.isPlain || former != nil else { return }
    if let id = description.id { self.id = id }
    takeEnvironment(of: description, hadOne: former?.hasEnvironment ?? false)
    properties = description.properties(from: hooks.initialProperties.value)
    setContent(description.content, hadContent: former?.hasContent ?? false)
    attachHandlers(of: description, from: owner)
  }

  /// Makes a new node what an element says of it.
  func begin(as description: NodeDescription) {
    var style = self.style
    description.apply(to: &style)
    self.style = style
    guard !description.isPlain else { return }
    if let id = description.id { self.id = id }
    takeEnvironment(of: description, hadOne: false)
    properties = description.properties(from: hooks.initialProperties.value)
    attachHandlers(of: description)
    guard let content = description.content else { return }
    let children = content.children.map { ($0 as? any NodeMaking)?.makeKeptNode() }
    if children.allSatisfy({ $0 != nil }) {
      for case let child? in children { addSubnode(child) }
    } else {
      layoutSpec = { _ in content }
    }
  }

  /// Says for the node and all below it what the description says, and no more what the one before said.
  private func takeEnvironment(of description: NodeDescription, hadOne: Bool) {
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
    // What was attached before is let go of after the lock: it may reach for this node when it goes.
    let former = attach { attachments in
      let former = attachments.handlers
      attachments.handlers.setDescribed(description.receivers, scope)
      attachments.description = .init(
        hasContent: description.content != nil, hasEnvironment: !description.environmentEdits.isEmpty,
        contentOwner: description.content == nil ? nil : owner)
      return former
    }
    withExtendedLifetime(former) {}
    if let recognizer { addRecognizer(recognizer) }
  }

  /// What turns a finger's tap into ``tap``; nil for types that send it themselves, and where nobody listens any more the signal goes nowhere.
  private func tapRecognizer() -> GestureRecognizer? {
    guard !descriptor.traits.contains(.sendsTaps) else { return nil }
    return attach { attachments -> GestureRecognizer in
      if let known = attachments.taps { return known }
      let made = GestureRecognizer(TapGesture()) { if $0.node.environmentValues.isEnabled { $0.node.send(AnyNode.tap) } }
      attachments.taps = made
      return made
    }
  }

  /// Gives a container the children that the spec of its owner says it has now.
  private func setContent(_ content: ContainerContent?, hadContent: Bool) {
    guard content != nil || hadContent else { return }
    var spec: (@Sendable (LayoutContext) -> (any LayoutElement)?)?
    if let content { spec = { _ in content } }
    lock.lock()
    // What it had before is let go of after the lock.
    swap(&state.layoutSpec, &spec)
    state.measureGeneration &+= 1
    forgetMeasurements()
    lock.unlock()
  }

  /// Calls `perform` when the node is activated: by a finger, or by Enter or Space where it has the focus. Any thread.
  ///
  /// `perform` runs on the loop, no lock held. Capture the node weakly: it holds the handler.
  @discardableResult
  public func onTap(_ perform: @escaping @Sendable () -> Void) -> HandlerToken {
    if let recognizer = tapRecognizer() { addRecognizer(recognizer) }
    defer { setNeedsSemantics() }
    return on(AnyNode.tap, perform: perform)
  }
}
