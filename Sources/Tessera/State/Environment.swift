/// Reads a value that the node inherits, as a member of the value that it shows.
///
/// ```swift
/// struct Badge: NodeType {
///   static let typeName = "badge"
///   @Environment(\.tint) var tint
///
///   func draw(in canvas: borrowing Canvas, context: DrawContext) {
///     canvas.fill(Rect(size: context.size), .color(tint ?? .black))
///   }
/// }
/// ```
///
/// It is what `context.environment` says in `layout`, `size` and `draw`, and what holds in the node in handlers of elements that `layout` made. Elsewhere, as in `handle`, ask
/// the node: `node.environment[\.tint]`; the member gives the default there. It does not count when values are compared.
@propertyWrapper
public struct Environment<Value>: Sendable, Equatable {
  private let path: KeyPath<EnvironmentValues, Value> & Sendable

  /// Reads the value at `path`.
  public init(_ path: KeyPath<EnvironmentValues, Value> & Sendable) { self.path = path }

  /// What holds in the node that the code runs for. Any thread.
  public var wrappedValue: Value {
    if let surroundings = ChangeTracking.current?.pointee.surroundings { return surroundings[keyPath: path] }
    return (StateOwners.current?.environmentValues ?? EnvironmentValues())[keyPath: path]
  }

  public static func == (a: Environment, b: Environment) -> Bool { true }
}
