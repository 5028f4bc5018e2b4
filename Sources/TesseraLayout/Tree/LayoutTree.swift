public import TesseraGeometry
/// Interim.
public struct LayoutTree: Sendable {
  init(_ b: consuming LayoutBuilder) {}
  public func layout(available: AvailableSize, direction: LayoutDirection = .ltr) -> LayoutResult { fatalError() }
}
/// Interim.
public struct LayoutResult: Sendable {
  public var frames: [Rect] { fatalError() }
  public var absoluteFrames: [Rect] { fatalError() }
  public var keys: [LayoutKey?] { fatalError() }
}
