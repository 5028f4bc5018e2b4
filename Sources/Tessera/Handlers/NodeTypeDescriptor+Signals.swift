internal import TesseraGeometry

extension NodeTypeDescriptor {
  /// Signals that its nodes send: first those of the type, then those of every node, each name once.
  public var signals: [NodeSignal] {
    var seen = Set<String>()
    return (ownSignals() + AnyNode.commonSignals).filter { seen.insert($0.name).inserted }
  }
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
      pointerButton,
      payload: .map([
        "button": .choice(PointerPress.Button.allCases.map(\.rawValue)), "down": .boolean, "x": .number(-1e9...1e9),
        "y": .number(-1e9...1e9),
      ]),
      help:
        "The user pressed or released the right, middle or a side button of a mouse; button, whether it is down, and place in the node's box."
    ) {
      .map([
        ("button", .text($0.button.rawValue)), ("down", .boolean($0.isDown)), ("x", .number($0.location.x)), ("y", .number($0.location.y)),
      ])
    },
    NodeSignal(
      semanticsAction, payload: .text, help: "A screen reader requested an action; its keyword, or the name of a custom action."
    ) {
      if case .custom(let name) = $0 { .text(name) } else { .text($0.description) }
    },
    NodeSignal(
      drag,
      payload: .map([
        "phase": .choice(["began", "changed", "ended", "cancelled"]), "x": .number(-1e9...1e9), "y": .number(-1e9...1e9),
        "dx": .number(-1e9...1e9), "dy": .number(-1e9...1e9),
      ]),
      help: "A finger drags the node; phase, place in its box, and movement since the drag began."
    ) {
      .map([
        ("phase", .text($0.phase.rawValue)), ("x", .number($0.location.x)), ("y", .number($0.location.y)),
        ("dx", .number($0.translation.x)), ("dy", .number($0.translation.y)),
      ])
    },
    NodeSignal(pressChange, payload: .boolean, help: "The shown press of a pressable node began or ended.") { .boolean($0) },
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
