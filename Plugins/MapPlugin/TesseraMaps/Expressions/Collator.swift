internal import TesseraBase

/// Comparison of texts by letters, with or without marks and case.
struct Collator: Sendable, Equatable {
  var isCaseSensitive: Bool
  var isMarkSensitive: Bool
  var locale: String?

  /// Compares two texts: -1, 0 or 1.
  func compare(_ a: String, _ b: String) -> Int {
    let (first, second) = (a.unicodeScalars.map(Letter.init), b.unicodeScalars.map(Letter.init))
    if let order = order(first, second, by: { $0.base }) { return order }
    if first.count != second.count { return first.count < second.count ? -1 : 1 }
    if isMarkSensitive, let order = order(first, second, by: { $0.mark }) { return order }
    // Lower case before upper case.
    if isCaseSensitive, let order = order(first, second, by: { $0.isUpper ? "1" : "0" }) { return order }
    return 0
  }

  private func order(_ a: [Letter], _ b: [Letter], by key: (Letter) -> String) -> Int? {
    for (x, y) in zip(a, b) where key(x) != key(y) { return key(x) < key(y) ? -1 : 1 }
    return nil
  }

  /// Letter taken apart by its Unicode name, such as LATIN SMALL LETTER A WITH DIAERESIS.
  private struct Letter {
    var base: String
    var mark = ""
    var isUpper: Bool

    init(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      isUpper = properties.isUppercase
      base = properties.lowercaseMapping
      guard !scalar.isASCII, let name = properties.name, name.hasPrefix("LATIN "), let range = name.byteRange(of: " WITH "),
        let letter = name[..<range.lowerBound].split(separator: " ").last, letter.utf8.count == 1
      else { return }
      base = letter.lowercased()
      mark = String(name[range.upperBound...])
    }
  }
}
