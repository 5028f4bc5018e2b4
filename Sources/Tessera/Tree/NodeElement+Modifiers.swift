public import TesseraGeometry
public import TesseraRender

// What every node has, as modifiers: each is the property of ``AnyNode`` of that name. Later ones win.
extension NodeElement {
  /// What tells the element from the others of its node, so that its node stays wherever the element goes. Unique within the node whose spec it is in.
  public func key(_ key: String) -> Described { describing { $0.key = key } }
  /// A name for finding the node.
  public func id(_ id: String) -> Described { describing { $0.id = id } }

  /// Changes properties that every node has.
  public func properties(_ edit: @escaping @Sendable (inout NodeProperties) -> Void) -> Described {
    describing { $0.propertyEdits.append(edit) }
  }

  /// Opacity of the node and all below it as one picture, 0...1.
  public func opacity(_ opacity: Double) -> Described { properties { $0.opacity = opacity.isNaN ? 1 : min(1, max(0, opacity)) } }
  /// Applied about the middle of the box to the node and all below it.
  public func transform(_ transform: Transform) -> Described { properties { if transform.isFinite { $0.transform = transform } } }
  /// Laid out but not shown.
  public func hidden(_ isHidden: Bool = true) -> Described { properties { $0.isHidden = isHidden } }
  /// Fills the box beneath the content.
  public func background(_ paint: Paint?) -> Described { properties { $0.background = paint } }
  /// Fills the box beneath the content with a colour.
  public func background(_ color: Color) -> Described { background(.color(color)) }
  /// Rounds background, border, shadow and, where it is clipped, everything below.
  public func cornerRadius(_ radius: Double) -> Described { cornerRadii(CornerRadii(radius.isFinite ? max(0, radius) : 0)) }
  /// The radius of each corner.
  public func cornerRadii(_ radii: CornerRadii) -> Described { properties { $0.cornerRadii = radii } }
  /// Drawn inside the edge of the box.
  public func border(_ border: Border?) -> Described { properties { $0.border = border } }
  /// Drawn outside of the box.
  public func shadow(_ shadow: Shadow?) -> Described { properties { $0.shadow = shadow } }
  /// Cuts content and subnodes at the (rounded) edge of the box.
  public func clipped(_ isClipped: Bool = true) -> Described { properties { $0.clipsToBounds = isClipped } }
  /// Whether touches can hit the node or anything below it.
  public func interactive(_ isInteractive: Bool) -> Described { properties { $0.isInteractive = isInteractive } }
  /// How far outside of its box a touch still hits.
  public func hitTestSlop(_ slop: Insets) -> Described { properties { $0.hitTestSlop = slop } }
  /// Whether keys can give the node the focus.
  public func focusable(_ focusability: Focusability = .always) -> Described { properties { $0.focusability = focusability } }
  /// Stands in until the content of the node and of all below it is drawn.
  public func placeholder(_ placeholder: Placeholder?) -> Described { properties { $0.placeholder = placeholder } }
  /// Pads the node by as much of its box as lies under the stage's safe-area insets on these sides.
  public func safeAreaPadding(_ edges: SafeAreaEdges) -> Described { properties { $0.safeAreaPadding = edges } }

  // MARK: Handlers

  /// Calls `perform` with the payload whenever the node sends `signal`. It runs on the loop, no lock held, and is that of the newest spec.
  public func on<Payload>(_ signal: Signal<Payload>, perform: @escaping @Sendable (Payload) -> Void) -> Described {
    describing { $0.receivers.append(PayloadReceiver(signal: signal, perform: perform)) }
  }
  /// Calls `perform` whenever the node sends `signal`.
  public func on(_ signal: Signal<Void>, perform: @escaping @Sendable () -> Void) -> Described {
    describing { $0.receivers.append(PayloadReceiver(signal: signal) { _ in perform() }) }
  }
  /// Calls `perform` when the node is activated: by a finger, or by Enter or Space where it has the focus.
  public func onTap(_ perform: @escaping @Sendable () -> Void) -> Described { on(AnyNode.tap, perform: perform) }
  /// Calls `perform` when the node goes from one interface state to the next.
  public func onInterfaceStateChange(_ perform: @escaping @Sendable (InterfaceStateChange) -> Void) -> Described {
    on(AnyNode.interfaceStateChange, perform: perform)
  }
}
