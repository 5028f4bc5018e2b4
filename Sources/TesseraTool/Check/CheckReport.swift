internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Findings of all conditions, equal ones joined.
struct CheckReport {
  private struct Entry {
    let finding: CheckFinding
    var conditions: [CheckCondition]
    /// Further nodes from the same place of the file, such as rows of a list.
    var others: Set<CheckedElement> = []
  }

  private struct Key: Hashable {
    let kind: CheckFinding.Kind
    let place: ScenePlace?
    let type: String
    let id: String
    /// Message, unless it differs only by a measure.
    let message: String
  }

  private let file: String
  private let conditions: [CheckCondition]
  private var entries: [Entry] = []
  private var index: [Key: Int] = [:]
  /// Problems of the files of messages.
  private var messages: [MessageCheck.Problem] = []
  /// Number of judged contrasts, and of those over a ground of many colors, which are not judged.
  private(set) var (judged, unjudged) = (0, 0)

  init(file: String, _ conditions: [CheckCondition]) { (self.file, self.conditions) = (file, conditions) }

  var isEmpty: Bool { entries.isEmpty && messages.isEmpty }
  /// Number of findings.
  var count: Int { entries.count + messages.count }

  /// Adds problems of the files of messages.
  mutating func add(_ problems: [MessageCheck.Problem]) { messages += problems }

  /// Adds the findings of one condition.
  mutating func add(_ findings: [CheckFinding], in condition: CheckCondition) {
    for finding in findings {
      let element = finding.element
      let key = Key(
        kind: finding.kind, place: element.place, type: element.type, id: element.id,
        message: finding.kind.isByMeasure ? "" : finding.message)
      if let known = index[key] {
        if !entries[known].conditions.contains(condition) { entries[known].conditions.append(condition) }
        if element != entries[known].finding.element { entries[known].others.insert(element) }
      } else {
        index[key] = entries.count
        entries.append(Entry(finding: finding, conditions: [condition]))
      }
    }
  }

  /// Adds numbers of contrasts.
  mutating func add(judged: Int, unjudged: Int) {
    self.judged += judged
    self.unjudged += unjudged
  }

  private var sorted: [Entry] {
    entries.enumerated().sorted { a, b in
      func order(_ entry: (offset: Int, element: Entry)) -> (Int, Int, Int) {
        (entry.element.finding.element.place?.line ?? 0, entry.element.finding.element.place?.column ?? 0, entry.offset)
      }
      return order(a) < order(b)
    }.map(\.element)
  }

  /// A line for each finding: file, line, column, kind, node, problem, conditions.
  var text: String {
    sorted.map { entry in
      let element = entry.finding.element
      let place = element.place.map { ":\($0.line):\($0.column)" } ?? ""
      let more = entry.others.isEmpty ? "" : " and \(entry.others.count) more"
      let at = entry.conditions.count == conditions.count ? "" : " (\(shownConditions(entry.conditions)))"
      return "\(file)\(place): \(entry.finding.kind.rawValue): \(element.description)\(more): \(entry.finding.message)\(at)\n"
    }.joined() + messages.map(\.text).joined()
  }

  private func shownConditions(_ some: [CheckCondition]) -> String {
    let most = 4
    let names = some.prefix(most).map(\.words)
    return names.joined(separator: ", ") + (some.count > most ? ", and \(some.count - most) more" : "")
  }

  var json: JSONValue {
    .map([
      ("file", .text(file)), ("conditions", .list(conditions.map(\.json))), ("judged", .number(Double(judged))),
      ("unjudged", .number(Double(unjudged))), ("findings", .list(sorted.map(json) + messages.map(\.json))),
    ])
  }

  private func json(_ entry: Entry) -> JSONValue {
    let (finding, element) = (entry.finding, entry.finding.element)
    var pairs: [(key: String, value: JSONValue)] = [("kind", .text(finding.kind.rawValue))]
    if let place = element.place { pairs += [("line", .number(Double(place.line))), ("column", .number(Double(place.column)))] }
    pairs.append(("type", .text(element.type)))
    if !element.id.isEmpty { pairs.append(("id", .text(element.id))) }
    if !element.words.isEmpty { pairs.append(("words", .text(element.words))) }
    pairs.append(("message", .text(finding.message)))
    if let measured = finding.measured {
      pairs += [("measured", .number(measured.value)), ("required", .number(measured.required))]
    }
    if !entry.others.isEmpty { pairs.append(("others", .number(Double(entry.others.count)))) }
    pairs.append(("conditions", .list(entry.conditions.map(\.json))))
    return .map(pairs)
  }
}
