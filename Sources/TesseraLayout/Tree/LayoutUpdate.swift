/// What one layout of a `RetainedLayout` changed, and what it took.
public struct LayoutUpdate: Sendable {
  /// Indices of the boxes whose relative frame is another than after the layout before, and of boxes that are new; ascending.
  public let changed: [Int32]
  /// How often leaves were asked for their size.
  public let measureCount: Int
  /// Boxes that were looked at, each as often as that happened: the containers that were worked out, and their children.
  public let visitCount: Int
}
