internal import TesseraBase

/// Data of one locale: its own entries, then those of its parents.
final class LocaleData: Sendable {
  /// Tag as asked for.
  let tag: LocaleTag
  private let table: LocaleTable?
  /// Indices in the table, from the locale to the root.
  private let chain: [Int]
  private let root: Int?
  private let intervalCache = Locked<[String]?>(nil)
  private let skeletonCache = Locked<[DateSkeleton: String]?>(nil)

  init(_ tag: LocaleTag, table: LocaleTable?) {
    self.tag = tag
    self.table = table
    root = table?.localeIndex("root")
    var chain: [Int] = []
    if let table {
      var index = LocaleData.index(of: tag, in: table) ?? table.localeIndex("root")
      while let current = index, chain.count < 10 {
        chain.append(current)
        index = table.parent(of: current)
      }
    }
    self.chain = chain
  }

  private static func index(of tag: LocaleTag, in table: LocaleTable) -> Int? {
    func find(_ language: String, _ script: String?, _ region: String?) -> Int? {
      table.localeIndex(([language, script, region] as [String?]).compactMap { $0 }.joined(separator: "-"))
    }
    let (language, script, region) = (tag.language, tag.script, tag.region)
    if let index = find(language, script, region) { return index }
    let root = table.localeIndex("root")
    func likely(_ key: String) -> LocaleTag? {
      guard let root, let index = table.keyIndex("ls/" + key), let text = table.value(key: index, locale: root) else { return nil }
      return LocaleTag(text)
    }
    let implied = likely([language, region].compactMap { $0 }.joined(separator: "-"))?.script ?? likely(language)?.script
    let usual = likely(language)?.script
    if let script {
      if script == implied, let index = find(language, nil, region) { return index }
      if let index = find(language, script, nil) { return index }
      return script == usual ? find(language, nil, nil) : nil
    }
    if let index = find(language, implied, region) ?? find(language, implied, nil) { return index }
    return implied == usual || implied == nil ? find(language, nil, nil) : nil
  }

  /// Tag of the locale whose data is used; `root` if there is none.
  var name: String {
    guard let table, let first = chain.first else { return "root" }
    return table.localeName(first)
  }

  /// Text of a key, with those of the parents.
  subscript(key: String) -> String? {
    guard let table, let index = table.keyIndex(key) else { return nil }
    return value(index)
  }

  private func value(_ key: Int) -> String? {
    guard let table else { return nil }
    for locale in chain {
      if let text = table.value(key: key, locale: locale) { return text }
    }
    return nil
  }

  /// Text of a key that does not depend on the locale.
  func global(_ key: String) -> String? {
    guard let table, let root, let index = table.keyIndex(key) else { return nil }
    return table.value(key: index, locale: root)
  }

  /// Fields of a key.
  func fields(_ key: String) -> [Substring]? {
    self[key]?.split(separator: "\u{1F}", omittingEmptySubsequences: false)
  }

  /// Named fields of a key.
  func record(_ key: String) -> [String: String]? {
    guard let fields = fields(key) else { return nil }
    return LocaleData.record(fields)
  }

  static func record(_ fields: some Sequence<Substring>) -> [String: String] {
    var result: [String: String] = [:]
    for field in fields {
      guard let mark = field.firstIndex(of: "=") else { continue }
      result[String(field[..<mark])] = String(field[field.index(after: mark)...])
    }
    return result
  }

  /// Calendar of the locale other than the Gregorian: `persian` or `buddhist`.
  var calendar: String? { self["cal"] }

  /// Patterns of dates from full to short, in the locale's calendar.
  var dateStyles: [Substring]? { (calendar == nil ? nil : fields("c.df")) ?? fields("df") }

  /// Patterns of the skeletons of dates; read once.
  var skeletons: [DateSkeleton: String] {
    if let known = skeletonCache.withLock({ $0 }) { return known }
    var result: [DateSkeleton: String] = [:]
    if let table {
      for key in table.keys(prefix: "sk/") {
        guard let pattern = value(key), let skeleton = DateSkeleton(String(table.key(key).dropFirst(3))) else { continue }
        result[skeleton] = pattern
      }
      if calendar != nil {
        // Skeletons of dates are those of the calendar.
        result = result.filter { $0.key.date.isEmpty }
        for key in table.keys(prefix: "c.sk/") {
          guard let pattern = value(key), let skeleton = DateSkeleton(String(table.key(key).dropFirst(5))) else { continue }
          result[skeleton] = pattern
        }
      }
    }
    let found = result
    skeletonCache.withLock { $0 = found }
    return found
  }

  /// Skeletons of ranges of dates, in the order of their letters; read once.
  var intervalSkeletons: [String] {
    if let known = intervalCache.withLock({ $0 }) { return known }
    let found = table.map { table in
      table.keys(prefix: "iv/").compactMap { value($0) == nil ? nil : String(table.key($0).dropFirst(3)) }
    }
    intervalCache.withLock { $0 = found ?? [] }
    return found ?? []
  }

  /// Language for plural rules and so on: `pt-PT` or `pt`.
  func language(_ prefix: String) -> String? {
    for fallback in tag.fallbacks {
      if let text = global(prefix + "/" + fallback.description) { return text }
    }
    return global(prefix + "/" + tag.language)
  }

  /// Region, or the likely one.
  var region: String {
    if let region = tag.region { return region }
    let keys = [[tag.language, tag.script].compactMap { $0 }.joined(separator: "-"), tag.language]
    for key in keys {
      if let text = global("ls/" + key), let region = LocaleTag(text).region { return region }
    }
    return "001"
  }

  var isRightToLeft: Bool { self["dir"] == "rtl" }
}
