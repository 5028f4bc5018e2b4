public import TesseraGeometry
public import TesseraRender

// Common properties of nodes as modifiers: each sets the property of ``AnyNode`` of that name. Later ones win.
extension NodeElement {
  /// Identifies the element among the others of its node, so that its node is kept when the element moves. Unique within the node whose spec it is
  /// in.
  public func key(_ key: String) -> Described { describing { $0.key = key } }
  /// A name by which the node is found.
  public func id(_ id: String) -> Described { describing { $0.id = id } }

  /// Changes common properties of the node.
  public func properties(_ edit: @escaping @Sendable (inout NodeProperties) -> Void) -> Described {
    describing { $0.propertyEdits.append(edit) }
  }

  /// Opacity of the node and all below it, composited as one picture, 0...1.
  public func opacity(_ opacity: Double) -> Described { properties { $0.opacity = opacity.isNaN ? 1 : min(1, max(0, opacity)) } }
  /// Transform of the node and all below it about the middle of the box.
  public func transform(_ transform: Transform) -> Described { properties { if transform.isFinite { $0.transform = transform } } }
  /// Whether the node is laid out but not shown.
  public func hidden(_ isHidden: Bool = true) -> Described { properties { $0.isHidden = isHidden } }
  /// Fill of the box, below the content.
  public func background(_ paint: Paint?) -> Described { properties { $0.background = paint } }
  /// Colour of the box, below the content.
  public func background(_ color: Color) -> Described { background(.color(color)) }
  /// Corner radius of background, border and shadow, and of everything below if the node is clipped.
  public func cornerRadius(_ radius: Double) -> Described { cornerRadii(CornerRadii(radius.isFinite ? max(0, radius) : 0)) }
  /// The radius of each corner.
  public func cornerRadii(_ radii: CornerRadii) -> Described { properties { $0.cornerRadii = radii } }
  /// Border inside the edge of the box.
  public func border(_ border: Border?) -> Described { properties { $0.border = border } }
  /// Shadow outside of the box.
  public func shadow(_ shadow: Shadow?) -> Described { properties { $0.shadow = shadow } }
  /// Whether content and subnodes are clipped to the (rounded) edge of the box.
  public func clipped(_ isClipped: Bool = true) -> Described { properties { $0.clipsToBounds = isClipped } }
  /// Whether touches can hit the node or anything below it.
  public func interactive(_ isInteractive: Bool) -> Described { properties { $0.isInteractive = isInteractive } }
  /// Distance outside of the box within which touches hit the node.
  public func hitTestSlop(_ slop: Insets) -> Described { properties { $0.hitTestSlop = slop } }
  /// Whether touches of the node exclude those of others (``AnyNode/isExclusiveTouch``).
  public func exclusiveTouch(_ isExclusive: Bool = true) -> Described { properties { $0.isExclusiveTouch = isExclusive } }
  /// Stacking order among its neighbors: higher ones are painted and hit above the others; of equal ones, the later.
  public func zIndex(_ index: Int) -> Described { properties { $0.zIndex = index } }
  /// Whether keys can focus the node.
  public func focusable(_ focusability: Focusability = .always) -> Described { properties { $0.focusability = focusability } }
  /// Placeholder shown until the content of the node and all below it is drawn.
  public func placeholder(_ placeholder: Placeholder?) -> Described { properties { $0.placeholder = placeholder } }
  /// Sides on which the node is padded by the part of its box under the stage's safe-area insets.
  public func safeAreaPadding(_ edges: SafeAreaEdges) -> Described { properties { $0.safeAreaPadding = edges } }
  /// Safe-area insets of the node and those below it, in addition to the stage's: the depth of a bar above the content, for example.
  public func additionalSafeAreaInsets(_ insets: Insets) -> Described { properties { $0.additionalSafeAreaInsets = insets } }

  /// Whether the node is pressed like a button: layers for hover and press, focus, keys, and the role `button` (``AnyNode/isPressable``).
  public func pressable(_ isPressable: Bool = true) -> Described { properties { $0.isPressable = isPressable } }

  /// Sets a value for the node and all below it: `.environment(\.tint, .red)`.
  public func environment<Value: Sendable>(
    _ path: WritableKeyPath<EnvironmentValues, Value> & Sendable, _ value: Value
  ) -> Described {
    describing { $0.environmentEdits.append { $0[keyPath: path] = value } }
  }

  /// Changes the semantics of the node.
  public func semantics(_ edit: @escaping @Sendable (inout NodeSemantics) -> Void) -> Described {
    properties { properties in
      var semantics = properties.semantics
      edit(&semantics)
      properties.semantics = semantics
    }
  }

  /// Sets role and label of the node; nil leaves the type's.
  public func semantics(_ role: SemanticsRole? = nil, label: String? = nil) -> Described {
    semantics {
      if let role { $0.role = role }
      if let label { $0.label = label }
    }
  }

  /// Draws around the content of the node: `body` draws below and above it, or through a clip or a filter (``NodeContentDrawing``).
  ///
  /// - Parameters:
  ///   - id: a drawing with another id is drawn again. Give it the values that the closure captures.
  ///   - reach: distances by which the drawing exceeds the box of the node.
  ///   - body: draws; called on a worker, or on the frame loop for content that is drawn directly.
  public func drawing(
    id: any Hashable & Sendable = 0, reach: Insets = .zero, _ body: @escaping NodeContentDrawing.Body
  ) -> Described {
    describing { $0.contentDrawing = NodeContentDrawing(id: id, reach: reach, body) }
  }

  // MARK: Handlers

  /// Calls `perform` with the payload each time the node sends `signal`. It runs on the loop, no lock held. The closure of the latest spec is used.
  public func on<Payload>(_ signal: Signal<Payload>, perform: @escaping @Sendable (Payload) -> Void) -> Described {
    describing { $0.receivers.append(PayloadReceiver(signal: signal) { _, payload in perform(payload) }) }
  }
  /// Calls `perform` each time the node sends `signal`.
  public func on(_ signal: Signal<Void>, perform: @escaping @Sendable () -> Void) -> Described {
    describing { $0.receivers.append(PayloadReceiver(signal: signal) { _, _ in perform() }) }
  }
  /// Calls `perform` when the node is activated: by a finger, or by Enter or Space while it has the focus.
  public func onTap(_ perform: @escaping @Sendable () -> Void) -> Described { on(AnyNode.tap, perform: perform) }
  /// Calls `perform` when the node moves from one interface state to the next.
  public func onInterfaceStateChange(_ perform: @escaping @Sendable (InterfaceStateChange) -> Void) -> Described {
    on(AnyNode.interfaceStateChange, perform: perform)
  }
}
