public import Tessera
public import TesseraGeometry

extension ScrollingType {
  /// The content moved; the payload is its offset.
  public static var scroll: Signal<Point> { Signal("scroll") }
  /// The user started to drag the content, or an animation started.
  public static var scrollBegan: Signal<Void> { Signal("scrollBegan") }
  /// The drag has ended and the content is at rest; the payload is its offset.
  public static var scrollEnded: Signal<Point> { Signal("scrollEnded") }
  /// The user pulled the content down and released it: refresh the content. `Node/endRefreshing()` ends the refresh.
  public static var refresh: Signal<Void> { Signal("refresh") }
  /// A layout changed the size of the content or of the viewport.
  public static var contentResize: Signal<Void> { Signal("contentResize") }
  /// The node became visible.
  public static var appear: Signal<Void> { Signal("appear") }
}

/// A requested tick occurred.
let scrollTick = Signal<Void>("scrollTick")

extension Node where Value: ScrollingType {
  /// Calls `perform` with the offset each time the content moved. Frame loop.
  @discardableResult
  public func onScroll(_ perform: @escaping @Sendable (_ offset: Point) -> Void) -> HandlerToken { on(Value.scroll, perform: perform) }

  /// Calls `perform` when the user started to drag the content, or an animation started. Frame loop.
  @discardableResult
  public func onScrollBegan(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Value.scrollBegan, perform: perform) }

  /// Calls `perform` with the offset when the drag has ended and the content is at rest. Frame loop.
  @discardableResult
  public func onScrollEnded(_ perform: @escaping @Sendable (_ offset: Point) -> Void) -> HandlerToken {
    on(Value.scrollEnded, perform: perform)
  }

  /// Calls `perform` when the user pulled the content down and released it, to refresh the content. Frame loop.
  @discardableResult
  public func onRefresh(_ perform: @escaping @Sendable () -> Void) -> HandlerToken { on(Value.refresh, perform: perform) }
}

extension Scroll {
  /// The scale of the content changed; the payload is the scale.
  public static let zoom = Signal<Double>("zoom")
  /// The scale has come to rest; the payload is the scale.
  public static let zoomEnded = Signal<Double>("zoomEnded")
}

extension Node where Value == Scroll {
  /// Calls `perform` with the scale each time it changes. Frame loop.
  @discardableResult
  public func onZoom(_ perform: @escaping @Sendable (_ scale: Double) -> Void) -> HandlerToken { on(Scroll.zoom, perform: perform) }

  /// Calls `perform` with the scale when it has come to rest. Frame loop.
  @discardableResult
  public func onZoomEnded(_ perform: @escaping @Sendable (_ scale: Double) -> Void) -> HandlerToken {
    on(Scroll.zoomEnded, perform: perform)
  }
}

extension ScrollingType {
  /// Signals of all scrolling types for scene files.
  public static var scrollingSignals: [NodeSignal] {
    let point = AttributeKind.list(.number(-1e9...1e9))
    @Sendable func value(_ point: Point) -> AttributeValue { .list([.number(point.x), .number(point.y)]) }
    return [
      NodeSignal(scroll, payload: point, sets: "offset", help: "The content moved; x and y of its offset.") { value($0) },
      NodeSignal(scrollBegan, help: "The user started to drag the content, or an animation started."),
      NodeSignal(scrollEnded, payload: point, help: "The content stopped moving; x and y of its offset.") { value($0) },
      NodeSignal(refresh, help: "The user pulled the content down and released it."),
      NodeSignal(contentResize, help: "A layout changed the size of the content or of the viewport."),
      NodeSignal(appear, help: "The node became visible."),
    ]
  }
}

extension Scroll {
  public static var signals: [NodeSignal] {
    let factor = AttributeKind.number(0...1000)
    return scrollingSignals + [
      NodeSignal(zoom, payload: factor, help: "The scale of the content changed; the scale.") { .number($0) },
      NodeSignal(zoomEnded, payload: factor, help: "The scale stopped changing; the scale.") { .number($0) },
    ]
  }
}
