/// Fields of a date without order: `yMMMd`. Skeletons are compared by distance (UTS 35, part 4, "Matching Skeletons").
struct DateSkeleton: Hashable, Sendable {
  /// Kind of field, in the order of the distance's parts.
  enum Field: Int, Hashable, CaseIterable {
    case era, year, quarter, month, week, weekOfMonth, weekday, day, dayOfYear, dayOfWeekInMonth, dayPeriod, hour, minute, second, fraction,
      zone
  }

  /// Letter and count of a field; 0 letters is none.
  struct Element: Hashable, Sendable {
    let letter: Character
    let count: Int

    /// Number by which widths differ: numbers above 0, texts below.
    var type: Int {
      let (numeric, narrow, short, long, delta) = (0x100, -0x101, -0x103, -0x104, 0x10)
      func name(_ offset: Int) -> Int { count >= 5 ? narrow - offset : count == 4 ? long - offset : short - offset }
      switch letter {
      case "y", "d", "D", "w", "W", "F", "m", "s": return numeric + count
      case "Y": return numeric + delta + count
      case "h": return numeric + count
      case "K": return numeric + delta + count
      case "H": return numeric + 10 * delta + count
      case "k": return numeric + 11 * delta + count
      case "S": return numeric + delta + count
      case "M", "Q": return count <= 2 ? numeric + count : name(0)
      case "L", "q": return count <= 2 ? numeric + delta + count : name(delta)
      case "c": return count <= 2 ? numeric + 2 * delta + count : name(2 * delta)
      case "e": return count <= 2 ? numeric + delta + count : name(delta)
      case "b": return name(delta)
      case "B": return name(3 * delta)
      default: return name(0)
      }
    }
  }

  private(set) var elements: [Field: Element] = [:]

  init() {}

  /// Reads a skeleton; `nil` if a letter is unknown.
  init?(_ text: String) {
    var rest = Array(text)[...]
    while let letter = rest.first {
      let count = rest.prefix { $0 == letter }.count
      guard let field = DateSkeleton.field(letter) else { return nil }
      set(field, letter, count)
      rest = rest.dropFirst(count)
    }
    addDayPeriod()
  }

  /// Fields of a pattern.
  init?(pattern: String) {
    for case .field(let letter, let count) in DatePattern(pattern).items {
      guard let field = DateSkeleton.field(letter) else { return nil }
      set(field, letter, count)
    }
    addDayPeriod()
  }

  mutating func set(_ field: Field, _ letter: Character, _ count: Int) {
    elements[field] = Element(letter: letter, count: count)
  }

  /// Hours of 12 have a day period, others have none.
  mutating func addDayPeriod() {
    guard let hour = elements[.hour] else { return }
    if hour.letter == "h" || hour.letter == "K" {
      if elements[.dayPeriod] == nil { set(.dayPeriod, "a", 1) }
    } else {
      elements[.dayPeriod] = nil
    }
  }

  static func field(_ letter: Character) -> Field? {
    switch letter {
    case "G": .era
    case "y", "Y", "u", "U": .year
    case "Q", "q": .quarter
    case "M", "L": .month
    case "w": .week
    case "W": .weekOfMonth
    case "E", "e", "c": .weekday
    case "d": .day
    case "D": .dayOfYear
    case "F": .dayOfWeekInMonth
    case "a", "b", "B": .dayPeriod
    case "h", "H", "k", "K": .hour
    case "m": .minute
    case "s": .second
    case "S": .fraction
    case "v", "z", "Z", "O", "V", "x", "X": .zone
    default: nil
    }
  }

  static let timeFields: Set<Field> = [.dayPeriod, .hour, .minute, .second, .fraction, .zone]

  var date: DateSkeleton { filtered { !DateSkeleton.timeFields.contains($0) } }
  var time: DateSkeleton { filtered { DateSkeleton.timeFields.contains($0) } }
  var isEmpty: Bool { elements.isEmpty }

  private func filtered(_ isKept: (Field) -> Bool) -> DateSkeleton {
    var result = DateSkeleton()
    result.elements = elements.filter { isKept($0.key) }
    return result
  }

  /// Skeleton without the fields of `other`.
  func removing(_ other: DateSkeleton) -> DateSkeleton { filtered { other.elements[$0] == nil } }

  /// Distance to a candidate; fields that it lacks.
  func distance(to other: DateSkeleton) -> (distance: Int, isMissing: Bool) {
    var result = 0
    var isMissing = false
    for (field, element) in elements {
      guard let candidate = other.elements[field] else {
        result += 0x1000
        isMissing = true
        continue
      }
      result += abs(element.type - candidate.type)
    }
    for field in other.elements.keys where elements[field] == nil { result += 0x10000 }
    return (result, isMissing)
  }
}

/// Pattern of a date, in items.
struct DatePattern: Sendable {
  enum Item: Sendable, Equatable {
    case literal(String)
    case field(Character, Int)
  }

  var items: [Item] = []

  init(_ text: String) {
    let characters = Array(text)
    var literal = ""
    var isQuoted = false
    var index = 0
    func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    while index < characters.count {
      let character = characters[index]
      if character == "'" {
        if index + 1 < characters.count, characters[index + 1] == "'" {
          literal.append("'")
          index += 2
        } else {
          isQuoted.toggle()
          index += 1
        }
        continue
      }
      guard !isQuoted, isLetter(character) else {
        literal.append(character)
        index += 1
        continue
      }
      if !literal.isEmpty { items.append(.literal(literal)) }
      literal = ""
      let count = characters[index...].prefix { $0 == character }.count
      items.append(.field(character, count))
      index += count
    }
    if !literal.isEmpty { items.append(.literal(literal)) }
  }

  init(items: [Item]) { self.items = items }

  /// Returns a pattern of letters that stand for themselves, without its quotes.
  static func unquoted(_ text: String) -> String {
    var (result, wasQuote) = ("", false)
    for character in text {
      if character == "'", !wasQuote {
        wasQuote = true
      } else {
        result.append(character)
        wasQuote = false
      }
    }
    return result
  }
}
