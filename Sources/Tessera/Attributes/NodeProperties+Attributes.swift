internal import TesseraGeometry
internal import TesseraRender

extension NodeProperties {
  /// The attributes that every node has.
  static let attributes: [NodeAttribute<NodeProperties>] = seenAttributes + NodeAttribute.semantics

  private static let places = Dictionary(attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the attribute of that name that every node has; nil if there is none. O(1).
  static func attribute(_ name: String) -> NodeAttribute<NodeProperties>? { places[name].map { attributes[$0] } }

  private static let seenAttributes: [NodeAttribute<NodeProperties>] = [
    .number("opacity", \.opacity, in: 0...1, help: "Opacity of the node and all below it, composited as one picture."),
    .boolean("hidden", \.isHidden, help: "Whether the node is laid out but not shown."),
    .paint("background", \.background, help: "Fill of the box: a color or a gradient."),
    .radii("cornerRadius", \.cornerRadii, help: "Corner radii: one number, or top left, top right, bottom right, bottom left."),
    .border("border", \.border, help: "Border inside the edge: width, color and style."),
    .shadow("shadow", \.shadow, help: "Shadow outside the box: color, x, y, radius, spread."),
    .boolean("clip", \.clipsToBounds, help: "Whether content and children are clipped to the rounded edge."),
    .choice("blend", \.blend, help: "Blend mode with the content under the node."),
    .number("backdropBlur", \.backdropBlur, in: 0...200, help: "Blur of the content under the box: standard deviation, logical units."),
    .transform("transform", \.transform, help: "Transform about the anchor: rotate (degrees), scale, x, y."),
    .share("transformAnchor", \.transformAnchor, help: "Fixed point of the transform: fractions of width and height."),
    .boolean("rasterize", \.rasterizesSubtree, help: "Whether the node and all below it are drawn into one buffer."),
    .boolean("drawsDirectly", \.drawsDirectly, help: "Whether the content is drawn during compositing, without a buffer."),
    .boolean(
      "drawsSynchronously", \.drawsSynchronously,
      help: "Whether visible content is drawn within the frame that needs it, by the frame loop."),
    .placeholder(
      "placeholder", \.placeholder,
      help: "Placeholder until all content is drawn: color, shape, blurHash or thumbHash; fade and delay in seconds."),
    .number(
      "contentFade", \.contentFade, in: 0...60,
      help: "Duration of the fade-in after a visible wait for the content, in seconds; 0 means none."),
    .boolean("appearsTogether", \.appearsTogether, help: "Whether the content of the node and all below it appears together."),
    .boolean("neverShowsPlaceholder", \.neverShowsPlaceholder, help: "Whether a frame waits for the content of the node and all below it."),
    .boolean("suspendsDrawing", \.suspendsDrawing, help: "Whether drawing of the node and all below it is suspended; changes wait."),
    NodeAttribute(
      "drawPriority", kind: .number(-1000...1000), help: "Priority of draws of the node and all below it; higher ones start first.",
      get: { $0.drawPriority.map { .number(Double($0)) } },
      set: { properties, new in
        guard let whole = new.number.flatMap({ Int(exactly: $0) }) else {
          throw AttributeError(attribute: "drawPriority", reason: "must be a whole number")
        }
        properties.drawPriority = whole
      }),
    .boolean("keepsPlaceholder", \.keepsPlaceholder, help: "Whether the placeholder stays, because data is still loading."),
    .transition("transition", \.layoutTransition, help: "Animation of the node and all below it to a new layout."),
    .motions("motion", \.motion, help: "Motion of changes, by the names of properties and attributes."),
    .keyframes(
      "keyframes", \.keyframes,
      help: "Animations that the node plays: frames, duration, repeat and more, by the names of properties and attributes."),
    .text(
      "sharedElement", \.sharedElement,
      help: "Identifier of a shared element: during a change of screens, the node of the other screen with this identifier moves into it."),
    .boolean("interactive", \.isInteractive, help: "Whether touches can hit the node or anything below it."),
    .number(
      "hitTestSlop", \.hitTestSlop.uniform, in: -1000...1000, help: "Distance outside the box at which touches still hit it, logical units."
    ),
    .boolean(
      "exclusiveTouch", \.isExclusiveTouch,
      help: "Whether touches elsewhere do not begin while the node has one, and touches of the node not while another has one."),
    .integer(
      "zIndex", \.zIndex, in: -1_000_000...1_000_000,
      help: "Stacking order among its neighbors: higher ones are above the others; of equal ones, the later."),
    .boolean(
      "pressable", \.isPressable,
      help: "Whether the node is pressed like a button: hover and press are shown, keys focus it and send tap, its role is button."),
    .choice("focusable", \.focusability, help: "Whether keys can focus the node; automatic means as defined by its type."),
    .choice(
      "focusScope", \.focusScope, help: "Focus scope of the nodes below: a group restores its last focus, a trap keeps the focus inside."),
    .boolean("initialFocus", \.takesInitialFocus, help: "Whether the node takes the first focus by keys if nothing is focused."),
    .focusRing("focusRing", \.focusRing, help: "Focus ring of the node and of nodes below it: color, contrast, width, offset."),
    .safeArea("safeArea", \.safeAreaPadding, help: "Sides padded by the part of the box under the safe-area insets."),
    .insets(
      "additionalSafeArea", \.additionalSafeAreaInsets,
      help: "Safe-area insets of the node and those below it, in addition to those of the screen: top, right, bottom, left, logical units."),
  ]
}

extension NodeAttribute {
  /// Declares a point as shares of the box.
  fileprivate static func share(_ name: String, _ path: @autoclosure @escaping Path<Point>, help: String) -> Self {
    Self(
      name, kind: .list(.number(-100...100)), help: help,
      get: { .list([.number($0[keyPath: path()].x), .number($0[keyPath: path()].y)]) },
      set: { value, new in
        guard let point = new.point else {
          throw AttributeError(attribute: name, reason: "must be two fractions of the box, such as [0.5, 1]")
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

extension NodeAttribute {
  /// Declares distances from the sides of a box: one number, or four.
  fileprivate static func insets(_ name: String, _ path: @autoclosure @escaping Path<Insets>, help: String) -> Self {
    let length = AttributeKind.number(0...100_000)
    return Self(name, kind: .either([length, .list(length)]), help: help) { value in
      let insets = value[keyPath: path()]
      let sides = [insets.top, insets.right, insets.bottom, insets.left]
      return Set(sides).count == 1 ? .number(insets.top) : .list(sides.map { .number($0) })
    } set: { value, new in
      let sides: [Double] = if case .list(let list) = new { list.compactMap(\.number) } else { new.number.map { [$0] } ?? [] }
      guard sides.count == 1 || sides.count == 4, sides.allSatisfy({ $0 >= 0 }) else {
        throw AttributeError(attribute: name, reason: "must be one number, or four: [top, right, bottom, left]")
      }
      value[keyPath: path()] =
        sides.count == 1 ? Insets(sides[0]) : Insets(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
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
