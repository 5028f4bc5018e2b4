/// Categories of ranges of numbers (CLDR 48, pluralRanges.xml; Unicode License V3).
enum PluralRanges {
  /// Languages, and their triples of first category, last category and category of the range. A range without a triple has the category of its end.
  private static let table: [(languages: String, triples: String)] = [
    ("ka", "one other one, other one other"),
    ("af an bg en et eu fi ia io nb no pcm sv ur si ca es", "other one other"),
    ("ak fa or sd", "one one other"),
    ("mk", "one one other, other one other"),
    ("lv", "zero zero other, one zero other, other zero other"),
    ("he", "one two other, other one other, other two other"),
    ("ro", "few one few"),
    ("sl", "one one few, two one few, few one few, other one few"),
    ("ar", "zero one zero, zero two zero, one two other, other one other, other two other"),
  ]

  /// Returns the category of a range from a number of category `first` to one of category `last`.
  static func category(_ language: String, from first: PluralCategory, to last: PluralCategory) -> PluralCategory {
    guard let row = table.first(where: { $0.languages.split(separator: " ").contains { $0 == language } }) else { return last }
    for triple in row.triples.split(separator: ",") {
      let words = triple.split(separator: " ")
      if words.count == 3, words[0] == first.rawValue, words[1] == last.rawValue {
        return PluralCategory(rawValue: String(words[2])) ?? last
      }
    }
    return last
  }
}
