/// Which motion changes of a node are seen by where no ``animate(_:_:)`` names one: by the name of the property or attribute. A value; any thread.
public struct MotionTable: Sendable, Hashable {
  /// Nil while there are none: most nodes have none.
  private var entries: [String: Motion]?

  /// Makes an empty table: changes are seen at once.
  public init() {}

  /// Whether all changes are seen at once.
  public var isEmpty: Bool { entries == nil }

  /// The motion of the property or attribute of this name, as scene files have it; nil: at once.
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

  /// The names that have a motion, in order.
  public var names: [String] { entries?.keys.sorted() ?? [] }
}
