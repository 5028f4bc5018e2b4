package import Tessera

extension ControlRange {
  /// Returns the problems of a range and the numbers in it.
  ///
  /// - Parameters:
  ///   - minimum: Attribute `minimum`.
  ///   - maximum: Attribute `maximum`.
  ///   - step: Attribute `step`; nil if the control has none.
  ///   - needsStep: Whether a step of 0 is a mistake; otherwise it allows any number.
  ///   - numbers: Other attributes whose numbers must be in the range, with their names.
  package static func problems(
    _ minimum: Double, _ maximum: Double, step: Double? = nil, needsStep: Bool = false, _ numbers: [(name: String, number: Double)]
  ) -> [ValueProblem] {
    let ends = ["minimum", "maximum"]
    guard minimum < maximum else {
      let reason =
        minimum > maximum
        ? "`minimum` \(words(minimum)) is above `maximum` \(words(maximum))" : "`minimum` and `maximum` are both \(words(minimum))"
      return [ValueProblem("maximum", "minimum", reason: reason + "; the range has a single number")]
    }
    let range = "the range from \(words(minimum)) to \(words(maximum))"
    var problems = numbers.compactMap { name, number in
      number < minimum || number > maximum
        ? ValueProblem(
          name, related: ends,
          reason: "\(words(number)) is outside of \(range); \(words(min(maximum, max(minimum, number)))) is used") : nil
    }
    if let step, step > maximum - minimum {
      problems.append(ValueProblem("step", related: ends, reason: "\(words(step)) is larger than \(range)"))
    }
    if needsStep, step == 0 { problems.append(ValueProblem("step", reason: "0 is not a step; 1 is used")) }
    return problems
  }

  /// Returns a number as people write it in a scene.
  package static func words(_ number: Double) -> String {
    guard number.isFinite, number == number.rounded(), number.magnitude < 1e15 else { return "\(number)" }
    return "\(Int(number))"
  }
}
