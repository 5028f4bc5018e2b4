public import Tessera
public import TesseraGeometry

/// Layout of a list's elements: the settings, as a value. It creates a ``ListPlacement`` for the elements and the viewport of a list.
public protocol ListLayout: Sendable, Equatable {
  /// Main axis of the content: its elements follow one another along it.
  var axis: Axis { get }

  /// Axes along which the content scrolls. Default: ``axis`` alone. A layout whose content may also be larger than the viewport across the
  /// axis returns both.
  var scrollAxes: Set<Axis> { get }

  /// Arranges a list. Unknown sizes of elements are estimated.
  ///
  /// Runs on a worker or on the loop; a million items must take only a few milliseconds.
  func makePlacement(_ metrics: ListMetrics) -> any ListPlacement
}

extension ListLayout {
  public var scrollAxes: Set<Axis> { [axis] }
}

/// Placement of one list's elements: a value that receives measured sizes and returns frames.
///
/// Coordinates are those of the content, in logical units. The content begins at the top left corner of the viewport at scroll offset 0. A
/// horizontal right-to-left list grows towards negative coordinates.
///
/// Results depend on the list, the settings and the sizes set, not on the order of calls. Elements that do not exist have no frame, and
/// their sizes are ignored.
public protocol ListPlacement: Sendable {
  /// Bounds of all elements including insets; never smaller than the viewport. Estimated as far as sizes are unknown.
  var contentBounds: Rect { get }

  /// Returns the elements that touch `rect`: those that share an area with it, and empty ones inside it or on its edge. They are in the
  /// order of the list.
  ///
  /// Complexity: logarithmic in the list and linear in the result for the built-in layouts.
  func elements(in rect: Rect) -> [ListPlace]

  /// Returns the frame of an element; nil if it does not exist. For a sticky element it is the frame without sticking. Complexity:
  /// logarithmic for the built-in layouts.
  func frame(of element: ListElement) -> Rect?

  /// Returns the frame of each element, as ``frame(of:)`` does. Called for all cells after a change of the layout. Default: calls ``frame(of:)``; a
  /// placement in which neighbours share work can do better.
  func frames(of elements: [ListElement]) -> [Rect?]

  /// Returns the constraint with which an element's node is measured.
  func constraint(for element: ListElement) -> SizeRange

  /// Sets measured sizes. They replace estimates and earlier sizes; infinite, NaN and negative sizes are ignored.
  ///
  /// Complexity: logarithmic in the list for each size, for rows and grids; see the layout for others.
  mutating func setSizes(_ sizes: [(element: ListElement, size: Size)])

  /// Applies changes of the list or of the viewport. Kept elements keep their known sizes.
  mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics)

  /// Returns the elements that stick to an edge of the viewport while part of their section is visible, with their current frames. These
  /// frames replace those of ``frame(of:)`` when the elements are drawn.
  ///
  /// - Parameter visible: visible part of the content, without parts that are covered at its edges.
  func stickyElements(in visible: Rect) -> [ListPlace]

  /// Returns the appearance of elements at a scroll position, for example smaller pages next to the middle one. Called for each position; elements
  /// that are not in the result look as usual. Default: none.
  ///
  /// - Parameter visible: visible part of the content, without parts that are covered at its edges.
  func effects(in visible: Rect) -> [ListEffect]

  /// Returns values of the layout's own for an item, by name, such as the side of a ring that it is on. Rows and nodes get them in
  /// ``ListItemState/layoutValues``, and are updated after each layout that changes them. Default: none. Complexity: must not grow with the list.
  func values(of element: ListElement) -> [String: AttributeValue]
}

extension ListPlacement {
  /// Size of ``contentBounds``.
  public var contentSize: Size { contentBounds.size }

  /// Sets one measured size.
  public mutating func setSize(_ size: Size, of element: ListElement) { setSizes([(element, size)]) }

  /// Applies a change of the viewport.
  public mutating func resize(_ metrics: ListMetrics) { apply(SameList(), metrics) }

  /// Returns the frames one by one.
  public func frames(of elements: [ListElement]) -> [Rect?] { elements.map(frame(of:)) }

  /// Returns no sticky elements.
  public func stickyElements(in visible: Rect) -> [ListPlace] { [] }

  /// Returns no effects.
  public func effects(in visible: Rect) -> [ListEffect] { [] }

  /// Returns no values.
  public func values(of element: ListElement) -> [String: AttributeValue] { [:] }
}

/// New places of elements after a change of a list, for example a difference of two snapshots. Used to update a placement.
public protocol ListChanges: Sendable {
  /// Returns the new place of an item; nil if it was deleted.
  func newIndex(of old: ListIndex) -> ListIndex?
  /// Returns the new index of a section; nil if it was deleted.
  func newSection(of old: Int) -> Int?
}

/// Identity change: all places are unchanged.
public struct SameList: ListChanges {
  /// Creates the identity change.
  public init() {}
  public func newIndex(of old: ListIndex) -> ListIndex? { old }
  public func newSection(of old: Int) -> Int? { old }
}
