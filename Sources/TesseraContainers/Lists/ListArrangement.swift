internal import TesseraGeometry

/// Arrangement of a list according to its node's value. A value.
struct ListArrangement: Sendable {
  var layout: any ListLayout
  /// Insets around all content.
  var insets = Insets.zero
  var anchoring = ListAnchoring.automatic

  /// Returns whether settings are the same. Settings that contain NaN are not equal to themselves; they are compared by their description.
  /// Otherwise each layout would rearrange the list and request the next layout.
  static func isSame(_ a: any Equatable, _ b: any Equatable) -> Bool {
    func compare<Value: Equatable>(_ a: Value) -> Bool {
      guard let b = b as? Value else { return false }
      return a == b || a != a && b != b && String(reflecting: a) == String(reflecting: b)
    }
    return compare(a)
  }
}
