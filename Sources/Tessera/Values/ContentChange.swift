public import TesseraGeometry

/// Difference between new content and the content that its node showed before, such as two frames of a moving picture.
///
/// Only the difference is damaged if the node still shows the base content at the same place with the same opacity; otherwise all of the content is.
public struct ContentChange: Sendable, Hashable {
  /// Identifies this content among all content that nodes of the type show.
  public var id: UInt64
  /// Identifier of the content that this one differs from.
  public var base: UInt64
  /// The changed area, device pixels from the top left corner of the node's box. Empty if nothing changed.
  public var area: PixelRect

  /// Makes the description of a change.
  public init(id: UInt64, base: UInt64, area: PixelRect) {
    self.id = id
    self.base = base
    self.area = area
  }
}
