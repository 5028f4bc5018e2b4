public import Tessera
internal import TesseraGeometry

extension Scroll {
  public static let attributes: [NodeAttribute<Scroll>] =
    [
      .choice("axes", \.scrolling.axes, help: "Along which the content moves."),
      .number("minimumZoom", \.scrolling.minimumZoom, in: 0.001...1000, help: "The smallest factor at which the content is shown."),
      .number("maximumZoom", \.scrolling.maximumZoom, in: 0.001...1000, help: "The largest factor at which the content is shown."),
    ] + scrollingAttributes
}

extension ScrollingType {
  /// Scene-file attributes of all scrolling types, except the axes.
  public static var scrollingAttributes: [NodeAttribute<Self>] {
    [
      offsetAttribute, insetsAttribute,
      .boolean("bounces", \.scrolling.bounces, help: "Content gives way beyond its edges, and springs back."),
      .boolean("alwaysBounces", \.scrolling.alwaysBounces, help: "It bounces even where there is nothing to scroll."),
      .boolean("paging", \.scrolling.isPaging, help: "Content comes to rest at multiples of the window's size."),
      .choice("snap", \.scrolling.snap, help: "Where children come to rest in the window."),
      decelerationAttribute,
      .boolean(
        "directionalLock", \.scrolling.isDirectionalLocked, help: "A finger that moves mainly along one axis moves content along it alone."),
      .boolean("scrollEnabled", \.scrolling.isScrollEnabled, help: "Whether people can scroll."),
      .boolean("indicators", \.scrolling.showsIndicators, help: "Whether a bar shows how much is seen while content moves."),
      .color("indicatorColor", \.scrolling.indicatorColor, help: "The colour of these bars."),
      .boolean(
        "pullToRefresh", \.scrolling.isPullToRefreshOn, help: "Whether content that is pulled down beyond its head is asked for anew."),
      .choice("ready", \.scrolling.ready, help: "How much is kept drawn and loaded around what is seen."),
    ]
  }

  private static var offsetAttribute: NodeAttribute<Self> {
    NodeAttribute(
      "offset", kind: .list(.number(-1e9...1e9)), initial: .list([.number(0), .number(0)]),
      help: "What lies at the top left corner of the window: x and y in the content.",
      getNode: { node in
        let offset = node.contentOffset
        return .list([.number(offset.x), .number(offset.y)])
      },
      setNode: { node, new in
        guard let point = new.point else { throw AttributeError(attribute: "offset", reason: "must be two numbers, x and y") }
        node.contentOffset = point
      })
  }

  private static var decelerationAttribute: NodeAttribute<Self> {
    NodeAttribute(
      "deceleration", kind: .choice(["normal", "fast"]), help: "How soon a throw comes to rest.",
      get: { .text($0.deceleration == .fast ? "fast" : "normal") },
      set: { scroll, new in
        guard let word = new.text, word == "normal" || word == "fast" else {
          throw AttributeError(attribute: "deceleration", reason: "must be normal or fast")
        }
        scroll.deceleration = word == "fast" ? .fast : .normal
      })
  }

  private static var insetsAttribute: NodeAttribute<Self> {
    let side = AttributeKind.number(0...1e6)
    return NodeAttribute(
      "contentInsets", kind: .either([side, .list(side)]),
      help: "Room beyond the edges of the content: one number, or top, right, bottom, left.",
      get: {
        .list([$0.contentInsets.top, $0.contentInsets.right, $0.contentInsets.bottom, $0.contentInsets.left].map(AttributeValue.number))
      },
      set: { scroll, new in
        if let all = new.number {
          scroll.contentInsets = Insets(all)
        } else if let list = new.list?.compactMap(\.number), list.count == 4 {
          scroll.contentInsets = Insets(top: list[0], right: list[1], bottom: list[2], left: list[3])
        } else {
          throw AttributeError(attribute: "contentInsets", reason: "must be one number, or four: top, right, bottom, left")
        }
      })
  }
}
