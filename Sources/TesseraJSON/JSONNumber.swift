/// Numbers as text, in the form of JavaScript.
public enum JSONNumber {
  /// Returns the shortest text that reads as the same number, such as `0.1`, `100` or `1e+21`; `NaN`, `Infinity` or `-Infinity` if it is not finite.
  public static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    if number.rounded() == number, abs(number) < 1e15 { return String(Int64(number)) }
    let text = "\(abs(number))"
    let sign = number < 0 ? "-" : ""
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return sign + (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) }
    var digits = parts[0].filter { $0 != "." }
    while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
    if exponent >= 0, exponent < 21 {
      if digits.count <= exponent + 1 { return sign + digits + String(repeating: "0", count: exponent + 1 - digits.count) }
      return sign + digits.prefix(exponent + 1) + "." + digits.dropFirst(exponent + 1)
    }
    if exponent < 0, exponent >= -6 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
    let mantissa = digits.count > 1 ? digits.prefix(1) + "." + digits.dropFirst() : digits
    return sign + mantissa + (exponent < 0 ? "e-\(-exponent)" : "e+\(exponent)")
  }
}
