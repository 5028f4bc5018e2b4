/// Open spans of a cue and their content.
struct SpanBuilder {
  private var open: [CueSpan] = []
  private var content: [CueContent] = []
  private var characters = ""

  var current: CueSpan.Kind? { open.last?.kind }
  var parent: CueSpan.Kind? { open.dropLast().last?.kind }
  var hasRoom: Bool { open.count < SubtitleTrack.maximumDepth }

  func isOpen(_ kind: CueSpan.Kind) -> Bool { open.contains { $0.kind == kind } }

  mutating func append(_ text: String) { characters += text }

  mutating func append(_ part: CueContent) {
    flush()
    add(part)
  }

  mutating func begin(_ span: CueSpan) {
    flush()
    open.append(span)
  }

  mutating func end() {
    flush()
    if let span = open.popLast() { add(.span(span)) }
  }

  mutating func finish() -> [CueContent] {
    while !open.isEmpty { end() }
    flush()
    return content
  }

  private mutating func flush() {
    guard !characters.isEmpty else { return }
    let text = characters
    characters = ""
    add(.text(text))
  }

  private mutating func add(_ part: CueContent) {
    if open.isEmpty { content.append(part) } else { open[open.count - 1].children.append(part) }
  }
}
