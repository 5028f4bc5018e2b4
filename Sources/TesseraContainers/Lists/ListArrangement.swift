internal import TesseraGeometry

/// How a list is arranged, as its node's value says. A value.
struct ListArrangement: Sendable {
  var layout: any ListLayout
  /// Room around all content.
  var insets = Insets.zero
  var anchoring = ListAnchoring.automatic

  /// Whether settings are the same. Some are not even equal to themselves, as there is a number in them that is none: these are the same where they
  /// read the same, or each layout would arrange the list anew and ask for the next.
  static func isSame(_ a: any Equatable, _ b: any Equatable) -> Bool {
    func compare<Value: Equatable>(_ a: Value) -> Bool {
      guard let b = b as? Value else { return false }
      return a == b || a != a && b != b && String(reflecting: a) == String(reflecting: b)
    }
    return compare(a)
  }
}
