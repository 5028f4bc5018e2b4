internal import Glibc

/// Numbers with groups, fraction digits, a currency or a unit, for English and the most common separators of other languages.
struct NumberFormat {
  var locale = "en-US"
  var currency: String?
  var unit: String?
  var minimum: Int?
  var maximum: Int?

  /// Maximum number of fraction digits.
  private static let mostDigits = 100
  private static let symbols = ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CNY": "CN¥", "KRW": "₩"]
  private static let units: [String: String] = [
    "meter": " m", "kilometer": " km", "centimeter": " cm", "millimeter": " mm", "mile": " mi", "foot": " ft", "inch": " in", "yard": " yd",
    "celsius": "°C", "fahrenheit": "°F", "percent": "%", "degree": " deg", "byte": " byte", "kilobyte": " kB", "megabyte": " MB",
    "gigabyte": " GB", "gram": " g", "kilogram": " kg", "liter": " L", "second": " sec", "minute": " min", "hour": " hr", "day": " days",
    "kilometer-per-hour": " km/h", "mile-per-hour": " mph", "meter-per-second": " m/s",
  ]

  func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-∞" : "∞" }
    let ordinary = currency.map { $0 == "JPY" || $0 == "KRW" ? (0, 0) : (2, 2) } ?? (0, 3)
    let least = min(max(minimum ?? min(ordinary.0, maximum ?? ordinary.0), 0), Self.mostDigits)
    let most = min(max(maximum ?? max(ordinary.1, least), least), Self.mostDigits)
    let digits = Self.rounded(abs(number), most)
    var fraction = digits.fraction
    while fraction.count > least, fraction.hasSuffix("0") { fraction.removeLast() }
    let (group, point) = separators
    var whole = ""
    for (i, digit) in digits.whole.enumerated() {
      if i > 0, (digits.whole.count - i).isMultiple(of: 3) { whole += group }
      whole.append(digit)
    }
    let text = whole + (fraction.isEmpty ? "" : point + fraction)
    let sign = number < 0 && text.contains(where: { $0 != "0" && $0.isNumber }) ? "-" : ""
    if let currency {
      return isEnglish
        ? sign + (Self.symbols[currency] ?? currency + "\u{A0}") + text : sign + text + "\u{A0}" + (Self.symbols[currency] ?? currency)
    }
    return sign + text + (unit.map { Self.units[$0] ?? " " + $0 } ?? "")
  }

  private var isEnglish: Bool { ["en", "ja", "zh", "ko", "he", "th"].contains(String(locale.prefix(2))) }

  private var separators: (String, String) {
    switch locale.prefix(2) {
    case "de", "es", "it", "nl", "da", "id", "tr", "pt": (".", ",")
    case "fr", "nb", "no", "sv", "fi", "cs", "pl", "ru", "uk": ("\u{A0}", ",")
    default: (",", ".")
    }
  }

  /// Returns the digits of the shortest decimal of a number, rounded half up to `digits` fraction digits and padded with zeros.
  private static func rounded(_ number: Double, _ digits: Int) -> (whole: String, fraction: String) {
    let text = "\(number)"
    let parts = text.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var all = (mantissa[0] + (mantissa.count > 1 ? mantissa[1] : "")).utf8.map { Int($0) - 48 }
    var point = mantissa[0].utf8.count + exponent
    if point < 0 {
      all = [Int](repeating: 0, count: -point) + all
      point = 0
    }
    if all.count < point + digits + 1 { all += [Int](repeating: 0, count: point + digits + 1 - all.count) }
    let isUp = all[point + digits] >= 5
    all = [0] + all.prefix(point + digits)
    if isUp {
      var i = all.count - 1
      all[i] += 1
      while all[i] == 10 {
        all[i] = 0
        i -= 1
        all[i] += 1
      }
    }
    let characters = all.map { Character(String($0)) }
    var whole = String(characters[...point].drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    return (whole, String(characters[(point + 1)...]))
  }
}
