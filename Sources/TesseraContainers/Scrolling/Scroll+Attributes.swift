public import Tessera
internal import TesseraGeometry

extension Scroll {
  public static let attributes: [NodeAttribute<Scroll>] =
    [
      .choice("axes", \.scrolling.axes, help: "Scroll axes of the content."),
      .number("minimumZoom", \.scrolling.minimumZoom, in: 0.001...1000, help: "Minimum scale of the content."),
      .number(
        "maximumZoom", \.scrolling.maximumZoom, in: 0.001...1000,
        help: "Maximum scale of the content; above the minimum, pinches and double taps zoom."),
    ] + scrollingAttributes
}

extension ScrollingType {
  /// Scene-file attributes of all scrolling types, except the axes.
  public static var scrollingAttributes: [NodeAttribute<Self>] {
    [
      offsetAttribute, insetsAttribute,
      .boolean("bounces", \.scrolling.bounces, help: "Whether content overscrolls at its edges and springs back."),
      .boolean(
        "alwaysBounces", \.scrolling.alwaysBounces, help: "Whether content also overscrolls along an axis without anything to scroll."),
      .boolean("paging", \.scrolling.isPaging, help: "Whether content snaps to multiples of the viewport's size."),
      .choice("snap", \.scrolling.snap, help: "Snap alignment of children in the viewport, without paging."),
      decelerationAttribute,
      .boolean(
        "directionalLock", \.scrolling.isDirectionalLocked,
        help: "Whether a drag that is mainly along one axis scrolls only along this axis."),
      .boolean("scrollEnabled", \.scrolling.isScrollEnabled, help: "Whether the user can scroll."),
      .boolean("indicators", \.scrolling.showsIndicators, help: "Whether scroll bars are shown while content moves."),
      .color("indicatorColor", \.scrolling.indicatorColor, help: "Color of the scroll bars."),
      .boolean(
        "pullToRefresh", \.scrolling.isPullToRefreshOn, help: "Whether pull-to-refresh is enabled."),
      .choice("ready", \.scrolling.ready, help: "Amount of content around the viewport that is kept drawn and loaded."),
    ]
  }

  private static var offsetAttribute: NodeAttribute<Self> {
    NodeAttribute(
      "offset", kind: .list(.number(-1e9...1e9)), initial: .list([.number(0), .number(0)]),
      help: "Scroll offset: x and y of the viewport's top left corner in the content.",
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
      "deceleration", kind: .choice(["normal", "fast"]), help: "Deceleration of a fling.",
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
      help: "Insets around the content: one number, or top, right, bottom, left.",
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
