/// A YAML document as written: every value with its location, scalars as text.
///
/// Values are in one array and refer to each other by index. An alias is the index of the repeated value, so memory is proportional to the
/// length of the text. Walking and freeing need no recursion.
struct YAMLTree: Sendable {
  struct Value: Sendable {
    var content: Content
    var place: Place
    /// Number of values with all aliases expanded.
    var weight: Int = 1
    /// Number of nested lists and maps, including this one.
    var height: Int = 0
  }

  enum Content: Sendable {
    /// `isPlain` means without quotes, so that it may be a number or a boolean.
    case scalar(String, isPlain: Bool)
    case list([Int32])
    /// Merge keys are resolved, keys are unique.
    case map([Entry])
    /// Unreadable value whose error was reported.
    case broken
  }

  struct Entry: Sendable {
    var key: String
    var keyPlace: Place
    var value: Int32
    /// Whether the entry was merged. The map's own entries override merged ones.
    var isMerged = false
  }

  var values: [Value] = []
  var root: Int32 = -1
  /// Comments in place of values or behind them, by the index of the value; at most ``mostComments``.
  var comments: [Int32: String] = [:]
  static let mostComments = 1000

  subscript(index: Int32) -> Value { values[Int(index)] }
  func place(_ index: Int32) -> Place { values[Int(index)].place }

  /// Returns the comment that is in place of an empty value; nil for other values.
  func commentInPlace(of index: Int32) -> String? {
    guard case .scalar("", isPlain: true) = self[index].content else { return nil }
    return comments[index]
  }

  /// Returns a description of the value for error messages.
  func describe(_ index: Int32) -> String {
    switch self[index].content {
    case .scalar(let text, let isPlain):
      if text.isEmpty, isPlain, let comment = comments[index] {
        return "nothing: `\(comment)` begins a comment; write '\(comment)' in quotes"
      }
      if text.isEmpty { return isPlain ? "nothing" : "an empty text" }
      let short = text.count > 40 ? String(text.prefix(40)) + "…" : text
      let hint = comments[index].map { ": `\($0)` begins a comment; write the whole value in quotes" } ?? ""
      return isPlain ? "`\(short)`\(hint)" : "the text \"\(short)\""
    case .list: return "a list"
    case .map: return "a map"
    case .broken: return "an error"
    }
  }
}
