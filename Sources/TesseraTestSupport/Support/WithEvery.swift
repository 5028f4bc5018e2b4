/// Runs `body` with each of `values`; where it throws, the failure says which value it was.
///
/// Nest it to walk a small space whole: the failure then reads `axis = horizontal: wrap = noWrap: …`.
public func withEvery<Values: Sequence>(_ name: String, in values: Values, _ body: (Values.Element) throws -> Void) throws {
  for value in values {
    do {
      try body(value)
    } catch {
      throw TestFailure("\(name) = \(value): \(error)")
    }
  }
}
