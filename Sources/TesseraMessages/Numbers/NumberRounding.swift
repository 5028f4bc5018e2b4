/// Digits that a number shows, resolved from options as ECMA-402 says.
struct NumberRounding: Sendable {
  private let options: NumberOptions
  let minimumInteger: Int
  private var fraction: ClosedRange<Int>
  private var significant: ClosedRange<Int>?
  private var usesBoth = false
  private var isMorePrecise = true

  /// - Parameter currencyDigits: Fraction digits of the currency.
  init(_ options: NumberOptions, currencyDigits: Int) {
    self.options = options
    minimumInteger = min(max(1, options.minimumIntegerDigits), 21)
    let isCurrency = options.style == .currency && options.notation == .standard
    let least = isCurrency ? currencyDigits : 0
    let most = isCurrency ? currencyDigits : options.style == .percent ? 0 : 3
    let limit = 0...100
    let low = options.minimumFractionDigits.map { min(max($0, limit.lowerBound), limit.upperBound) }
    let high = options.maximumFractionDigits.map { min(max($0, limit.lowerBound), limit.upperBound) }
    let maximum = high ?? max(most, low ?? least)
    let minimum = low ?? min(least, maximum)
    fraction = min(minimum, maximum)...maximum
    let hasSignificant = options.minimumSignificantDigits != nil || options.maximumSignificantDigits != nil
    if hasSignificant {
      let low = min(max(1, options.minimumSignificantDigits ?? 1), 21)
      significant = low...max(low, min(max(1, options.maximumSignificantDigits ?? 21), 21))
    }
    let hasFraction = low != nil || high != nil
    if options.roundingPriority != .auto {
      usesBoth = true
      isMorePrecise = options.roundingPriority == .morePrecision
      if significant == nil { significant = 1...21 }
    } else if !hasSignificant, !hasFraction, options.notation == .compact {
      fraction = 0...0
      significant = 1...2
      usesBoth = true
    }
  }

  /// Rounded number and the digits after the point that it shows at least.
  func apply(_ number: DecimalNumber) -> (number: DecimalNumber, minimumFraction: Int) {
    guard !number.isNaN, !number.isInfinite else { return (number, 0) }
    var result: (number: DecimalNumber, minimumFraction: Int)
    let byFraction = (
      number.rounded(toMultipleOf: options.roundingIncrement, places: fraction.upperBound, mode: options.roundingMode), fraction.lowerBound
    )
    if let significant {
      let rounded = number.rounded(significant: significant.upperBound, mode: options.roundingMode)
      let bySignificant = (rounded, max(0, significant.lowerBound - 1 - rounded.magnitude))
      if usesBoth {
        // The last place of each way.
        let place = number.isZero ? significant.upperBound - 1 : significant.upperBound - 1 - number.magnitude
        let isFractionMorePrecise = fraction.upperBound > place
        result = isFractionMorePrecise == isMorePrecise ? byFraction : bySignificant
      } else {
        result = bySignificant
      }
    } else {
      result = byFraction
    }
    if options.trailingZeroDisplay == .stripIfInteger, result.number.fractionDigits.isEmpty { result.minimumFraction = 0 }
    return result
  }
}
