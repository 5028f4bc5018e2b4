/// A node type that holds something that only the node knows, because a person made it so: how far a list is scrolled, what was typed.
///
/// Whoever takes nodes apart and makes them again later, such as a screen that gave up its content or a list whose rows leave the screen, asks for it
/// and gives it back.
public protocol StatePreserving: NodeType {
  /// What is to be kept; nil: nothing, it is as it was made. Any thread.
  var preservedState: AttributeValue? { get }
  /// Takes it over, before the first layout. What does not fit is ignored.
  mutating func restore(_ state: AttributeValue)
}

extension AnyNode {
  /// What the node alone knows, where its type is ``StatePreserving`` and there is something; else nil. Any thread.
  public var preservedState: AttributeValue? { keptState }

  /// Gives back what ``preservedState`` gave. Any thread.
  public func restoreState(_ state: AttributeValue) { takeState(state) }
}

extension NodeType {
  /// What ``StatePreserving/preservedState`` is, where the type has it.
  var keptState: AttributeValue? { (self as? any StatePreserving)?.preservedState }

  /// Takes over what ``keptState`` was, where the type has that.
  mutating func takeState(_ state: AttributeValue) {
    guard var preserving = self as? any StatePreserving else { return }
    preserving.restore(state)
    if let restored = preserving as? Self { self = restored }
  }
}
