/// Value of a style, a property or an expression, as in JSON.
public indirect enum MapValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([MapValue])
  /// Members in the order of the file; of equal keys the last counts.
  case map([Member])

  /// Key with its value.
  public struct Member: Sendable, Hashable {
    public var key: String
    public var value: MapValue

    /// Creates a member.
    public init(_ key: String, _ value: MapValue) { (self.key, self.value) = (key, value) }
  }

  /// Returns the value of a key; nil if the key is missing.
  public subscript(key: String) -> MapValue? {
    guard case .map(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  public var list: [MapValue]? { if case .list(let list) = self { list } else { nil } }
  public var members: [Member]? { if case .map(let members) = self { members } else { nil } }

  /// Name of the type in messages.
  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .text: "string"
    case .list: "array"
    case .map: "object"
    }
  }

  /// Compact JSON, at most about `limit` bytes.
  func json(limit: Int = 4096) -> String {
    var out = ""
    write(to: &out, limit: limit)
    return out
  }

  private func write(to out: inout String, limit: Int) {
    guard out.utf8.count < limit else { return }
    switch self {
    case .null: out += "null"
    case .boolean(let flag): out += flag ? "true" : "false"
    case .number(let number): out += MapNumber.text(number)
    case .text(let text): MapValue.quote(text, to: &out)
    case .list(let list):
      out += "["
      for (i, item) in list.enumerated() {
        if i > 0 { out += "," }
        item.write(to: &out, limit: limit)
        if out.utf8.count >= limit { break }
      }
      out += "]"
    case .map(let members):
      out += "{"
      for (i, member) in members.enumerated() {
        if i > 0 { out += "," }
        MapValue.quote(member.key, to: &out)
        out += ":"
        member.value.write(to: &out, limit: limit)
        if out.utf8.count >= limit { break }
      }
      out += "}"
    }
  }

  private static func quote(_ text: String, to out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}

/// Numbers as text, as JavaScript writes them.
enum MapNumber {
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    if number.rounded() == number, abs(number) < 1e15 { return String(Int64(number)) }
    let text = "\(abs(number))"
    let sign = number < 0 ? "-" : ""
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return sign + (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) }
    var digits = parts[0].filter { $0 != "." }
    while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
    if exponent >= 0, exponent < 21 {
      if digits.count <= exponent + 1 { return sign + digits + String(repeating: "0", count: exponent + 1 - digits.count) }
      return sign + digits.prefix(exponent + 1) + "." + digits.dropFirst(exponent + 1)
    }
    if exponent < 0, exponent >= -7 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
    let mantissa = digits.count > 1 ? digits.prefix(1) + "." + digits.dropFirst() : digits
    return sign + mantissa + (exponent < 0 ? "e-\(-exponent)" : "e+\(exponent)")
  }
}
