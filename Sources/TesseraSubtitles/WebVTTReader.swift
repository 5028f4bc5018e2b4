/// Parser of WebVTT files. Source: W3C WebVTT, section 6.
struct WebVTTReader {
  private let lines: [ArraySlice<UInt8>]
  private var at = 0
  private var regions: [CueRegion] = []

  private enum Block {
    case cue(Cue)
    case region(CueRegion)
    case other
  }

  init(_ text: [UInt8]) { lines = Bytes.lines(text) }

  static func hasSignature(_ text: [UInt8]) -> Bool {
    guard text.starts(with: Array("WEBVTT".utf8)) else { return false }
    guard text.count > 6 else { return true }
    return text[6] == 32 || text[6] == 9 || text[6] == 10 || text[6] == 13
  }

  mutating func read() -> [Cue] {
    var cues: [Cue] = []
    at = 1
    if at < lines.count, !lines[at].isEmpty { _ = block(isHeader: true) }
    while at < lines.count {
      if lines[at].isEmpty {
        at += 1
        continue
      }
      switch block(isHeader: false) {
      case .cue(let cue): cues.append(cue)
      case .region(let region): regions.append(region)
      case .other: break
      }
    }
    return cues
  }

  private static let arrow = Array("-->".utf8)

  static func hasArrow(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count >= 3 else { return false }
    return (line.startIndex...line.endIndex - 3).contains {
      line[$0] == UInt8(ascii: "-") && line[$0 + 1] == UInt8(ascii: "-") && line[$0 + 2] == UInt8(ascii: ">")
    }
  }

  /// Reads lines up to an empty one, or up to the arrow of the next cue.
  private mutating func block(isHeader: Bool) -> Block {
    var (count, sawArrow) = (0, false)
    var buffer: [UInt8] = []
    var cue: Cue?
    var isCue = false
    var isRegion = false
    while at < lines.count {
      let line = lines[at]
      count += 1
      if Self.hasArrow(line) {
        guard !isHeader, count == 1 || (count == 2 && !sawArrow) else { break }
        sawArrow = true
        cue = CueTimes.cue(line, id: String(decoding: buffer, as: UTF8.self), regions: regions)
        if cue != nil {
          buffer = []
          isCue = true
        }
        at += 1
        continue
      }
      at += 1
      if line.isEmpty { break }
      if !isHeader, count == 2, !isCue {
        let word = String(decoding: buffer, as: UTF8.self)
        let name = word.prefix { $0 != " " && $0 != "\t" }
        let isAlone = word.dropFirst(name.count).allSatisfy { $0 == " " || $0 == "\t" }
        if name == "REGION", isAlone {
          isRegion = true
          buffer = []
        } else if name == "STYLE", isAlone {
          buffer = []
        }
      }
      if !buffer.isEmpty { buffer.append(10) }
      buffer += line
    }
    if var cue {
      cue.text = String(decoding: buffer, as: UTF8.self)
      cue.content = CueTextReader.read(buffer)
      return .cue(cue)
    }
    return isRegion ? .region(CueRegion(settings: buffer)) : .other
  }
}
