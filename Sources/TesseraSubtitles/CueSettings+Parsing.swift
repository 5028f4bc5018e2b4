extension CueSettings {
  init(parsing bytes: ArraySlice<UInt8>, regions: [CueRegion]) {
    for (name, value) in SettingList(bytes) {
      switch name {
      case "region": region = regions.last { $0.id == value }
      case "vertical": if value == "rl" || value == "lr" { direction = Direction(rawValue: value) ?? direction }
      case "line": setLine(value)
      case "position": setPosition(value)
      case "size": size = Percentage.parse(value) ?? size
      case "align": alignment = TextAlignment(rawValue: value) ?? alignment
      default: break
      }
    }
    if line != nil || size != 100 || direction != .horizontal { region = nil }
  }

  private mutating func setLine(_ value: String) {
    let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let text = parts[0]
    guard text.utf8.contains(where: Bytes.isDigit) else { return }
    var alignment: LineAlignment?
    if parts.count > 1 {
      alignment = LineAlignment(rawValue: parts[1])
      if alignment == nil { return }
    }
    if text.hasSuffix("%") {
      guard let percentage = Percentage.parse(text) else { return }
      (line, snapsToLines) = (percentage, false)
    } else {
      guard let number = Percentage.number(text) else { return }
      (line, snapsToLines) = (number, true)
    }
    if let alignment { lineAlignment = alignment }
  }

  private mutating func setPosition(_ value: String) {
    let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let percentage = Percentage.parse(parts[0]) else { return }
    if parts.count > 1 {
      guard let alignment = PositionAlignment(rawValue: parts[1]), alignment != .auto else { return }
      positionAlignment = alignment
    }
    position = percentage
  }
}

extension CueRegion {
  /// Reads the settings of a region.
  init(settings bytes: [UInt8]) {
    self.init()
    for (name, value) in SettingList(bytes[...]) {
      switch name {
      case "id": id = value
      case "width": width = Percentage.parse(value) ?? width
      case "lines":
        if value.utf8.count <= 300, value.utf8.allSatisfy(Bytes.isDigit), let number = Double(value) { lines = number }
      case "regionanchor": if let (x, y) = Percentage.pair(value) { (anchorX, anchorY) = (x, y) }
      case "viewportanchor": if let (x, y) = Percentage.pair(value) { (viewportX, viewportY) = (x, y) }
      case "scroll": if value == "up" { scrollsUp = true }
      default: break
      }
    }
  }
}

/// Settings of the form `name:value`, separated by white space.
struct SettingList: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> (name: String, value: String)? {
    while true {
      rest = rest.drop { Bytes.isSpace($0) }
      let word = rest.prefix { !Bytes.isSpace($0) }
      guard !word.isEmpty else { return nil }
      rest = rest.dropFirst(word.count)
      guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex, colon < word.endIndex - 1 else { continue }
      return (String(decoding: word[..<colon], as: UTF8.self), String(decoding: word[(colon + 1)...], as: UTF8.self))
    }
  }
}

/// Numbers of settings.
enum Percentage {
  /// Returns a percentage from 0 to 100 of the form `12.5%`.
  static func parse(_ text: String) -> Double? {
    guard text.hasSuffix("%"), !text.hasPrefix("-"), let value = number(String(text.dropLast())), value <= 100 else { return nil }
    return value
  }

  static func pair(_ text: String) -> (Double, Double)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = parse(String(parts[0])), let y = parse(String(parts[1])) else { return nil }
    return (x, y)
  }

  /// Returns a number of the form `-12.5`: a point needs digits on both sides.
  static func number(_ text: String) -> Double? {
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 4096 else { return nil }
    if bytes.first == UInt8(ascii: "-") { bytes.removeFirst() }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Bytes.isDigit) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
