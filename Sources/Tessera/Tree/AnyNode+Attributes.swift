internal import TesseraGeometry
internal import TesseraRender

extension AnyNode {
  /// Keys that every node of a scene file has beside attributes.
  static let reservedKeys: Set<String> = ["type", "id", "style", "styles", "children"]

  /// The attributes that every node has.
  static let commonAttributes: [NodeAttribute<NodeProperties>] = [
    .number("opacity", \.opacity, in: 0...1, help: "Opacity of the node and all below it as one picture."),
    .boolean("hidden", \.isHidden, help: "Laid out but not shown."),
    .paint("background", \.background, help: "Fills the box: a colour or a gradient."),
    .radii("cornerRadius", \.cornerRadii, help: "Rounds the corners: one number, or top left, top right, bottom right, bottom left."),
    .border("border", \.border, help: "A line inside the edge: width and color."),
    .shadow("shadow", \.shadow, help: "A shadow outside of the box: color, x, y, radius, spread."),
    .boolean("clip", \.clipsToBounds, help: "Cuts content and children at the rounded edge."),
    .choice("blend", \.blend, help: "How the node is mixed with what lies beneath."),
    .number("backdropBlur", \.backdropBlur, in: 0...200, help: "Blurs what lies beneath the box: standard deviation."),
    .transform("transform", \.transform, help: "Turns, scales and moves about the middle: rotate (degrees), scale, x, y."),
    .boolean("rasterize", \.rasterizesSubtree, help: "Draws the node and all below it into one buffer."),
    .boolean("drawsDirectly", \.drawsDirectly, help: "Draws the content while compositing, without a buffer."),
    .placeholder("placeholder", \.placeholder, help: "Shown until the content is drawn: color and fade in seconds."),
    .transition("transition", \.layoutTransition, help: "How the node and all below it go from one layout to the next."),
    .boolean("interactive", \.isInteractive, help: "Whether touches can hit the node or anything below it."),
    .number("hitTestSlop", \.hitTestSlop.uniform, in: -1000...1000, help: "How far outside of the box a touch still hits."),
    .text("label", \.accessibilityLabel, help: "What a screen reader says."),
    .choice("role", \.accessibilityRole, help: "What a screen reader calls it."),
  ]

  /// The attributes that every node has, for help, schema and error messages.
  public static let commonAttributeDescriptions: [AttributeDescription] = {
    let value = NodeProperties()
    return commonAttributes.map { AttributeDescription(name: $0.name, kind: $0.kind, defaultValue: $0.get(value), help: $0.help) }
  }()
}

extension Insets {
  /// One distance for all sides; reading gives the top's.
  var uniform: Double {
    get { top }
    set { self = Insets(newValue) }
  }
}
