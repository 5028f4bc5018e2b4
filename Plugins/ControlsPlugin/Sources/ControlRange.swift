internal import Tessera

/// Range and step of a number that the user changes. Accepts any numbers: a range that is not finite or is empty is replaced by a usable
/// one. A value.
package struct ControlRange: Sendable, Hashable {
  package let minimum: Double
  package let maximum: Double
  /// Size of a step; 0 allows any number.
  package let step: Double

  /// - Parameters:
  ///   - minimum: Lower end; 0 if it is not a number.
  ///   - maximum: Upper end; `minimum` if it is lower or not a number.
  ///   - step: Size of a step; 0 if it is not above 0.
  package init(_ minimum: Double, _ maximum: Double, step: Double) {
    func finite(_ v: Double, _ other: Double) -> Double { v.isFinite ? min(1e12, max(-1e12, v)) : other }
    self.minimum = finite(minimum, 0)
    self.maximum = max(self.minimum, finite(maximum, self.minimum))
    self.step = step.isFinite && step > 0 ? step : 0
  }

  package var span: Double { maximum - minimum }

  /// Number of steps from end to end, at most 1000; 0 without steps.
  package var stepCount: Int { step > 0 && span > 0 ? Int(min(1000, (span / step).rounded(.up))) : 0 }

  /// Step of one key press: the range's own step, or a hundredth of the range.
  package var keyStep: Double { step > 0 ? step : span / 100 }

  /// Returns the nearest number of the range that is on a step.
  package func nearest(_ number: Double) -> Double {
    guard number.isFinite else { return minimum }
    guard step > 0 else { return min(maximum, max(minimum, number)) }
    let steps = ((number - minimum) / step).rounded()
    return min(maximum, max(minimum, steps.isFinite ? minimum + steps * step : number))
  }

  /// Returns the position of a number in the range, 0...1.
  package func share(_ number: Double) -> Double {
    guard number.isFinite, span > 0 else { return 0 }
    return min(1, max(0, (number - minimum) / span))
  }

  /// Returns the number at a position in the range, 0...1.
  package func number(_ share: Double) -> Double { minimum + span * (share.isFinite ? min(1, max(0, share)) : 0) }

  /// Returns the number after a change by `steps`.
  package func moved(_ number: Double, by steps: Int) -> Double { nearest(nearest(number) + Double(steps) * keyStep) }

  /// Returns the number as text, with as many decimals as its step has, at most 3.
  package func words(_ number: Double, unit: String) -> String {
    let fine = step > 0 ? step : span / 100
    var (decimals, power) = (0, 1.0)
    while decimals < 3, fine > 0, ((fine * power).rounded() - fine * power).magnitude > 1e-6 * power, fine < 1 || step > 0 {
      decimals += 1
      power *= 10
    }
    let digits = NumberFormat(decimals: decimals).string(nearest(number))
    return unit.isEmpty ? digits : digits + "\u{a0}" + unit
  }
}
