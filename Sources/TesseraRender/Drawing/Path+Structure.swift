public import TesseraGeometry

extension Path {
  /// All points in order: ends of lines, control points and ends of curves.
  public var allPoints: [Point] { points }

  /// Whether `other` has the same steps in the same order, so that each point of one has its counterpart in the other.
  public func hasStructure(of other: Path) -> Bool { verbs == other.verbs }

  /// Returns the path with other points; itself where their number is another.
  ///
  /// - Parameter new: as many points as ``allPoints`` has, in that order.
  public func replacingPoints(with new: [Point]) -> Path {
    guard new.count == points.count else { return self }
    var path = self
    path.replace(new)
    return path
  }
}
