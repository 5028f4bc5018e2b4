/// A YAML document as it was written: every value with its place, scalars still text.
///
/// One array of values that name one another by index: an alias is the index of what it repeats, so a document takes no more memory than
/// its text is worth, and nothing that walks or frees it has to recurse.
struct YAMLTree: Sendable {
  struct Value: Sendable {
    var content: Content
    var place: Place
    /// How many values this is when aliases are written out.
    var weight: Int = 1
    /// How many lists and maps lie inside one another, this one counted.
    var height: Int = 0
  }

  enum Content: Sendable {
    /// `isPlain`: without quotes, so that it may be a number or a truth value.
    case scalar(String, isPlain: Bool)
    case list([Int32])
    /// Merge keys are resolved, keys are unique.
    case map([Entry])
    /// Could not be read; the error is reported already.
    case broken
  }

  struct Entry: Sendable {
    var key: String
    var keyPlace: Place
    var value: Int32
    /// Whether a merge key brought it: what the map says itself then goes first.
    var isMerged = false
  }

  var values: [Value] = []
  var root: Int32 = -1
  /// Comments that stand in the place of values, by the empty value, at most ``mostComments``.
  var comments: [Int32: String] = [:]
  static let mostComments = 1000

  subscript(index: Int32) -> Value { values[Int(index)] }
  func place(_ index: Int32) -> Place { values[Int(index)].place }

  /// What an error message calls the value.
  func describe(_ index: Int32) -> String {
    switch self[index].content {
    case .scalar(let text, let isPlain):
      if text.isEmpty, isPlain, let comment = comments[index] {
        return "nothing: `\(comment)` begins a comment; write '\(comment)' in quotes"
      }
      if text.isEmpty { return isPlain ? "nothing" : "an empty text" }
      let short = text.count > 40 ? String(text.prefix(40)) + "…" : text
      return isPlain ? "`\(short)`" : "the text \"\(short)\""
    case .list: return "a list"
    case .map: return "a map"
    case .broken: return "an error"
    }
  }
}
