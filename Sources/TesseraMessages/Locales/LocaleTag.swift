/// Language tag of BCP 47: language, script, region and the extension `u`.
public struct LocaleTag: Sendable, Hashable, CustomStringConvertible {
  /// `de`, `zh`; `und` if unknown.
  public var language: String
  /// `Latn`, or `nil`.
  public var script: String?
  /// `DE`, `419`, or `nil`.
  public var region: String?
  /// Keywords of the extension `u`: `nu` → `arab`.
  public var keywords: [String: String] = [:]

  /// Reads a tag. `_` is accepted for `-`; unknown parts are ignored.
  ///
  /// - Parameter text: For example `sr-Latn-RS`, `ar-EG-u-nu-latn`. Without a valid language the result is `und`.
  public init(_ text: String) {
    let parts = text.utf8.count > 100 ? [] : text.split { $0 == "-" || $0 == "_" }.map(String.init)
    language = "und"
    guard let first = parts.first, (2...8).contains(first.utf8.count), LocaleTag.isLetters(first) else { return }
    language = LocaleTag.aliases[first.lowercased()] ?? first.lowercased()
    var rest = parts.dropFirst()
    if language.contains("-") {
      script = "Latn"
      language = "sr"
    }
    if let part = rest.first, part.utf8.count == 4, LocaleTag.isLetters(part) {
      script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      rest = rest.dropFirst()
    }
    if let part = rest.first {
      let isNumber = part.utf8.count == 3 && part.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
      if (part.utf8.count == 2 && LocaleTag.isLetters(part)) || isNumber {
        region = part.uppercased()
        rest = rest.dropFirst()
      }
    }
    readExtension(rest.map { $0.lowercased() })
  }

  private mutating func readExtension(_ parts: [String]) {
    guard let start = parts.firstIndex(of: "u") else { return }
    var key: String?
    for part in parts[(start + 1)...] {
      if part.utf8.count == 1 { break }
      if part.utf8.count == 2 {
        key = part
        keywords[part] = ""
      } else if let key {
        keywords[key] = (keywords[key] ?? "").isEmpty ? part : (keywords[key] ?? "") + "-" + part
      }
    }
  }

  private static func isLetters(_ text: String) -> Bool {
    text.utf8.allSatisfy { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 }
  }

  private static let aliases = [
    "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil", "sh": "sr-latn", "scc": "sr", "scr": "hr", "no": "nb",
  ]

  /// Tag without extensions.
  public var description: String {
    ([language, script, region] as [String?]).compactMap { $0 }.joined(separator: "-")
  }

  /// Tags from this one to less special ones: `zh-Hant-HK`, `zh-Hant`, `zh`; `zh-TW`, `zh-Hant`, `zh`.
  public var fallbacks: [LocaleTag] {
    var result: [LocaleTag] = []
    var tag = self
    tag.keywords = [:]
    result.append(tag)
    // Regions that write Chinese in traditional signs.
    if language == "zh", script == nil, ["TW", "HK", "MO"].contains(region) {
      var traditional = tag
      (traditional.script, traditional.region) = ("Hant", nil)
      result.append(traditional)
    }
    if tag.region != nil {
      tag.region = nil
      result.append(tag)
    }
    if tag.script != nil {
      tag.script = nil
      result.append(tag)
    }
    return result
  }
}
