/// Search of the pattern for the fields that are asked for.
struct DatePatterns {
  let data: LocaleData

  private struct Candidate {
    let skeleton: DateSkeleton
    let pattern: String
    /// Whether the data names the skeleton; else it is that of a standard pattern.
    let isSpecified: Bool
  }

  private let candidates: [Candidate]

  init(_ data: LocaleData) {
    self.data = data
    var known: Set<DateSkeleton> = []
    var candidates: [Candidate] = []
    for (skeleton, pattern) in data.skeletons {
      known.insert(skeleton)
      candidates.append(Candidate(skeleton: skeleton, pattern: pattern, isSpecified: true))
    }
    let standard = (data.dateStyles ?? []) + (data.fields("tf") ?? [])
    for pattern in standard.map(String.init) {
      guard let skeleton = DateSkeleton(pattern: pattern), known.insert(skeleton).inserted else { continue }
      candidates.append(Candidate(skeleton: skeleton, pattern: pattern, isSpecified: false))
    }
    for letter in ["G", "y", "Q", "M", "w", "W", "E", "d", "D", "F", "a", "H", "m", "s", "S", "v"] {
      guard let skeleton = DateSkeleton(letter), known.insert(skeleton).inserted else { continue }
      candidates.append(Candidate(skeleton: skeleton, pattern: letter, isSpecified: false))
    }
    self.candidates = candidates
  }

  /// Best pattern.
  func pattern(_ skeleton: DateSkeleton) -> DatePattern {
    let date = skeleton.date
    let time = skeleton.time
    if !date.isEmpty, !time.isEmpty {
      if let (best, distance) = best(skeleton), !distance.isMissing, distance.distance < 0x1000 {
        return adjusted(best, skeleton)
      }
      return joined(pattern(date), pattern(time), date)
    }
    return complete(skeleton)
  }

  private func best(_ skeleton: DateSkeleton) -> (Candidate, (distance: Int, isMissing: Bool))? {
    var result: (Candidate, (distance: Int, isMissing: Bool))?
    for candidate in candidates {
      let distance = skeleton.distance(to: candidate.skeleton)
      if let known = result {
        guard distance.distance < known.1.distance || (distance.distance == known.1.distance && candidate.pattern < known.0.pattern) else {
          continue
        }
      }
      result = (candidate, distance)
    }
    return result
  }

  /// Pattern with all fields: those that the best one lacks are appended.
  private func complete(_ skeleton: DateSkeleton) -> DatePattern {
    guard let (first, distance) = best(skeleton) else { return DatePattern(items: []) }
    var pattern = adjusted(first, skeleton)
    guard distance.isMissing else { return pattern }
    var missing = skeleton.removing(first.skeleton)
    while !missing.isEmpty {
      if missing.elements.keys.allSatisfy({ $0 == .fraction }), let count = missing.elements[.fraction]?.count {
        return withFraction(pattern, count)
      }
      guard let (next, _) = best(missing) else { break }
      let rest = missing.removing(next.skeleton)
      guard rest != missing else { break }
      pattern.items += [.literal(" ")] + adjusted(next, missing).items
      missing = rest
    }
    return pattern
  }

  private func withFraction(_ pattern: DatePattern, _ count: Int) -> DatePattern {
    let decimal = data.fields("sym/latn")?.first.map(String.init) ?? "."
    return DatePattern(
      items: pattern.items.flatMap { item -> [DatePattern.Item] in
        if case .field("s", _) = item { return [item, .literal(decimal), .field("S", count)] }
        return [item]
      })
  }

  /// Pattern of a candidate with the widths that are asked for.
  private func adjusted(_ candidate: Candidate, _ skeleton: DateSkeleton) -> DatePattern {
    let items = DatePattern(candidate.pattern).items.map { item -> DatePattern.Item in
      guard case .field(let letter, let count) = item, let field = DateSkeleton.field(letter), let asked = skeleton.elements[field] else {
        return item
      }
      let askedCount = asked.letter == "E" ? max(3, asked.count) : asked.count
      var result = askedCount
      if field == .minute || field == .second {
        result = count
      } else if candidate.isSpecified, asked.letter != "c", asked.letter != "e" {
        let own = candidate.skeleton.elements[field]?.count
        let isNumber = DateSkeleton.Element(letter: letter, count: count).type > 0
        if own == askedCount || isNumber != (asked.type > 0) { result = count }
      }
      let keepsLetter = field == .hour || field == .month || field == .weekday || field == .year
      var adjusted = keepsLetter ? letter : asked.letter
      if adjusted == "E", result < 3 { adjusted = "e" }
      if field == .hour { adjusted = asked.letter }
      return .field(adjusted, result)
    }
    return DatePattern(items: items)
  }

  /// Date and time in one pattern.
  private func joined(_ date: DatePattern, _ time: DatePattern, _ skeleton: DateSkeleton) -> DatePattern {
    let month = skeleton.elements[.month]?.count ?? 0
    let style = month == 4 ? (skeleton.elements[.weekday] != nil ? 0 : 1) : month == 3 ? 2 : 3
    return glued(date, time, style: style, isAt: false)
  }

  /// Date and time of styles 0 (full) to 3 (short).
  func glued(_ date: DatePattern, _ time: DatePattern, style: Int, isAt: Bool) -> DatePattern {
    let glues = data.fields(isAt ? "dta" : "dtf") ?? []
    let glue = style < glues.count ? String(glues[style]) : "{1} {0}"
    var items: [DatePattern.Item] = []
    var literal = ""
    var rest = Array(glue)[...]
    func flush() {
      if !literal.isEmpty { items += DatePattern(literal).items.map { $0 } }
      literal = ""
    }
    while let character = rest.first {
      if rest.starts(with: ["{", "0", "}"]) || rest.starts(with: ["{", "1", "}"]) {
        flush()
        items += rest[rest.startIndex + 1] == "0" ? time.items : date.items
        rest = rest.dropFirst(3)
      } else {
        literal.append(character)
        rest = rest.dropFirst()
      }
    }
    flush()
    return DatePattern(items: items)
  }
}
