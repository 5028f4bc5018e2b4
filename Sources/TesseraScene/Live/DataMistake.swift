internal import Tessera

/// Error messages for data of an unsuitable kind.
enum DataMistake {
  /// Returns an error message for `value`, with the innermost wrong member as written in the data, and the nearest name.
  static func message(_ value: DataValue, as kind: AttributeKind, of name: String) -> String {
    if case .map(let pairs) = value, let kinds = kind.members {
      for key in pairs.keys.sorted() {
        guard let member = kinds[key] else {
          let unknown = UnknownMember(key, of: name, among: kinds.keys.sorted())
          return unknown.message + ending(unknown.suggestion)
        }
        if let value = pairs[key], !fits(value, member) { return message(value, as: member, of: "\(name).\(key)") }
      }
    }
    var suggestion: String?
    if case .text(let word) = value { suggestion = nearestName(to: word, among: kind.words) }
    return "\(name) must be \(kind.description), got \(value.shortText)" + ending(suggestion)
  }

  private static func fits(_ value: DataValue, _ kind: AttributeKind) -> Bool {
    var isExact = true
    return DataConversion.value(value, as: kind, directory: "", note: { _ in isExact = false }) != nil && isExact
  }

  private static func ending(_ suggestion: String?) -> String { suggestion.map { "; did you mean `\($0)`?" } ?? "" }
}
