/// Failed expectation, thrown by the helpers of this module.
///
/// The helpers report by throwing and import no testing framework, so that they work in Swift Testing, in XCTest and in plain programs:
/// `try expectGolden(buffer, "gauge")` in a throwing test shows `description` as the reason.
public struct TestFailure: Error, Sendable, CustomStringConvertible {
  /// Expected value, actual value, and where to look.
  public let description: String

  /// Creates a failure.
  public init(_ description: String) { self.description = description }
}
