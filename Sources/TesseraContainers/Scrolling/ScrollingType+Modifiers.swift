public import Tessera
public import TesseraGeometry
public import TesseraRender

// Members of scrolling types as modifiers.
extension TypedElement where ElementType: ScrollingType {
  /// Additional scroll range beyond the edges of the content, for parts of the viewport that are covered, for example by a bar. Logical
  /// units.
  ///
  /// Content begins after them. When they change, content at its start stays at its start; other content moves only as far as it would
  /// exceed the bounds.
  public func contentInsets(_ contentInsets: Insets) -> Self { with { $0.contentInsets = contentInsets } }
  /// Whether content rubber-bands beyond its bounds and springs back.
  public func bounces(_ bounces: Bool = true) -> Self { with { $0.bounces = bounces } }
  /// Whether content also bounces along an axis without anything to scroll.
  public func alwaysBounces(_ alwaysBounces: Bool = true) -> Self { with { $0.alwaysBounces = alwaysBounces } }
  /// Whether content snaps to multiples of the viewport's size.
  public func paging(_ isPaging: Bool = true) -> Self { with { $0.isPaging = isPaging } }
  /// Snap position of content without paging.
  public func snap(_ snap: Scrolling.Snap) -> Self { with { $0.snap = snap } }
  /// Deceleration of flings.
  public func deceleration(_ deceleration: Deceleration) -> Self { with { $0.deceleration = deceleration } }
  /// Whether a drag that is mainly along one axis scrolls only along that axis.
  public func directionalLocked(_ isDirectionalLocked: Bool = true) -> Self { with { $0.isDirectionalLocked = isDirectionalLocked } }
  /// Whether the user can scroll; the program always can.
  public func scrollEnabled(_ isScrollEnabled: Bool = true) -> Self { with { $0.isScrollEnabled = isScrollEnabled } }
  /// Whether scroll bars are shown while content moves.
  public func showsIndicators(_ showsIndicators: Bool = true) -> Self { with { $0.showsIndicators = showsIndicators } }
  /// Colour of the scroll bars.
  public func indicatorColor(_ indicatorColor: Color) -> Self { with { $0.indicatorColor = indicatorColor } }
  /// Amount of content to keep ready.
  public func ready(_ ready: Scrolling.Ready) -> Self { with { $0.ready = ready } }
  /// Extents of the ranges.
  public func tuning(_ tuning: RangeTuning) -> Self { with { $0.tuning = tuning } }
  /// Settings of pull-to-refresh; nil disables it.
  public func pullToRefresh(_ pullToRefresh: PullToRefresh?) -> Self { with { $0.pullToRefresh = pullToRefresh } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType: ScrollingType {
  /// Whether a drag that is mainly along one axis scrolls only along that axis.
  public func directionalLock(_ isLocked: Bool = true) -> Self { with { $0.isDirectionalLocked = isLocked } }
  /// Whether scroll bars are shown while content moves.
  public func indicators(_ isShown: Bool = true) -> Self { with { $0.showsIndicators = isShown } }
}
