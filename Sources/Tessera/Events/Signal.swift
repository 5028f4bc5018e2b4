/// Typed event that a node sends to the program: a tap, the selected row, the new text of a field.
///
/// Node types declare signals as static members, so that the payload type is known where a handler is written:
///
/// ```swift
/// extension Dial {
///   /// The value changed by something that a person did.
///   public static let change = Signal<Double>("change")
/// }
/// ```
///
/// The type sends it with ``AnyNode/send(_:_:)``. The program receives it with ``AnyNode/on(_:perform:)-(Signal<Payload>,_)`` or
/// ``AnyNode/events(_:buffering:)``. Signals with the same name and payload type are equal.
public struct Signal<Payload: Sendable>: Sendable, Hashable, CustomStringConvertible {
  /// Name of the signal.
  public let name: String
  let kind: ObservedEvents

  /// Creates a signal.
  public init(_ name: String) { self.init(name, .own) }

  /// Creates a signal that the framework sends to nodes of all types.
  init(_ name: String, _ kind: ObservedEvents) {
    self.name = name
    self.kind = kind
  }

  public var description: String { name }

  public static func == (a: Signal, b: Signal) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Identifies a handler for removal.
public struct HandlerToken: Sendable, Hashable {
  let number: UInt64
}
