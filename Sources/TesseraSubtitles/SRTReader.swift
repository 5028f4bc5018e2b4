/// Tolerant parser of SRT, which has no standard: a line with two times and an arrow begins a cue.
enum SRTReader {
  static func read(_ text: [UInt8]) -> [Cue] {
    let lines = Bytes.lines(text)
    var cues: [Cue] = []
    var current: Cue?
    var body: [ArraySlice<UInt8>] = []
    for line in lines {
      guard WebVTTReader.hasArrow(line), let mark = Mark(line) else {
        if current != nil { body.append(line) }
        continue
      }
      finish(&current, &body, isBeforeCue: true, into: &cues)
      switch mark {
      case .times(let start, let end): current = Cue(start: start, end: end)
      case .broken: current = nil
      }
    }
    finish(&current, &body, isBeforeCue: false, into: &cues)
    return cues
  }

  /// Line with an arrow that begins a cue.
  private enum Mark {
    case times(Double, Double)
    /// A line that resembles times; its cue is dropped.
    case broken

    init?(_ line: ArraySlice<UInt8>) {
      var rest = line.drop { Bytes.isSpace($0) }
      guard let first = rest.first, Bytes.isDigit(first) else { return nil }
      if let times = SRTReader.times(&rest) {
        self = .times(times.0, times.1)
      } else if line.prefix(16).contains(UInt8(ascii: ":")) {
        self = .broken
      } else {
        return nil
      }
    }
  }

  private static func finish(_ current: inout Cue?, _ body: inout [ArraySlice<UInt8>], isBeforeCue: Bool, into cues: inout [Cue]) {
    defer { (current, body) = (nil, []) }
    guard var cue = current else { return }
    func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy(Bytes.isSpace) }
    while let last = body.last, isBlank(last) { body.removeLast() }
    // The number of the next cue.
    if isBeforeCue, let last = body.last, Bytes.trimmed(last).allSatisfy(Bytes.isDigit) {
      body.removeLast()
      while let last = body.last, isBlank(last) { body.removeLast() }
    }
    let lines = Array(body.drop(while: isBlank)).map(Bytes.trimmed)
    var text = Array(lines.joined(separator: [10]))
    text = SRTTextReader.withoutPosition(text, &cue.settings)
    cue.content = SRTTextReader.read(text)
    cue.text = plain(cue.content)
    cues.append(cue)
  }

  private static func plain(_ content: [CueContent]) -> String {
    content.map { part in
      switch part {
      case .text(let text): text
      case .time: ""
      case .span(let span): plain(span.children)
      }
    }.joined()
  }

  private static func times(_ rest: inout ArraySlice<UInt8>) -> (Double, Double)? {
    guard let start = time(&rest) else { return nil }
    rest = rest.drop { Bytes.isSpace($0) }
    guard rest.starts(with: Array("-->".utf8)) else { return nil }
    rest = rest.dropFirst(3).drop { Bytes.isSpace($0) }
    guard let end = time(&rest) else { return nil }
    return (start, end)
  }

  /// Reads `hours:minutes:seconds,milliseconds`; hours and milliseconds may be missing, and a point may replace the comma.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Double? {
    var fields: [Double] = []
    while true {
      let digits = rest.prefix { Bytes.isDigit($0) }
      guard !digits.isEmpty, digits.count <= 9 else { return nil }
      rest = rest.dropFirst(digits.count)
      fields.append(digits.reduce(0.0) { $0 * 10 + Double($1 - 48) })
      guard fields.count < 3, rest.first == UInt8(ascii: ":") else { break }
      rest.removeFirst()
    }
    guard fields.count >= 2 else { return nil }
    var seconds = fields.reduce(0.0) { $0 * 60 + $1 }
    guard let separator = rest.first, separator == UInt8(ascii: ",") || separator == UInt8(ascii: ".") || separator == UInt8(ascii: ":")
    else { return seconds }
    let digits = rest.dropFirst().prefix { Bytes.isDigit($0) }
    guard !digits.isEmpty else { return seconds }
    rest = rest.dropFirst(1 + digits.count)
    seconds += digits.prefix(3).reduce(0.0) { $0 * 10 + Double($1 - 48) } / 1000
    return seconds
  }
}
