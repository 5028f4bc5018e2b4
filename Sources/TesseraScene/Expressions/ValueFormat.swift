internal import Tessera

/// Format of numbers (``NumberFormat``) for values of data, with `%s` for any value. A value; any thread.
struct ValueFormat: Sendable, Equatable {
  private let format: NumberFormat

  /// Number of values.
  var count: Int { format.count }

  /// Parses a format.
  init(_ text: String) throws(ExpressionError) {
    do throws(NumberFormatError) { format = try NumberFormat(text) } catch { throw ExpressionError(error.message, at: 0) }
  }

  /// Formats values. Missing and unsuitable values are written as `-` and reported to `problem`.
  func write(_ values: [DataValue], problem: (String) -> Void) -> String {
    var out = ""
    var next = 0
    for part in format.parts {
      switch part {
      case .text(let text): out += text
      case .value(let modifiers, let conversion):
        guard next < values.count else {
          problem("the format needs \(count) values, got \(values.count)")
          out += "-"
          continue
        }
        out += Self.write(values[next], modifiers, conversion, problem)
        next += 1
      }
    }
    return out
  }

  private static func write(_ value: DataValue, _ modifiers: String, _ conversion: UInt8, _ problem: (String) -> Void) -> String {
    let letter = String(UnicodeScalar(conversion))
    if conversion == UInt8(ascii: "s") {
      if let text = value.boundedText { return NumberFormat.padded(text, modifiers) }
      problem("the format %s got \(value.kindName) that is too large for a text")
      return NumberFormat.padded("-", modifiers)
    }
    let number: Double
    switch value {
    case .number(let value): number = value
    case .boolean(let flag): number = flag ? 1 : 0
    case .text(let text):
      guard case .number(let value) = NumberText.read(text) else { fallthrough }
      number = value
    default:
      problem("the format %\(letter) needs a number, got \(value.kindName)")
      return NumberFormat.padded("-", modifiers)
    }
    if let text = NumberFormat.printed(number, modifiers, conversion) { return text }
    problem("\(NumberText.write(number.rounded())) is too large for the format %\(letter)")
    return NumberFormat.padded("-", modifiers)
  }
}
