internal import TesseraGeometry
internal import TesseraRender

extension AnyNode {
  /// Keys of every node of a scene file that are not attributes.
  static let reservedKeys: Set<String> = ["type", "id", "style", "styles", "children", "when", "each", "on", "timers", "variants", "looks"]

  /// The attributes that every node has.
  static let commonAttributes: [NodeAttribute<NodeProperties>] = seenAttributes + NodeAttribute.semantics

  private static let seenAttributes: [NodeAttribute<NodeProperties>] = [
    .number("opacity", \.opacity, in: 0...1, help: "Opacity of the node and all below it as one picture."),
    .boolean("hidden", \.isHidden, help: "Laid out but not shown."),
    .paint("background", \.background, help: "Fills the box: a colour or a gradient."),
    .radii("cornerRadius", \.cornerRadii, help: "Rounds the corners: one number, or top left, top right, bottom right, bottom left."),
    .border("border", \.border, help: "A line inside the edge: width and color."),
    .shadow("shadow", \.shadow, help: "A shadow outside of the box: color, x, y, radius, spread."),
    .boolean("clip", \.clipsToBounds, help: "Cuts content and children at the rounded edge."),
    .choice("blend", \.blend, help: "How the node is mixed with what lies beneath."),
    .number("backdropBlur", \.backdropBlur, in: 0...200, help: "Blurs what lies beneath the box: standard deviation."),
    .transform("transform", \.transform, help: "Turns, scales and moves about its anchor: rotate (degrees), scale, x, y."),
    .share("transformAnchor", \.transformAnchor, help: "The point that the transform leaves where it is: shares of width and height."),
    .boolean("rasterize", \.rasterizesSubtree, help: "Draws the node and all below it into one buffer."),
    .boolean("drawsDirectly", \.drawsDirectly, help: "Draws the content while compositing, without a buffer."),
    .placeholder(
      "placeholder", \.placeholder,
      help: "Shown until all content is drawn: color, shape, a blurHash or thumbHash, fade and delay in seconds."),
    .number(
      "contentFade", \.contentFade, in: 0...60,
      help: "Seconds in which the node fades in when its content is drawn, where it was waited for."),
    .boolean("appearsTogether", \.appearsTogether, help: "The content of the node and of all below it appears at once."),
    .boolean("neverShowsPlaceholder", \.neverShowsPlaceholder, help: "The frame waits for the content of the node and of all below it."),
    .boolean("suspendsDrawing", \.suspendsDrawing, help: "The node and all below it are drawn no more; changes wait."),
    NodeAttribute(
      "drawPriority", kind: .number(-1000...1000), help: "How urgent draws of the node and all below it are: higher ones begin first.",
      get: { $0.drawPriority.map { .number(Double($0)) } },
      set: { properties, new in
        guard let whole = new.number.flatMap({ Int(exactly: $0) }) else {
          throw AttributeError(attribute: "drawPriority", reason: "must be a whole number")
        }
        properties.drawPriority = whole
      }),
    .boolean("keepsPlaceholder", \.keepsPlaceholder, help: "The placeholder stays: data are still loading."),
    .transition("transition", \.layoutTransition, help: "How the node and all below it go from one layout to the next."),
    .motions("motion", \.motion, help: "By which motion changes of properties and attributes are seen, by their names."),
    .keyframes(
      "keyframes", \.keyframes,
      help: "What the node plays by itself: frames, duration, repeat and more, by the names of properties and attributes."),
    .text(
      "sharedElement", \.sharedElement,
      help: "Names what the node shows: a node of the same name on another screen is seen moving into it while the screens change."),
    .boolean("interactive", \.isInteractive, help: "Whether touches can hit the node or anything below it."),
    .number("hitTestSlop", \.hitTestSlop.uniform, in: -1000...1000, help: "How far outside of the box a touch still hits."),
    .boolean(
      "pressable", \.isPressable,
      help: "Pressed like a button: hover and press are shown, keys focus it, Space and Enter send tap, its role is button."),
    .choice("focusable", \.focusability, help: "Whether keys can give the node the focus; automatic: as its type says."),
    .choice(
      "focusScope", \.focusScope, help: "What the node is to the focus below it: a group that remembers, or a trap that keeps it inside."),
    .boolean("initialFocus", \.takesInitialFocus, help: "Whether keys that find nothing focused come here first."),
    .focusRing("focusRing", \.focusRing, help: "The line around what is focused, here and below: color, contrast, width, offset."),
    .safeArea("safeArea", \.safeAreaPadding, help: "Sides on which the node is padded by what of its box lies under the safe-area insets."),
  ]

  /// Kind of each common attribute.
  static let commonKinds = Dictionary(
    commonAttributes.map { ($0.name, $0.kind) } + [(environmentName, environmentKind)], uniquingKeysWith: { first, _ in first })

  /// The attributes that every node has, for help, schema and error messages.
  public static let commonAttributeDescriptions: [AttributeDescription] = {
    let value = NodeProperties()
    return commonAttributes.map { AttributeDescription(name: $0.name, kind: $0.kind, defaultValue: $0.get(value), help: $0.help) } + [
      AttributeDescription(name: environmentName, kind: environmentKind, defaultValue: .map([]), help: environmentHelp)
    ]
  }()
}

extension NodeAttribute {
  /// Declares a point as shares of the box.
  fileprivate static func share(_ name: String, _ path: @autoclosure @escaping Path<Point>, help: String) -> Self {
    Self(
      name, kind: .list(.number(-100...100)), help: help,
      get: { .list([.number($0[keyPath: path()].x), .number($0[keyPath: path()].y)]) },
      set: { value, new in
        guard let point = new.point else {
          throw AttributeError(attribute: name, reason: "must be two shares of the box, such as [0.5, 1]")
        }
        value[keyPath: path()] = point
      })
  }

  /// Declares sides of a box: one word, or a list of words.
  fileprivate static func safeArea(
    _ name: String, _ path: @autoclosure @escaping Path<SafeAreaEdges>, help: String
  ) -> Self {
    let words = AttributeKind.choice(["none"] + SafeAreaEdges.names.map(\.0))
    let kind = AttributeKind.either([words, .list(words)])
    return Self(name, kind: kind, help: help) { value in
      let edges = value[keyPath: path()]
      if edges.isEmpty { return .text("none") }
      if let whole = SafeAreaEdges.names.first(where: { $0.1 == edges }) { return .text(whole.0) }
      return .list(SafeAreaEdges.names.prefix(4).filter { edges.contains($0.1) }.map { .text($0.0) })
    } set: { value, new in
      let words: [AttributeValue] = if case .list(let list) = new { list } else { [new] }
      var edges: SafeAreaEdges = []
      for word in words where word != .text("none") {
        guard case .text(let text) = word, let named = SafeAreaEdges.names.first(where: { $0.0 == text }) else {
          throw AttributeError(attribute: name, reason: "must be \(kind.description)")
        }
        edges.formUnion(named.1)
      }
      value[keyPath: path()] = edges
    }
  }
}

extension Insets {
  /// One distance for all sides; reading returns the top's.
  var uniform: Double {
    get { top }
    set { self = Insets(newValue) }
  }
}
