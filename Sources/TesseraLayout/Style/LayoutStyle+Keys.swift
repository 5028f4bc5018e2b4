extension LayoutStyle {
  /// Keys accepted by `set(key:value:)`, in documentation order.
  public static let keys: [StyleKey] = StyleKey.all

  private static let keyByName: [String: StyleKey] = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the key named `name`, in camel or kebab case; `border-top-width` is `borderTop`.
  public static func key(named name: String) -> StyleKey? {
    let camel = StyleKey.camel(name)
    if let key = keyByName[camel] { return key }
    if camel.hasPrefix("border"), camel.hasSuffix("Width"), let key = keyByName[String(camel.dropLast(5))] { return key }
    return nil
  }

  /// Sets one property by its CSS name.
  ///
  /// - Parameters:
  ///   - key: camel case or kebab case; all supported keys of CSS Flexbox, and the shorthands of `keys`.
  ///   - value: bare numbers are logical units; percentages, words and lists are text.
  /// - Throws: `LayoutStyleError` with the key, the invalid value and the valid values; the style is then unchanged.
  public mutating func set(key: String, value: StyleValue) throws(LayoutStyleError) {
    guard let known = Self.key(named: key) else {
      throw LayoutStyleError(key: key, value: nil, expected: Self.suggestion(for: key))
    }
    var copy = self
    guard let parsed = StyleKey.parse(value), known.apply(&copy, parsed) else {
      throw LayoutStyleError(key: key, value: value, expected: known.expectation)
    }
    self = copy
  }

  /// Returns the error text for an unknown key: the most similar known key, if there is one.
  private static func suggestion(for key: String) -> String {
    let name = Array(StyleKey.camel(key).lowercased())
    var best: (distance: Int, name: String)?
    for candidate in keys {
      let d = editDistance(name, Array(candidate.name.lowercased()))
      if d < best?.distance ?? .max { best = (d, candidate.name) }
    }
    if let best, best.distance <= max(2, name.count / 3) { return "did you mean `\(best.name)`?" }
    return "expected one of " + keys.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let next = x == y ? diagonal : 1 + Swift.min(diagonal, row[j], row[j + 1])
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[b.count]
  }
}
