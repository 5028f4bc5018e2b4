/// Description of a node type's signal for scene files and lists for people: name, payload, help. A value; any thread.
///
/// ```swift
/// public static let signals: [NodeSignal] = [
///   NodeSignal(Dial.change, payload: .number(0...1), sets: "value", help: "The user turned it.") { .number($0) }
/// ]
/// ```
public struct NodeSignal: Sendable {
  /// The name.
  public let name: String
  /// Kind of the payload, or nil.
  public let payload: AttributeKind?
  /// The attribute whose new value is the payload, because a person changed it; otherwise nil.
  public let attribute: String?
  /// One line for people.
  public let help: String
  private let add: @Sendable (AnyNode, @escaping @Sendable (AttributeValue?) -> Void) -> HandlerToken

  /// Describes a signal without a payload.
  public init(_ signal: Signal<Void>, help: String) {
    (name, payload, attribute, self.help) = (signal.name, nil, nil, help)
    // For nodes of most types, `onTap` also adds the gesture that recognizes taps.
    let isTap = signal == AnyNode.tap
    add = { node, perform in isTap ? node.onTap { perform(nil) } : node.on(signal) { perform(nil) } }
  }

  /// Describes a signal with a payload.
  ///
  /// - Parameters:
  ///   - signal: the signal.
  ///   - kind: the payload's kind in scene files.
  ///   - attribute: the attribute whose new value is the payload, or nil.
  ///   - help: one line for people.
  ///   - value: makes a value of a payload; nil sends this signal without one.
  public init<Payload>(
    _ signal: Signal<Payload>, payload kind: AttributeKind, sets attribute: String? = nil, help: String,
    value: @escaping @Sendable (Payload) -> AttributeValue?
  ) {
    (name, payload, self.attribute, self.help) = (signal.name, kind, attribute, help)
    // `onContextMenu` also adds the gesture that recognizes long presses.
    let asksForMenu = signal.name == AnyNode.contextMenu.name
    // `onDrag` also adds the gesture that recognizes drags.
    let isDrag = signal.name == AnyNode.drag.name && Payload.self == NodeDrag.self
    add = { node, perform in
      if isDrag { return node.onDrag { drag in (drag as? Payload).map { perform(value($0)) } } }
      if asksForMenu { return node.onContextMenu { point in (point as? Payload).map { perform(value($0)) } } }
      return node.on(signal) { perform(value($0)) }
    }
  }

  /// Calls `perform` with the payload whenever `node` sends the signal. Any thread; see ``AnyNode/on(_:perform:)-(Signal<Payload>,_)``.
  @discardableResult
  public func observe(_ node: AnyNode, perform: @escaping @Sendable (AttributeValue?) -> Void) -> HandlerToken { add(node, perform) }
}
