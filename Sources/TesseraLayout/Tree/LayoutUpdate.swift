/// Changes made by one layout of a `RetainedLayout`, and its cost.
public struct LayoutUpdate: Sendable {
  /// Indices of new boxes and of boxes whose relative frame changed since the previous layout; ascending.
  public let changed: [Int32]
  /// Number of leaf measurements.
  public let measureCount: Int
  /// Number of box visits: each container laid out, and its children. A box visited twice counts twice.
  public let visitCount: Int
}
