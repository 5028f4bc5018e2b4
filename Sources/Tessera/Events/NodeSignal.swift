/// Something that a node tells its program: a tap, a change of value. Named, so that plugins can add their own.
public struct NodeSignal: Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let name: String
  /// Makes a signal.
  public init(_ name: String) { self.name = name }
  public var description: String { name }

  /// A finger went down inside.
  public static let touchDown = NodeSignal("touchDown")
  /// A finger went up inside: what buttons act on.
  public static let tap = NodeSignal("tap")
  /// A finger went up outside, or the touch was cancelled.
  public static let touchCancel = NodeSignal("touchCancel")
  /// The value changed by something that a person did.
  public static let valueChanged = NodeSignal("valueChanged")
  /// A person finished: enter in a text field.
  public static let submit = NodeSignal("submit")
}
