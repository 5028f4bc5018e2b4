/// Unknown icon, or invalid drawing.
public struct IconError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Description of the error and of valid values.
  public let description: String

  init(_ description: String) { self.description = description }

  static func unknown(_ name: String) -> IconError {
    let near = IconSet.nearestName(to: name).map { "; did you mean `\($0)`?" } ?? ""
    return IconError("must be the name of an icon, got `\(name)`" + near)
  }
}
