public import Tessera
public import TesseraLayout

/// Viewport on subnodes that may be larger than it. Touch, wheel and program scroll them.
///
/// The subnodes are laid out like those of a box, along the scroll axis, without shrinking. Their frames do not depend on the offset.
/// Scrolling neither lays out nor redraws: the loop moves the drawn subnodes.
///
/// A ``RangeController`` decides which subnodes are kept ready: those ahead are drawn and loaded before they become visible, and distant
/// ones release their drawn content. Its members can be read and set through the node from any thread, as for every node type.
public struct Scroll: ScrollingType, StyleAdjustingType {
  public static let typeName = "scroll"
  public static let summary = "Viewport of scrollable content."

  public typealias Axes = Scrolling.Axes
  public typealias Snap = Scrolling.Snap
  public typealias Storage = ScrollStorage
  public typealias Ready = Scrolling.Ready

  /// Scroll settings.
  public var scrolling = Scrolling()

  /// Creates a viewport that scrolls vertically.
  public init() {}

  /// Creates a viewport.
  public init(_ axes: Axes) { scrolling.axes = axes }

  /// Scroll axes of the content.
  public var axes: Axes {
    get { scrolling.axes }
    set { scrolling.axes = newValue }
  }

  /// Minimum scale of the content.
  public var minimumZoom: Double {
    get { scrolling.minimumZoom }
    set { scrolling.minimumZoom = newValue }
  }
  /// Maximum scale of the content. If it is larger than the minimum, pinch and double-tap gestures change the scale. The scroll node then
  /// sets the transforms of its subnodes.
  public var maximumZoom: Double {
    get { scrolling.maximumZoom }
    set { scrolling.maximumZoom = newValue }
  }

  // Requirements of the core.

  public func adjust(_ style: inout LayoutStyle, storage: Storage, in environment: EnvironmentValues) {
    style.overflow = .extend
    switch axes {
    case .vertical: if style.direction.isRow { style.direction = style.direction.isReverse ? .columnReverse : .column }
    case .horizontal: if !style.direction.isRow { style.direction = style.direction.isReverse ? .rowReverse : .row }
    case .both: break
    }
  }

  public static func layoutDidFinish(_ node: Node<Scroll>) {
    node.updateContentFrames()
    node.showZoom()
  }

  public static var recognizers: [GestureRecognizer] { ScrollEvents.zoomRecognizers }
}

/// Node that scrolls its subnodes.
public typealias ScrollNode = Node<Scroll>
