/// Values of attributes that do not agree with each other. A value.
public struct ValueProblem: Sendable, Hashable {
  /// Attributes that may have the mistake. The problem is reported at the first one that the program sets, and not at all if it sets none.
  public let attributes: [String]
  /// Other attributes that the problem depends on.
  public let related: [String]
  /// The value, the mistake and its effect.
  public let reason: String

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - attributes: Attributes that may have the mistake, the most likely one first.
  ///   - related: Other attributes that the problem depends on.
  ///   - reason: The value, the mistake and its effect, such as "150 is outside of the range from 0 to 100; 100 is shown".
  public init(_ attributes: String..., related: [String] = [], reason: String) {
    (self.attributes, self.related, self.reason) = (attributes, related, reason)
  }
}
