public import Tessera
public import TesseraLayout

/// A viewport on its subnodes, which may take more room than the viewport has, and are moved in it by touch, wheel and program.
///
/// The subnodes are laid out as those of a box, along the axis that scrolls, and do not shrink. Their frames are where they were laid out,
/// whatever the offset. Scrolling runs no layout and draws nothing anew: the loop moves the subnodes as they are.
///
/// What is kept ready of the subnodes is decided by a ``RangeController``: what lies ahead is drawn and loaded before it is seen, what lies
/// far away loses its pictures. Its members can be read and set through the node from any thread, as those of every node type.
public struct Scroll: ScrollingType, StyleAdjustingType {
  public static let typeName = "scroll"
  public static let summary = "A window on its children, which may take more room than the window has."

  public typealias Axes = Scrolling.Axes
  public typealias Snap = Scrolling.Snap
  public typealias Storage = ScrollStorage
  public typealias Ready = Scrolling.Ready

  /// How it scrolls.
  public var scrolling = Scrolling()

  /// Makes a viewport that scrolls vertically.
  public init() {}

  /// Makes a viewport.
  public init(_ axes: Axes) { scrolling.axes = axes }

  /// The axes along which the content moves.
  public var axes: Axes {
    get { scrolling.axes }
    set { scrolling.axes = newValue }
  }

  /// The smallest factor at which the content is shown.
  public var minimumZoom: Double {
    get { scrolling.minimumZoom }
    set { scrolling.minimumZoom = newValue }
  }
  /// The largest factor at which the content is shown. Where it is above the smallest, two fingers and two taps change the factor; the
  /// transforms of the subnodes are then the scroll node's to set.
  public var maximumZoom: Double {
    get { scrolling.maximumZoom }
    set { scrolling.maximumZoom = newValue }
  }

  // What the core asks.

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

/// A node that scrolls its subnodes.
public typealias ScrollNode = Node<Scroll>
