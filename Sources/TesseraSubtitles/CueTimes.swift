/// Parser of the line with a cue's times and settings.
enum CueTimes {
  static func cue(_ line: ArraySlice<UInt8>, id: String, regions: [CueRegion]) -> Cue? {
    var rest = line.drop { Bytes.isSpace($0) }
    guard let start = time(&rest) else { return nil }
    rest = rest.drop { Bytes.isSpace($0) }
    guard rest.starts(with: Array("-->".utf8)) else { return nil }
    rest = rest.dropFirst(3).drop { Bytes.isSpace($0) }
    guard let end = time(&rest) else { return nil }
    var cue = Cue(start: start, end: end)
    cue.id = id
    cue.settings = CueSettings(parsing: rest, regions: regions)
    return cue
  }

  /// Reads a time of the form `[hours:]minutes:seconds.milliseconds`, in seconds.
  static func time(_ rest: inout ArraySlice<UInt8>) -> Double? {
    guard var first = digits(&rest) else { return nil }
    let hasHours = first.count != 2 || first.value > 59
    guard consume(&rest, ":"), var second = digits(&rest), second.count == 2 else { return nil }
    var third = second
    if hasHours || rest.first == UInt8(ascii: ":") {
      guard consume(&rest, ":"), let last = digits(&rest), last.count == 2 else { return nil }
      third = last
    } else {
      (second, first) = (first, (0, 0))
    }
    guard consume(&rest, "."), let fraction = digits(&rest), fraction.count == 3, second.value <= 59, third.value <= 59 else { return nil }
    return first.value * 3600 + second.value * 60 + third.value + fraction.value / 1000
  }

  private static func consume(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> (value: Double, count: Int)? {
    let digits = rest.prefix { Bytes.isDigit($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    // More than 300 digits would be infinite.
    guard digits.count <= 300 else { return nil }
    return (digits.reduce(0.0) { $0 * 10 + Double($1 - 48) }, digits.count)
  }
}
