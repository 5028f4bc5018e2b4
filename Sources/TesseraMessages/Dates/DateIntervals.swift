/// Search of the pattern of a range of dates (UTS 35, part 4, "intervalFormats"), by the rules of ICU's `DateIntervalFormat`.
struct DateIntervals {
  /// Form of a written range.
  enum Result {
    /// As one date: the fields that are shown do not differ.
    case single
    /// Both dates in full.
    case whole(DatePattern)
    /// Both dates in a pattern of two parts.
    case divided(DatePattern, DatePattern)
    /// The date once, then both times in full.
    case time(date: DatePattern, time: DatePattern)
    /// The date once, then both times in a pattern of two parts.
    case dividedTime(date: DatePattern, DatePattern, DatePattern)
  }

  /// Count of each letter of a skeleton. Numbers of days and hours have the count 1.
  private typealias Widths = [Character: Int]

  private let data: LocaleData
  private let skeleton: DateSkeleton
  private let patterns: DatePatterns

  init(_ data: LocaleData, _ options: DateOptions) {
    self.data = data
    skeleton = LocaleDateFormat.rangeSkeleton(data, options)
    patterns = DatePatterns(data)
  }

  /// Returns the form of a range whose largest differing field has this letter: one of G, y, M, d, a, h, m, s, S.
  func pattern(_ letter: Character) -> Result {
    let (date, time) = (skeleton.date, skeleton.time)
    let isTimeField = "ahmsS".contains(letter)
    if time.isEmpty { return isTimeField || isFiner(letter, than: date) ? .single : divided(dateParts(letter)) ?? .whole(whole) }
    if isTimeField {
      guard !isFiner(letter, than: time) else { return .single }
      let parts = timeParts(letter, time)
      if date.isEmpty { return divided(parts) ?? .whole(whole) }
      let day = patterns.pattern(date)
      return parts.map { .dividedTime(date: day, $0.0, $0.1) } ?? .time(date: day, time: patterns.pattern(time))
    }
    // Times of different days have their dates, with the fields that tell them apart.
    var dated = skeleton
    let isBare = date.isEmpty
    for (field, letter, level) in [(DateSkeleton.Field.day, Character("d"), 3), (.month, "M", 2), (.year, "y", 1)]
    where dated.elements[field] == nil && (isBare || level >= Self.level(of: letter)) { dated.set(field, letter, 1) }
    if letter == "G", dated.elements[.era] == nil { dated.set(.era, "G", 1) }
    return .whole(patterns.pattern(dated))
  }

  /// Pattern of one date.
  private var whole: DatePattern { patterns.pattern(skeleton) }

  private static func level(of letter: Character) -> Int {
    switch letter {
    case "G": 0
    case "y", "Y", "u", "U": 1
    case "Q", "q", "M", "L": 2
    case "w", "W", "d", "D", "E", "e", "c", "F": 3
    case "a", "b", "B": 4
    case "h", "H", "K", "k": 5
    case "m": 6
    case "s": 7
    default: 8
    }
  }

  /// Whether a field is finer than all fields of a skeleton.
  private func isFiner(_ letter: Character, than skeleton: DateSkeleton) -> Bool {
    skeleton.elements.values.allSatisfy { $0.letter == "z" || $0.letter == "v" || Self.level(of: $0.letter) < Self.level(of: letter) }
  }

  private func divided(_ parts: (DatePattern, DatePattern)?) -> Result? { parts.map { .divided($0.0, $0.1) } }

  // MARK: Patterns of data

  private func record(_ skeleton: String, _ letter: Character) -> String? {
    data.record("iv/" + skeleton)?[String(letter)]
  }

  private static func widths(_ skeleton: DateSkeleton) -> Widths {
    var widths: Widths = [:]
    for element in skeleton.elements.values {
      switch element.letter {
      case "a", "b": continue
      case "k", "H": widths["H"] = 1
      case "K", "h": widths["h"] = 1
      case "d", "m": widths[element.letter] = 1
      case "M": widths["M"] = element.count < 3 ? 1 : element.count
      case "E", "e", "c": widths["E"] = element.count <= 3 ? 1 : element.count
      case "z", "v": widths["v"] = 1
      default: widths[element.letter] = element.count
      }
    }
    return widths
  }

  private static func widths(_ text: String) -> Widths {
    text.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Skeleton of the data with the same fields and the nearest widths; nil without one.
  private func best(_ widths: Widths) -> String? {
    var best: (distance: Int, name: String)?
    for name in data.intervalSkeletons {
      let other = Self.widths(name)
      guard Set(other.keys) == Set(widths.keys) else { continue }
      let distance = widths.reduce(0) { sum, entry in
        let width = other[entry.key] ?? 0
        return sum + (entry.key == "M" && (width < 3) != (entry.value < 3) ? 0x100 : abs(width - entry.value))
      }
      if distance < best?.distance ?? .max { best = (distance, name) }
    }
    return best?.name
  }

  /// Parts of the pattern for dates that differ in a field.
  private func dateParts(_ letter: Character) -> (DatePattern, DatePattern)? {
    let widths = Self.widths(skeleton.date)
    guard let name = best(widths) else { return nil }
    if let text = record(name, letter) { return parts(text, widths, name) }
    // Dates without a year that differ in the year have one.
    for added in letter == "y" ? ["y"] : letter == "M" ? ["M"] : ["G", "Gy"] {
      var wider = widths
      for extra in added where wider[extra] == nil { wider[extra] = 1 }
      guard wider != widths, let name = best(wider), let text = record(name, letter) else { continue }
      return parts(text, wider, name)
    }
    // A year and a month of other years and months.
    var wider = widths
    for extra in "My" where Self.level(of: extra) >= Self.level(of: letter) && wider[extra] == nil { wider[extra] = 1 }
    guard wider != widths, let name = best(wider), let text = record(name, letter) else { return nil }
    return parts(text, wider, name)
  }

  private func timeParts(_ letter: Character, _ time: DateSkeleton) -> (DatePattern, DatePattern)? {
    let widths = Self.widths(time)
    guard let name = best(widths) else { return nil }
    // Clocks of 24 hours have no halves of a day.
    let isWhole = widths["H"] != nil
    let key: Character = letter == "a" && isWhole || letter == "h" && isWhole ? "H" : letter
    return record(name, key).flatMap { parts($0, widths, name) }
  }

  /// Divides a pattern where its second date begins, and widens its fields.
  private func parts(_ text: String, _ widths: Widths, _ name: String) -> (DatePattern, DatePattern)? {
    let own = Self.widths(name)
    var (items, seen, place): ([DatePattern.Item], Set<Character>, Int?) = ([], [], nil)
    for (index, item) in DatePattern(text).items.enumerated() {
      guard case .field(let letter, let count) = item else {
        items.append(item)
        continue
      }
      if !seen.insert(letter).inserted, place == nil { place = index }
      // Both letters are months in a pattern; a skeleton has M.
      let key: Character = letter == "L" ? "M" : letter
      let wanted = widths[key] ?? 0
      let hour = skeleton.elements[.hour]?.letter
      let shown = DateSkeleton.field(letter) == .hour ? hour ?? letter : letter
      items.append(.field(shown, own[key] == count && wanted > count ? wanted : count))
    }
    guard let place else { return nil }
    return (DatePattern(items: Array(items[..<place])), DatePattern(items: Array(items[place...])))
  }
}
