/// What one layout of a `RetainedLayout` changed.
public struct LayoutUpdate: Sendable {
  /// Indices of the boxes whose relative frame is another than after the layout before, and of boxes that are new; ascending.
  public let changed: [Int32]
  /// How often leaves were asked for their size.
  public let measureCount: Int
}
