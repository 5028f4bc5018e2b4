/// Something that a node tells its program, and what it tells with it: a tap, the row that was selected, the new text of a field.
///
/// Node types declare their signals as static members, so that the payload is known where a handler is written:
///
/// ```swift
/// extension Dial {
///   /// The value changed by something that a person did.
///   public static let change = Signal<Double>("change")
/// }
/// ```
///
/// The type sends it with ``AnyNode/send(_:_:)``, the program takes it with ``AnyNode/on(_:perform:)-(Signal<Payload>,_)`` or
/// ``AnyNode/events(_:buffering:)``. Signals of the same name and payload are the same.
public struct Signal<Payload: Sendable>: Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let name: String
  let kind: ObservedEvents

  /// Makes a signal.
  public init(_ name: String) { self.init(name, .own) }

  /// Makes a signal that the framework sends to nodes of every type.
  init(_ name: String, _ kind: ObservedEvents) {
    self.name = name
    self.kind = kind
  }

  public var description: String { name }

  public static func == (a: Signal, b: Signal) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Identifies a handler, to remove it.
public struct HandlerToken: Sendable, Hashable {
  let number: UInt64
}
