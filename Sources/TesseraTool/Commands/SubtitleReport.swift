internal import TesseraJSON
internal import TesseraScene
internal import TesseraSubtitles

/// Cues of a file as JSON.
struct SubtitleReport {
  let track: SubtitleTrack

  var json: JSONValue {
    .map([("status", .text("load")), ("format", .text(track.format.rawValue)), ("cues", .list(track.cues.map(Self.cue)))])
  }

  private static func cue(_ cue: Cue) -> JSONValue {
    let settings = cue.settings
    var members: [(key: String, value: JSONValue)] = [
      ("id", .text(cue.id)), ("start", .number(cue.start)), ("end", .number(cue.end)),
      ("vertical", .text(settings.direction.rawValue)), ("snapToLines", .boolean(settings.snapsToLines)),
      ("line", settings.line.map { .number($0) } ?? .text("auto")), ("lineAlign", .text(settings.lineAlignment.rawValue)),
      ("position", settings.position.map { .number($0) } ?? .text("auto")),
      ("positionAlign", .text(settings.positionAlignment.rawValue)), ("size", .number(settings.size)),
      ("align", .text(settings.alignment.rawValue)), ("text", .text(cue.text)), ("tree", .list(cue.content.map(content))),
    ]
    if let region = settings.region {
      members.append(
        (
          "region",
          .map([
            ("id", .text(region.id)), ("width", .number(region.width)), ("lines", .number(region.lines)),
            ("regionAnchorX", .number(region.anchorX)), ("regionAnchorY", .number(region.anchorY)),
            ("viewportAnchorX", .number(region.viewportX)), ("viewportAnchorY", .number(region.viewportY)),
            ("scroll", .text(region.scrollsUp ? "up" : "")),
          ])
        ))
    }
    return .map(members)
  }

  private static func content(_ content: CueContent) -> JSONValue {
    switch content {
    case .text(let text): return .text(text)
    case .time(let seconds): return .map([("time", .text(time(seconds)))])
    case .span(let span):
      var members: [(key: String, value: JSONValue)] = [("tag", .text(tag(span.kind)))]
      if !span.classes.isEmpty { members.append(("class", .text(span.classes.joined(separator: " ")))) }
      switch span.kind {
      case .language: members.append(("lang", .text(span.annotation)))
      case .voice: members.append(("title", .text(span.annotation)))
      case .font: members.append(("color", .text(span.annotation)))
      default: break
      }
      if !span.children.isEmpty { members.append(("children", .list(span.children.map(self.content)))) }
      return .map(members)
    }
  }

  /// Element of HTML that shows a span.
  private static func tag(_ kind: CueSpan.Kind) -> String {
    switch kind {
    case .classes, .voice, .language, .font: "span"
    default: kind.rawValue
    }
  }

  /// Returns `seconds` as `00:00:00.000`.
  private static func time(_ seconds: Double) -> String {
    let milliseconds = Int(min(max(seconds, 0), 1e12) * 1000 + 0.5)
    func field(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return [field(milliseconds / 3_600_000, 2), field(milliseconds / 60_000 % 60, 2)].joined(separator: ":") + ":"
      + field(milliseconds / 1000 % 60, 2) + "." + field(milliseconds % 1000, 3)
  }
}
