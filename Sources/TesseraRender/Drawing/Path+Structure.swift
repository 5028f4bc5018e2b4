public import TesseraGeometry

extension Path {
  /// All points in order: ends of lines, control points and ends of curves.
  public var allPoints: [Point] { points }

  /// Whether `other` has the same elements in the same order, so that their points correspond.
  public func hasStructure(of other: Path) -> Bool { verbs == other.verbs }

  /// Returns the path with other points, or the path itself if their number differs.
  ///
  /// - Parameter new: as many points as in ``allPoints``, in the same order.
  public func replacingPoints(with new: [Point]) -> Path {
    guard new.count == points.count else { return self }
    var path = self
    path.replace(new)
    return path
  }
}
