/// Runs `body` with each of `values`; if it throws, the failure includes the value.
///
/// Nest calls to test all combinations of a small space; the failure then reads `axis = horizontal: wrap = noWrap: …`.
public func withEvery<Values: Sequence>(_ name: String, in values: Values, _ body: (Values.Element) throws -> Void) throws {
  for value in values {
    do {
      try body(value)
    } catch {
      throw TestFailure("\(name) = \(value): \(error)")
    }
  }
}
