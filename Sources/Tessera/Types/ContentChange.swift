public import TesseraGeometry

/// How content differs from what its node showed before, for types that know: the frames of a moving picture.
///
/// The difference alone is damaged, where the node still shows the content that it is a difference to, at the same place and as opaque; else all of it is.
public struct ContentChange: Sendable, Hashable {
  /// Tells this content from any other that a node of the type shows.
  public var id: UInt64
  /// The content that this one differs from.
  public var base: UInt64
  /// Where it differs, device pixels from the top left corner of the node's box. Empty: nowhere.
  public var area: PixelRect

  /// Makes the description of a change.
  public init(id: UInt64, base: UInt64, area: PixelRect) {
    self.id = id
    self.base = base
    self.area = area
  }
}
