/// What a helper of this module throws when an expectation does not hold.
///
/// The helpers report by throwing and import no testing framework, so that they work in Swift Testing, in XCTest and in plain programs:
/// `try expectGolden(buffer, "gauge")` in a throwing test shows `description` as the reason.
public struct TestFailure: Error, Sendable, CustomStringConvertible {
  /// What was expected, what was found, and where to look.
  public let description: String

  /// Makes a failure.
  public init(_ description: String) { self.description = description }
}
