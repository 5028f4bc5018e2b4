import TesseraMaps
import TesseraPictures
import TesseraSubtitles
import TesseraTestSupport
import Testing

@testable import LottieCodec

/// Files of two test suites with the cues of browsers, and SRT files with the cues of three readers (Fixtures/README.md).
@Suite struct WebVTTConformanceTests {
  private static func archive() throws -> ZipArchive {
    let path = try PackageFolder.root(of: #filePath) + "/Tests/TesseraSubtitlesTests/Fixtures/cases.zip"
    return try ZipArchive(PictureData(file: path).bytes(), source: "cases.zip")
  }

  /// Numbers of lines beyond 32 bits, for which the browser has other values than the standard.
  private static let left: Set<String> = ["wpt/file-parsing/regions-lines.vtt"]

  @Test func cuesMatchBrowsers() throws {
    let archive = try Self.archive()
    let index = try MapValue.read(#require(try archive.bytes(of: "webvtt.json")), source: "webvtt.json")
    var failed: [String] = []
    for member in try #require(index.members) {
      let bytes = try #require(try archive.bytes(of: "webvtt/\(member.key)"))
      let track = try? SubtitleTrack(reading: bytes)
      guard member.value["status"]?.text == "load" else {
        if track?.format == .webVTT { failed.append(member.key) }
        continue
      }
      let expected = member.value["cues"]?.list ?? []
      let ignored = Set((member.value["browsersDiffer"]?.list ?? []).compactMap(\.text))
      let isRight = track.map {
        $0.cues.count == expected.count && zip($0.cues, expected).allSatisfy { CueCase.differs($0, $1, ignored) == nil }
      }
      if isRight != true { failed.append(member.key) }
    }
    #expect(Set(failed) == Self.left, "\(failed)")
  }

  @Test func subRipIsParsedLikeOtherPlayers() throws {
    let archive = try Self.archive()
    let index = try MapValue.read(#require(try archive.bytes(of: "srt.json")), source: "srt.json")
    for member in try #require(index.members) {
      let track = try SubtitleTrack(reading: try #require(try archive.bytes(of: "srt/\(member.key).srt")))
      let cues = track.cues.map { MapValue.list([.number($0.start), .number($0.end), .text(CueCase.trimmed($0.text))]) }
      let readings = (member.value.members ?? []).compactMap { reader in
        reader.value.list?.map { cue -> MapValue in
          guard case .list(let items) = cue, case .text(let text) = items[2] else { return .null }
          return .list([items[0], items[1], .text(CueCase.trimmed(text))])
        }
      }
      #expect(readings.contains(cues), "\(member.key): \(cues)")
    }
  }
}

/// Comparison of a cue with the expected one.
enum CueCase {
  static func trimmed(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0.isWhitespace }.reversed())
    }.joined(separator: "\n")
  }

  /// Returns the name of a field that differs.
  static func differs(_ cue: Cue, _ expected: MapValue, _ ignored: Set<String>) -> String? {
    let settings = cue.settings
    let fields: [(String, MapValue)] = [
      ("id", .text(cue.id)), ("start", .number(cue.start)), ("end", .number(cue.end)), ("vertical", .text(settings.direction.rawValue)),
      ("snapToLines", .boolean(settings.snapsToLines)), ("line", settings.line.map { .number($0) } ?? .text("auto")),
      ("lineAlign", .text(settings.lineAlignment.rawValue)), ("position", settings.position.map { .number($0) } ?? .text("auto")),
      ("positionAlign", .text(settings.positionAlignment.rawValue)), ("size", .number(settings.size)),
      ("align", .text(settings.alignment.rawValue)), ("text", .text(cue.text)),
    ]
    for (name, value) in fields where !ignored.contains(name) {
      guard let wanted = expected[name], isEqual(value, wanted) else { return name }
    }
    if let region = expected["region"] {
      guard let own = settings.region, region["id"]?.text == own.id, isEqual(.number(own.width), region["width"] ?? .null),
        isEqual(.number(own.lines), region["lines"] ?? .null), isEqual(.number(own.anchorX), region["regionAnchorX"] ?? .null),
        isEqual(.number(own.viewportY), region["viewportAnchorY"] ?? .null), (region["scroll"]?.text == "up") == own.scrollsUp
      else { return "region" }
    } else if settings.region != nil {
      return "region"
    }
    return joined(cue.content.map(value)) == joined(expected["tree"]?.list ?? []) ? nil : "tree"
  }

  private static func isEqual(_ a: MapValue, _ b: MapValue) -> Bool {
    guard let x = a.number else { return a == b }
    if b.text == "inf" { return true }
    guard let y = b.number else { return false }
    return y > 1e9 || abs(x - y) < 1e-6
  }

  private static func value(_ content: CueContent) -> MapValue {
    switch content {
    case .text(let text): return .text(text)
    case .time(let seconds): return .map([.init("time", .number((seconds * 1000).rounded()))])
    case .span(let span):
      let isPlain = [CueSpan.Kind.classes, .voice, .language].contains(span.kind)
      var members = [MapValue.Member("tag", .text(isPlain ? "span" : span.kind.rawValue))]
      if !span.classes.isEmpty { members.append(.init("class", .text(span.classes.joined(separator: " ")))) }
      if span.kind == .language { members.append(.init("lang", .text(span.annotation))) }
      if span.kind == .voice { members.append(.init("title", .text(span.annotation))) }
      members.append(.init("children", .list(span.children.map(value))))
      return .map(members)
    }
  }

  /// Joins neighboring texts, and writes times in milliseconds.
  private static func joined(_ list: [MapValue]) -> [MapValue] {
    var result: [MapValue] = []
    for item in list {
      if case .text(let text) = item, case .text(let last)? = result.last {
        result[result.count - 1] = .text(last + text)
      } else if let time = item["time"] {
        let fields = (time.text ?? "").split { $0 == ":" || $0 == "." }.compactMap { Double(String($0)) }
        result.append(
          .list([
            time.number.map { .number($0) }
              ?? .number(fields.count == 4 ? ((fields[0] * 60 + fields[1]) * 60 + fields[2]) * 1000 + fields[3] : -1)
          ]))
      } else if let members = item.members {
        let kept = members.filter { $0.key != "children" }.sorted { $0.key < $1.key }
        result.append(.map(kept + [.init("children", .list(joined(item["children"]?.list ?? [])))]))
      } else {
        result.append(item)
      }
    }
    return result
  }
}
