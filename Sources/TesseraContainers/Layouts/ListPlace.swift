public import TesseraGeometry

/// Frame of one element of a list. A value.
public struct ListPlace: Hashable, Sendable {
  /// Element at this place.
  public var element: ListElement
  /// Frame in the content, logical units.
  public var frame: Rect
  /// Stacking order: elements with higher numbers are on top; of equal ones, the later in the list.
  public var zIndex: Int

  /// Creates a place.
  public init(_ element: ListElement, _ frame: Rect, zIndex: Int = 0) {
    self.element = element
    self.frame = frame
    self.zIndex = zIndex
  }
}
