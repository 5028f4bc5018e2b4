public import Tessera
public import TesseraGeometry

extension ScrollingType {
  /// The content moved; the payload is its offset.
  public static var scroll: Signal<Point> { Signal("scroll") }
  /// A finger took hold of the content, or it began to move by itself.
  public static var scrollBegan: Signal<Void> { Signal("scrollBegan") }
  /// No finger has hold of the content any more, and it is at rest; the payload is its offset.
  public static var scrollEnded: Signal<Point> { Signal("scrollEnded") }
  /// A person pulled the content down and let go: it is to be fetched anew. `Node/endRefreshing()` ends it.
  public static var refresh: Signal<Void> { Signal("refresh") }
  /// A layout gave the content or the window another size.
  public static var contentResize: Signal<Void> { Signal("contentResize") }
  /// The node came to the screen.
  public static var appear: Signal<Void> { Signal("appear") }
}

/// Time went by that something had asked for.
let scrollTick = Signal<Void>("scrollTick")

extension Node where Value: ScrollingType {
  /// Calls `perform` with the offset each time that the content moved. Frame loop.
  @discardableResult
  public func onScroll(_ perform: @escaping @Sendable (_ offset: Point) -> Void) -> HandlerToken { on(Value.scroll, perform: perform) }

  /// Calls `perform` when a finger took hold of the content, or it began to move by itself. Frame loop.
  @discardableResult
  public func onScrollBegan(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Value.scrollBegan, perform: perform) }

  /// Calls `perform` with the offset when the content is at rest and no finger has hold of it. Frame loop.
  @discardableResult
  public func onScrollEnded(_ perform: @escaping @Sendable (_ offset: Point) -> Void) -> HandlerToken {
    on(Value.scrollEnded, perform: perform)
  }

  /// Calls `perform` when a person pulled the content down and let go: it is to be fetched anew. Frame loop.
  @discardableResult
  public func onRefresh(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Value.refresh, perform: perform) }
}

extension Scroll {
  /// The content is shown at another factor, which is the payload.
  public static let zoom = Signal<Double>("zoom")
  /// The factor rests; it is the payload.
  public static let zoomEnded = Signal<Double>("zoomEnded")
}

extension Node where Value == Scroll {
  /// Calls `perform` with the factor each time that the content is shown at another. Frame loop.
  @discardableResult
  public func onZoom(_ perform: @escaping @Sendable (_ scale: Double) -> Void) -> HandlerToken { on(Scroll.zoom, perform: perform) }

  /// Calls `perform` with the factor when it rests. Frame loop.
  @discardableResult
  public func onZoomEnded(_ perform: @escaping @Sendable (_ scale: Double) -> Void) -> HandlerToken {
    on(Scroll.zoomEnded, perform: perform)
  }
}

extension ScrollingType {
  /// What scene files can act on with every type that scrolls.
  public static var scrollingSignals: [NodeSignal] {
    let point = AttributeKind.list(.number(-1e9...1e9))
    @Sendable func value(_ point: Point) -> AttributeValue { .list([.number(point.x), .number(point.y)]) }
    return [
      NodeSignal(scroll, payload: point, sets: "offset", help: "The content moved: x and y of its offset.") { value($0) },
      NodeSignal(scrollBegan, help: "A finger took hold of the content, or it began to move by itself."),
      NodeSignal(scrollEnded, payload: point, help: "The content is at rest: x and y of its offset.") { value($0) },
      NodeSignal(refresh, help: "A person pulled the content down and let go."),
      NodeSignal(contentResize, help: "A layout gave the content or the window another size."),
      NodeSignal(appear, help: "It came to the screen."),
    ]
  }
}

extension Scroll {
  public static var signals: [NodeSignal] {
    let factor = AttributeKind.number(0...1000)
    return scrollingSignals + [
      NodeSignal(zoom, payload: factor, help: "The content is shown at another factor.") { .number($0) },
      NodeSignal(zoomEnded, payload: factor, help: "The factor rests.") { .number($0) },
    ]
  }
}
