internal import TesseraJSON

/// JSON of suites of cases, whose numbers keep their digits.
extension JSONValue {
  /// Reads a JSON text. Numbers are literals; values can be nested 64 deep.
  static func suite(_ text: String) throws(JSONError) -> JSONValue {
    var settings = JSONReader.Settings()
    settings.maximumDepth = 64
    settings.keepsLiterals = true
    return try JSONReader.read(Array(text.utf8), settings)
  }

  /// Text of texts, numbers and flags.
  var shown: String? {
    switch self {
    case .text(let text), .literal(let text): text
    case .number(let number): JSONNumber.text(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .list, .map: nil
    }
  }
}
