public import TesseraGeometry

/// Where one element of a list lies. A value.
public struct ListPlace: Hashable, Sendable {
  /// Which one.
  public var element: ListElement
  /// Where it lies in the content, logical units.
  public var frame: Rect
  /// What lies over what: the higher number is on top; of equal ones the later in the list.
  public var zIndex: Int

  /// Makes a place.
  public init(_ element: ListElement, _ frame: Rect, zIndex: Int = 0) {
    self.element = element
    self.frame = frame
    self.zIndex = zIndex
  }
}
