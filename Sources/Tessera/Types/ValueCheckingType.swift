/// Node type whose attributes must agree with each other, such as a minimum and a maximum.
///
/// Each attribute is checked separately when it is set, because the order of settings is not known. This check covers a complete value. It is for
/// people who write scenes: a scene that is read reports the problems as warnings, with the place of the attribute. The node still draws a sensible
/// picture.
public protocol ValueCheckingType: NodeType {
  /// Returns values that do not agree; empty if all do. Any thread; O(size of the value).
  func valueProblems() -> [ValueProblem]
}

extension ValueCheckingType {
  static func valueProblems(erased node: AnyNode) -> [ValueProblem] { typed(node).value.valueProblems() }
}

extension AnyNode {
  /// Attributes whose values do not agree with each other; empty if all do, and for types that have no such check. Any thread.
  public var valueProblems: [ValueProblem] {
    descriptor.adopted((any ValueCheckingType.Type).self)?.valueProblems(erased: self) ?? []
  }
}
