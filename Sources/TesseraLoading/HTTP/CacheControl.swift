/// Directives of `Cache-Control` for a private cache (RFC 9111, 5.2.2).
struct CacheControl: Hashable {
  var maxAge: Double?
  var noStore = false
  var noCache = false
  var mustRevalidate = false

  /// Parses the header; unknown directives are ignored.
  init(_ header: String?) {
    for directive in HTTPList.directives(header ?? "") {
      switch directive.name {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      // The first of several applies; an unreadable value means expired (4.2.1).
      case "max-age" where maxAge == nil: maxAge = directive.argument.flatMap(HTTPNumber.seconds) ?? 0
      default: break
      }
    }
  }
}

/// Header lists (RFC 9110, 5.6).
enum HTTPList {
  /// Element of a directive list.
  struct Directive: Hashable {
    /// Name in lower case.
    var name: String
    /// Argument without its quotes; nil if there is none.
    var argument: String?
  }

  /// Returns the directives of a list. Commas and directives within a quoted string belong to the string. O(n) in bytes.
  static func directives(_ list: String) -> [Directive] {
    var result: [Directive] = []
    var (name, argument): ([UInt8], [UInt8]?) = ([], nil)
    var (isQuoted, isEscaped) = (false, false)
    func end() {
      let text = String(decoding: name, as: UTF8.self).trimmed.lowercased()
      let value = argument.map { String(decoding: $0, as: UTF8.self).trimmed }
      if !text.isEmpty { result.append(Directive(name: text, argument: value)) }
      (name, argument) = ([], nil)
    }
    for byte in list.utf8 {
      if isEscaped || (isQuoted && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")) {
        isEscaped = false
        if argument == nil { name.append(byte) } else { argument?.append(byte) }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\\"), isQuoted {
        isEscaped = true
      } else if byte == UInt8(ascii: ",") {
        end()
      } else if byte == UInt8(ascii: "="), argument == nil {
        argument = []
      } else if argument == nil {
        name.append(byte)
      } else {
        argument?.append(byte)
      }
    }
    end()
    return result
  }
}

/// Header numbers: digits only, without a sign.
enum HTTPNumber {
  /// Maximum time that a header can give, seconds (RFC 9111, 1.2.2).
  static let secondsLimit = 2_147_483_648.0

  /// Returns seconds, at most ``secondsLimit``; nil for anything but digits.
  static func seconds(_ text: String) -> Double? {
    guard isDigits(text) else { return nil }
    return min(secondsLimit, Int(text).map(Double.init) ?? secondsLimit)
  }

  /// Returns a number of bytes, at most `Int.max`; nil for anything but digits.
  static func bytes(_ text: some StringProtocol) -> Int? { isDigits(text) ? Int(text) ?? .max : nil }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
