internal import Tessera
internal import TesseraRender

/// Binding `{bind: …}`: an expression, and the format of its value as text. A value.
struct BoundValue: Sendable, Equatable {
  var expression: Expression
  /// Text format; nil leaves the value unformatted.
  var format: ValueFormat?
}

/// Attribute value with holes that are filled with data. A value.
struct ValueTemplate: Sendable, Equatable {
  /// Place that is filled with data.
  struct Hole: Sendable, Equatable {
    /// Indices of list elements and map entries, outermost first.
    var path: [Int]
    /// Kind of the value.
    var kind: AttributeKind
    var bound: BoundValue
  }

  /// Value with stand-ins at the holes.
  var value: AttributeValue
  /// Holes; empty means a constant value.
  var holes: [Hole] = []

  /// Returns a valid value for a hole without data.
  static func standIn(for kind: AttributeKind) -> AttributeValue {
    switch kind {
    case .text, .asset, .path, .language: .text("")
    case .number(let range): .number(range.contains(0) ? 0 : range.lowerBound)
    case .integer(let range): .number(range.contains(0) ? 0 : Double(range.lowerBound))
    case .boolean: .boolean(false)
    case .color: .color(.clear)
    case .choice(let words): .text(words.first ?? "")
    case .list: .list([])
    case .map, .named: .map([])
    case .either(let kinds): kinds.first.map(standIn) ?? .text("")
    }
  }

  /// Returns the value with its holes filled.
  func filled(_ fillings: [AttributeValue]) -> AttributeValue {
    var result = value
    for (hole, filling) in zip(holes, fillings) { result = Self.replacing(result, hole.path[...], with: filling) }
    return result
  }

  private static func replacing(_ value: AttributeValue, _ path: ArraySlice<Int>, with new: AttributeValue) -> AttributeValue {
    guard let first = path.first else { return new }
    switch value {
    case .list(var items) where items.indices.contains(first):
      items[first] = replacing(items[first], path.dropFirst(), with: new)
      return .list(items)
    case .map(var pairs) where pairs.indices.contains(first):
      pairs[first].value = replacing(pairs[first].value, path.dropFirst(), with: new)
      return .map(pairs)
    default: return value
    }
  }
}

/// Converts data to values of attributes.
enum DataConversion {
  /// Returns the value as the kind; nil if it does not fit. Adjustments, such as limits, are reported to `note`.
  static func value(_ value: DataValue, as kind: AttributeKind, directory: String, note: (String) -> Void) -> AttributeValue? {
    switch (kind, value) {
    case (.text, .list), (.text, .map): return nil
    case (.text, _): return .text(value.shown)
    case (.path, .text(let data)) where data.utf8.count > SceneLimits.pathBytes:
      note("has \(data.utf8.count) bytes of path data; at most \(SceneLimits.pathBytes) are allowed")
      return nil
    case (.path, .text(let data)): return Path(svg: data) == nil ? nil : .text(data)
    case (.language, .text(let tag)): return AttributeKind.isLanguageTag(tag) ? .text(tag) : nil
    case (.asset, .text(let text)): return text.isEmpty ? nil : asset(text, directory, note)
    case (.choice(let words), .text(let word)): return words.contains(word) ? .text(word) : nil
    case (.color, .text(let text)): return Color(text).map(AttributeValue.color)
    case (.boolean, .null): return nil
    case (.boolean, _): return .boolean(value.isTrue)
    case (.number(let range), _):
      guard let number = number(value) else { return nil }
      return .number(clamped(number, range, kind, note))
    case (.integer(let range), _):
      guard let number = number(value)?.rounded() else { return nil }
      return .number(clamped(number, Double(range.lowerBound)...Double(range.upperBound), kind, note))
    case (.list(let kind), .list(let items)):
      let values = items.compactMap { self.value($0, as: kind, directory: directory, note: note) }
      return values.count == items.count ? .list(values) : nil
    case (.map(let kinds), .map(let pairs)):
      return map(pairs, directory, note) { kinds[$0] }
    case (.named(let kind), .map(let pairs)):
      return map(pairs, directory, note) { _ in kind }
    case (.either(let kinds), _):
      for kind in kinds {
        if let fitting = self.value(value, as: kind, directory: directory, note: { _ in }) { return fitting }
      }
      return nil
    default: return nil
    }
  }

  /// Returns a path that can be opened, or a URL. A URL that nothing loads is returned unchanged: the node then shows its failure picture.
  private static func asset(_ text: String, _ directory: String, _ note: (String) -> Void) -> AttributeValue {
    let location = AssetLocation(text, in: directory)
    // A URL may contain a password.
    if let problem = location.problem { note("got \(text.contains("@") ? "a URL" : "'\(text.prefix(40))'"): \(problem)") }
    switch location {
    case .file(let path): return .text(path)
    case .url, .live, .unsupported: return .text(text)
    }
  }

  private static func number(_ value: DataValue) -> Double? {
    switch value {
    case .number(let number): return number
    case .boolean(let flag): return flag ? 1 : 0
    case .text(let text):
      if case .number(let number) = NumberText.read(text) { return number }
      return nil
    case .null, .list, .map: return nil
    }
  }

  private static func clamped(_ number: Double, _ range: ClosedRange<Double>, _ kind: AttributeKind, _ note: (String) -> Void) -> Double {
    if range.contains(number) { return number }
    note("must be \(kind.description), got \(NumberText.write(number)); using the nearest")
    return min(range.upperBound, max(range.lowerBound, number))
  }

  private static func map(
    _ pairs: [String: DataValue], _ directory: String, _ note: (String) -> Void, kind: (String) -> AttributeKind?
  ) -> AttributeValue? {
    var result: [(key: String, value: AttributeValue)] = []
    for key in pairs.keys.sorted() {
      guard let kind = kind(key), let value = pairs[key], let made = self.value(value, as: kind, directory: directory, note: note) else {
        return nil
      }
      result.append((key, made))
    }
    return .map(result)
  }
}
