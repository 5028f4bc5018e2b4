#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A format as that of `printf`, for values of data: `%.1f°`. A value; any thread.
///
/// Takes `%d`, `%i`, `%x`, `%X`, `%o` (numbers, rounded to whole ones), `%f`, `%e`, `%g` (numbers), `%s` (anything) and `%%`, with the flags `-+ 0#`, a width of at most 64 and a
/// precision of at most 20. Numbers are written with a decimal point, whatever the machine's locale.
struct ValueFormat: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    /// Flags, width and precision, and the letter.
    case value(modifiers: String, conversion: UInt8)
  }

  private var parts: [Part] = []

  /// How many values it takes.
  private(set) var count = 0

  /// Reads a format.
  init(_ text: String) throws(ExpressionError) {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var i = 0
    while i < bytes.count {
      guard bytes[i] == UInt8(ascii: "%") else {
        plain.append(bytes[i])
        i += 1
        continue
      }
      if i + 1 < bytes.count, bytes[i + 1] == UInt8(ascii: "%") {
        plain.append(UInt8(ascii: "%"))
        i += 2
        continue
      }
      let start = i
      i += 1
      while i < bytes.count, [UInt8]("-+ 0#".utf8).contains(bytes[i]) { i += 1 }
      let width = Self.digits(bytes, &i)
      var precision = 0
      if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
        i += 1
        precision = Self.digits(bytes, &i)
      }
      guard i < bytes.count, [UInt8]("dixXofeEgGs".utf8).contains(bytes[i]), width <= 64, precision <= 20, i - start <= 16 else {
        throw ExpressionError(
          "the format '\(text)' is none: behind % stand flags, a width to 64, a precision to 20, and one of d i x X o f e g s; %% is a percent sign",
          at: 0)
      }
      if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
      parts.append(.value(modifiers: String(decoding: bytes[(start + 1)..<i], as: UTF8.self), conversion: bytes[i]))
      count += 1
      i += 1
    }
    if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
  }

  private static func digits(_ bytes: [UInt8], _ i: inout Int) -> Int {
    var value = 0
    while i < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[i]) {
      value = min(value * 10 + Int(bytes[i] - UInt8(ascii: "0")), 1_000_000)
      i += 1
    }
    return value
  }

  /// Writes values; `problem` is told of those that are missing or of a wrong kind, which are written as `-`.
  func write(_ values: [DataValue], problem: (String) -> Void) -> String {
    var out = ""
    var next = 0
    for part in parts {
      switch part {
      case .text(let text): out += text
      case .value(let modifiers, let conversion):
        guard next < values.count else {
          problem("the format wants \(count) values, got \(values.count)")
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
    if conversion == UInt8(ascii: "s") { return padded(value.shown, modifiers) }
    var number: Double
    switch value {
    case .number(let value): number = value
    case .boolean(let flag): number = flag ? 1 : 0
    case .text(let text):
      guard case .number(let value) = NumberText.read(text) else { fallthrough }
      number = value
    default:
      problem("the format %\(letter) wants a number, got \(value.kindName)")
      return padded("-", modifiers)
    }
    if [UInt8]("fFeEgG".utf8).contains(conversion) { return printed("%" + modifiers + letter, number) }
    number = number.rounded()
    guard abs(number) < 9e18 else {
      problem("\(NumberText.write(number)) is too large for the format %\(letter)")
      return padded("-", modifiers)
    }
    return printed("%" + modifiers + "ll" + letter, Int64(number))
  }

  /// The format has one conversion, which fits the value: `init` checked it.
  private static func printed(_ format: String, _ value: any CVarArg) -> String {
    withVaList([value]) { list in
      // A width of 64, or 309 digits of a number and 20 behind the point, fit.
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let base = buffer.baseAddress, vsnprintf(base, buffer.count, format, list) >= 0 else { return "-" }
        return String(cString: base)
      }
    }
  }

  private static func padded(_ text: String, _ modifiers: String) -> String {
    let parts = modifiers.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var text = text
    if parts.count > 1, let most = Int(parts[1].isEmpty ? "0" : parts[1]) { text = String(text.prefix(most)) }
    let width = Int(parts[0].drop { !("1"..."9").contains($0) }) ?? 0
    let room = String(repeating: " ", count: max(0, width - text.count))
    return parts[0].contains("-") ? text + room : room + text
  }
}
