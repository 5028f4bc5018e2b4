/// Reader of JSON with limits. Source: RFC 8259.
public struct JSONReader {
  /// Limits and forms of the values.
  public struct Settings: Sendable {
    /// Maximum size of the text in bytes.
    public var maximumSize = 64 << 20
    /// Maximum nesting depth of the values.
    public var maximumDepth = 128
    /// Maximum number of values.
    public var maximumValues = 8 << 20
    /// Depth to which values are kept; the reader checks deeper values and drops them.
    public var keptDepth = Int.max
    /// Whether numbers are ``JSONValue/literal(_:)``.
    public var keepsLiterals = false
    /// Whether U+FFFD replaces invalid UTF-8 and lone surrogates. Without it they are errors.
    public var repairsTexts = false

    /// Creates settings.
    public init() {}
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let settings: Settings
  var at = 0
  private var count = 0
  /// Lines of the values in the order of the text; nil if they are not recorded.
  private var lines: [Int32]?
  /// Line of the byte `lineAt`.
  private var (line, lineAt) = (Int32(1), 0)

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ settings: Settings, recordsLines: Bool) {
    (self.bytes, self.settings) = (bytes, settings)
    if recordsLines { lines = [] }
  }

  /// Reads a JSON text. Any thread; O(n) in its bytes.
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark.
  ///   - settings: limits and forms of the values.
  /// - Throws: `JSONError` if the text is malformed, has a number beyond the range of `Double`, or exceeds the limits.
  public static func read(_ bytes: [UInt8], _ settings: Settings = Settings()) throws(JSONError) -> JSONValue {
    try read(bytes, settings, recordsLines: false).value
  }

  /// Reads a JSON text, and the lines of its values. Any thread; O(n) in its bytes.
  /// - Throws: as ``read(_:_:)``.
  public static func readWithLines(
    _ bytes: [UInt8], _ settings: Settings = Settings()
  ) throws(JSONError) -> (value: JSONValue, lines: JSONLines) {
    var settings = settings
    settings.keptDepth = .max
    let (value, lines) = try read(bytes, settings, recordsLines: true)
    return (value, JSONLines(value, lines))
  }

  private static func read(
    _ bytes: [UInt8], _ settings: Settings, recordsLines: Bool
  ) throws(JSONError) -> (value: JSONValue, lines: [Int32]) {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var reader = JSONReader(buffer, settings, recordsLines: recordsLines)
      guard buffer.count <= settings.maximumSize else {
        throw reader.failure("the text has \(buffer.count) bytes; the maximum is \(settings.maximumSize)", at: 0)
      }
      if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
      let value = try reader.value(depth: 0)
      reader.skipSpace()
      guard reader.at == buffer.count else { throw reader.failure("text follows the value") }
      return (value, reader.lines ?? [])
    }
  }

  /// Returns an error at a byte; by default at the next one.
  func failure(_ reason: String, at offset: Int? = nil) -> JSONError {
    let isTruncated = offset == nil && at >= bytes.count
    let reason = isTruncated ? "the text ends too early" : reason
    return JSONError(reason, at: min(offset ?? at, bytes.count), in: bytes, isTruncated: isTruncated)
  }

  var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == 32 || bytes[at] == 10 || bytes[at] == 13 || bytes[at] == 9 { at += 1 }
  }

  private mutating func recordLine() {
    while lineAt < at {
      if bytes[lineAt] == 10 { line &+= 1 }
      lineAt += 1
    }
    lines?.append(line)
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= settings.maximumDepth else { throw failure("values are nested more than \(settings.maximumDepth) deep") }
    count += 1
    guard count <= settings.maximumValues else { throw failure("there are more than \(settings.maximumValues) values") }
    skipSpace()
    if lines != nil { recordLine() }
    switch byte {
    case UInt8(ascii: "{"): return try map(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let matching = text.withUTF8Buffer { word in zip(word, bytes[at...]).prefix { $0 == $1 }.count }
    guard matching == text.utf8CodeUnitCount else {
      if at + matching == bytes.count { at = bytes.count }
      throw failure("this is not a JSON value")
    }
    at += matching
    return value
  }

  private mutating func list(depth: Int) throws(JSONError) -> JSONValue {
    at += 1
    var result: [JSONValue] = []
    skipSpace()
    if byte == UInt8(ascii: "]") {
      at += 1
      return .list([])
    }
    while true {
      let value = try value(depth: depth + 1)
      if depth < settings.keptDepth { result.append(value) }
      skipSpace()
      switch byte {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "]"):
        at += 1
        return .list(result)
      default: throw failure("a list needs a comma or ] here")
      }
    }
  }

  private mutating func map(depth: Int) throws(JSONError) -> JSONValue {
    at += 1
    var result: [JSONValue.Member] = []
    skipSpace()
    if byte == UInt8(ascii: "}") {
      at += 1
      return .map([JSONValue.Member]())
    }
    while true {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw failure("an object needs a key in quotes here") }
      let key = try string()
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw failure("a key needs a colon after it") }
      at += 1
      let value = try value(depth: depth + 1)
      if depth < settings.keptDepth { result.append(JSONValue.Member(key, value)) }
      skipSpace()
      switch byte {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "}"):
        at += 1
        return .map(result)
      default: throw failure("an object needs a comma or } here")
      }
    }
  }
}
