#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A format in the style of `printf`: `%.1f °C`. A value; any thread.
///
/// Supports `%d`, `%i`, `%x`, `%X`, `%o` (rounded to whole numbers), `%f`, `%e`, `%g`, `%s` (the shortest form) and `%%`, with the flags `-+ 0#`, a
/// width of at most 64 and a precision of at most 20. Numbers have a decimal point, regardless of the machine's locale.
public struct NumberFormat: Sendable, Hashable {
  /// A part of the output.
  package enum Part: Sendable, Hashable {
    case text(String)
    /// Flags, width and precision, and the letter.
    case value(modifiers: String, conversion: UInt8)
  }

  /// The format as written.
  public let text: String
  package private(set) var parts: [Part] = []
  /// Number of places for numbers.
  public private(set) var count = 0

  /// Whole numbers.
  public static let whole = NumberFormat(decimals: 0)

  /// Makes a format of numbers with a fixed count of decimals.
  ///
  /// - Parameters:
  ///   - decimals: 0...20; others count as the nearest of these.
  ///   - prefix: text before the number.
  ///   - suffix: text after the number.
  public init(decimals: Int, prefix: String = "", suffix: String = "") {
    let modifiers = ".\(min(20, max(0, decimals)))"
    func escaped(_ text: String) -> String { text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%") }
    text = escaped(prefix) + "%" + modifiers + "f" + escaped(suffix)
    if !prefix.isEmpty { parts.append(.text(prefix)) }
    parts.append(.value(modifiers: modifiers, conversion: UInt8(ascii: "f")))
    if !suffix.isEmpty { parts.append(.text(suffix)) }
    count = 1
  }

  /// Parses a format.
  ///
  /// - Parameter text: the format.
  /// - Throws: ``NumberFormatError`` if the format is invalid.
  public init(_ text: String) throws(NumberFormatError) {
    self.text = text
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
        throw NumberFormatError(
          "invalid format `\(text)`; supported: %d %i %x %X %o %f %e %g %s %%, with flags, a width up to 64 and a precision up to 20, such as %5.1f"
        )
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

  /// Formats a number, at every place of the format. A value that is not a number, or is too large for a whole one, becomes a dash.
  ///
  /// - Parameter number: the number.
  public func string(_ number: Double) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let modifiers, let conversion): Self.written(number, modifiers, conversion)
      }
    }.joined()
  }

  private static func written(_ number: Double, _ modifiers: String, _ conversion: UInt8) -> String {
    guard number.isFinite else { return padded("-", modifiers) }
    if conversion == UInt8(ascii: "s") { return padded("\(number)", modifiers) }
    let text = printed(number, modifiers, conversion) ?? padded("-", modifiers)
    // A number rounded to zero has no sign.
    guard number < 0, !text.utf8.contains(where: { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }) else { return text }
    return printed(0, modifiers, conversion) ?? text
  }

  /// Formats a number with one conversion; nil if it is too large for a whole one.
  ///
  /// - Parameters:
  ///   - number: a finite number.
  ///   - modifiers: flags, width and precision, as parsed by `init`.
  ///   - conversion: the letter, any but `s`.
  package static func printed(_ number: Double, _ modifiers: String, _ conversion: UInt8) -> String? {
    let letter = String(UnicodeScalar(conversion))
    if [UInt8]("fFeEgG".utf8).contains(conversion) { return printed("%" + modifiers + letter, number) }
    let whole = number.rounded()
    return abs(whole) < 9e18 ? printed("%" + modifiers + "ll" + letter, Int64(whole)) : nil
  }

  /// `init` has checked that the format has one conversion, which fits the value.
  private static func printed(_ format: String, _ value: any CVarArg) -> String {
    withVaList([value]) { list in
      // Enough for a width of 64, or for 309 digits of a number and 20 decimals.
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let base = buffer.baseAddress, vsnprintf(base, buffer.count, format, list) >= 0 else { return "-" }
        return String(cString: base)
      }
    }
  }

  /// Returns a text truncated and padded according to the modifiers of `%s`.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - modifiers: flags, width and precision, as parsed by `init`.
  package static func padded(_ text: String, _ modifiers: String) -> String {
    let parts = modifiers.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var text = text
    if parts.count > 1, let most = Int(parts[1].isEmpty ? "0" : parts[1]) { text = String(text.prefix(most)) }
    let width = Int(parts[0].drop { !("1"..."9").contains($0) }) ?? 0
    let room = String(repeating: " ", count: max(0, width - text.count))
    return parts[0].contains("-") ? text + room : room + text
  }
}

/// Error of an invalid format.
public struct NumberFormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error and the valid form.
  public var message: String

  /// Makes an error.
  ///
  /// - Parameter message: the error and the valid form.
  public init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}
