/// Numbers as written in scene files.
package enum NumberText {
  /// Result of reading an unquoted scalar as a number.
  package enum Reading: Equatable {
    case number(Double)
    /// Infinite, not a number, or too large for a Double: not valid for any attribute.
    case notFinite
    case noNumber
  }

  /// Reads `12`, `-0.5`, `.5`, `1e3`, `0x1F` and `0o17`: exactly the numbers of YAML 1.2's core schema and JSON.
  package static func read(_ text: String) -> Reading {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= 64 else { return .noNumber }
    if bytes.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")]) { return whole(text.dropFirst(2), radix: 16) }
    if bytes.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "o")]) { return whole(text.dropFirst(2), radix: 8) }
    var rest = bytes[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest.removeFirst() }
    let word = String(decoding: rest, as: UTF8.self).lowercased()
    if [".inf", ".nan", "inf", "nan", "infinity"].contains(word) { return .notFinite }
    let whole = digits(&rest)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = digits(&rest)
    }
    guard whole + fraction > 0 else { return .noNumber }
    if let e = rest.first, e == UInt8(ascii: "e") || e == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
      guard digits(&rest) > 0 else { return .noNumber }
    }
    guard rest.isEmpty, let value = Double(text) else { return .noNumber }
    return value.isFinite ? .number(value) : .notFinite
  }

  private static func whole(_ text: Substring, radix: Int) -> Reading {
    guard let first = text.first, first != "-", first != "+", let value = UInt64(text, radix: radix) else { return .noNumber }
    return .number(Double(value))
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
    let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    rest.removeFirst(count)
    return count
  }

  /// Writes a finite number in its shortest form, whole numbers without a point. ``read(_:)`` returns the same number.
  package static func write(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return value == 0 ? "0" : String(Int(value)) }
    return String(value)
  }
}
