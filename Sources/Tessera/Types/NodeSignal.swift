internal import TesseraGeometry

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
    add = { node, perform in
      if asksForMenu { return node.onContextMenu { point in (point as? Payload).map { perform(value($0)) } } }
      return node.on(signal) { perform(value($0)) }
    }
  }

  /// Calls `perform` with the payload whenever `node` sends the signal. Any thread; see ``AnyNode/on(_:perform:)-(Signal<Payload>,_)``.
  @discardableResult
  public func observe(_ node: AnyNode, perform: @escaping @Sendable (AttributeValue?) -> Void) -> HandlerToken { add(node, perform) }
}

extension AnyNode {
  /// The signals that nodes of every type send.
  public static let commonSignals: [NodeSignal] = [
    NodeSignal(tap, help: "The user tapped the node, or pressed Enter or Space while it had the focus."),
    NodeSignal(
      contextMenu, payload: .list(.number(-1e9...1e9)),
      help: "The user requested the context menu by a right click or a long press; x and y in the node's box."
    ) {
      .list([.number($0.x), .number($0.y)])
    },
    NodeSignal(
      semanticsAction, payload: .text, help: "A screen reader requested an action; its keyword, or the name of a custom action."
    ) {
      if case .custom(let name) = $0 { .text(name) } else { .text($0.description) }
    },
    NodeSignal(focusChange, payload: .boolean, help: "The node gained or lost the focus.") { .boolean($0) },
    NodeSignal(hoverChange, payload: .boolean, help: "A pointer entered or left the node.") { .boolean($0) },
    NodeSignal(
      interfaceStateChange, payload: .choice(InterfaceState.allCases.map { "\($0)" }),
      help: "The interface state changed with the distance to the screen; the new state."
    ) { .text("\($0.new)") },
    NodeSignal(stageEntry, payload: .boolean, help: "The node entered a stage; true for the first time.") { .boolean($0.isFirst) },
    NodeSignal(stageExit, help: "The node left its stage."),
    NodeSignal(
      layoutFinish, payload: .list(.number(-1e9...1e9)),
      help: "A layout changed the frame, the safe-area insets or the frame of a child; x, y, width, height."
    ) {
      .list([$0.origin.x, $0.origin.y, $0.size.width, $0.size.height].map(AttributeValue.number))
    },
    NodeSignal(draw, help: "The content was drawn and is shown."),
    NodeSignal(drawFailure, payload: .text, help: "The content could not be drawn; the reason.") { .text($0) },
    NodeSignal(subtreeDraw, help: "The last pending draw of the node and all below it ended."),
    NodeSignal(
      subnodeDraw, payload: .map(["id": .text, "phase": .choice(SubnodeDraw.Phase.allCases.map(\.rawValue))]),
      help: "A draw of a child began or ended; id of the child and phase of the draw."
    ) {
      .map([("id", .text($0.subnode.id)), ("phase", .text($0.phase.rawValue))])
    },
    NodeSignal(
      subnodeVisibility, payload: .map(["id": .text, "visible": .boolean]),
      help: "A child became visible or invisible; id of the child and whether it is visible."
    ) {
      .map([("id", .text($0.subnode.id)), ("visible", .boolean($0.isVisible))])
    },
    NodeSignal(preload, help: "The node must load its data; it is in the preload range, or the program requested it."),
    NodeSignal(preloadClear, help: "The node must release its data; it left the preload range, or the program requested it."),
    NodeSignal(
      environmentChange,
      payload: .map(["scheme": .choice(["light", "dark"]), "direction": .choice(["ltr", "rtl"]), "reducedMotion": .boolean]),
      help: "An inherited value changed; new color scheme, direction and reduced motion."
    ) {
      .map([
        ("scheme", .text($0.new.colorScheme.rawValue)), ("direction", .text($0.new.direction == .rtl ? "rtl" : "ltr")),
        ("reducedMotion", .boolean($0.new.reducesMotion)),
      ])
    },
  ]
}
