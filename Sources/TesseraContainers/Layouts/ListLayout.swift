public import TesseraGeometry

/// How the elements of a list are arranged: the settings, as a value. What it makes of a list of a certain length in a certain viewport is a
/// ``ListPlacement``.
public protocol ListLayout: Sendable, Equatable {
  /// The axis along which the content moves.
  var axis: Axis { get }

  /// Arranges a list. What is not known of its elements' sizes is estimated.
  ///
  /// Runs on a worker, or on the loop: for a million items it has to be done in a few milliseconds.
  func makePlacement(_ metrics: ListMetrics) -> any ListPlacement
}

/// Where the elements of one list lie: a value that is told the sizes of elements as they become known, and answers where things are.
///
/// Coordinates are those of the content, in logical units; the content begins at the top left corner of the viewport when nothing is
/// scrolled. A horizontal list that is read from right to left grows towards negative coordinates.
///
/// Answers depend on the list, the settings and the sizes told, not on the order of questions. Elements that do not exist have no frame;
/// to set their size changes nothing.
public protocol ListPlacement: Sendable {
  /// What all elements take, insets included; never smaller than the viewport. Estimated where sizes are not known.
  var contentBounds: Rect { get }

  /// Returns the elements that touch `rect`: those that share an area with it, and those without an area that lie in it or on its edge. In
  /// the order of the list.
  ///
  /// Complexity: logarithmic in the list and linear in the result, for the layouts that come along.
  func elements(in rect: Rect) -> [ListPlace]

  /// Returns the frame of an element; nil where there is none. One that sticks to an edge of the viewport has here the frame that it has
  /// when it does not. Complexity: logarithmic, for the layouts that come along.
  func frame(of element: ListElement) -> Rect?

  /// Returns what an element's node is to be measured with.
  func constraint(for element: ListElement) -> SizeRange

  /// Takes sizes that became known. They replace estimates, and sizes told before; sizes that are not finite or negative change nothing.
  ///
  /// Complexity: logarithmic in the list for each size, for rows and grids; see the layout for others.
  mutating func setSizes(_ sizes: [(element: ListElement, size: Size)])

  /// Takes another list or another viewport. Elements that are kept keep the sizes known of them.
  mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics)

  /// Returns those of the elements that stick to an edge of the viewport, while part of their section is seen, with the frames that they have
  /// now. They are to be drawn there instead of at ``frame(of:)``.
  ///
  /// - Parameter visible: what is seen of the content, less what covers it at its edges.
  func stickyElements(in visible: Rect) -> [ListPlace]
}

extension ListPlacement {
  /// The size of ``contentBounds``.
  public var contentSize: Size { contentBounds.size }

  /// Takes one size that became known.
  public mutating func setSize(_ size: Size, of element: ListElement) { setSizes([(element, size)]) }

  /// Takes another viewport.
  public mutating func resize(_ metrics: ListMetrics) { apply(SameList(), metrics) }

  /// Nothing sticks.
  public func stickyElements(in visible: Rect) -> [ListPlace] { [] }
}

/// Where the elements of a list are after it changed. What a placement is told of a difference of two snapshots.
public protocol ListChanges: Sendable {
  /// Returns the place that an item has now; nil for one that is gone.
  func newIndex(of old: ListIndex) -> ListIndex?
  /// Returns the place that a section has now; nil for one that is gone.
  func newSection(of old: Int) -> Int?
}

/// No change: everything is where it was.
public struct SameList: ListChanges {
  /// Makes the change that is none.
  public init() {}
  public func newIndex(of old: ListIndex) -> ListIndex? { old }
  public func newSection(of old: Int) -> Int? { old }
}
