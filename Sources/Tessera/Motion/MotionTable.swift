/// Default motions for changes of a node outside of ``animate(_:_:)``, by name of the property or attribute. A value; any thread.
public struct MotionTable: Sendable, Hashable {
  /// nil while it is empty: most nodes have no motions.
  private var entries: [String: Motion]?

  /// Creates an empty table, without animations.
  public init() {}

  /// Whether no changes are animated.
  public var isEmpty: Bool { entries == nil }

  /// Motion of the property or attribute with this name in scene files; nil means no animation.
  public subscript(name: String) -> Motion? {
    get { entries?[name] }
    set {
      if let newValue {
        entries = (entries ?? [:]).merging([name: newValue]) { $1 }
      } else if var left = entries {
        left[name] = nil
        entries = left.isEmpty ? nil : left
      }
    }
  }

  /// Names that have a motion, sorted.
  public var names: [String] { entries?.keys.sorted() ?? [] }
}
