/// Decimal digits of numbering systems.
enum NumberingSystem {
  /// Digits 0 to 9 of a system; `nil` if it is unknown.
  static func digits(of name: String) -> [Character]? {
    if name == "latn" { return Array("0123456789") }
    guard !name.isEmpty, name.utf8.allSatisfy({ ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) }),
      let text = LocaleLibrary.data(LocaleTag("und")).global("dg/" + name)
    else { return nil }
    let digits = Array(text)
    return digits.count == 10 ? digits : nil
  }
}
