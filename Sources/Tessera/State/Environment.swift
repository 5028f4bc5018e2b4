/// A property wrapper that reads an inherited value in the node's value type.
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
/// In `layout`, `size` and `draw` it is the value of `context.environment`. In handlers, in code that `onMake` attaches, in `handle`, and in tasks
/// started by these it is the value of their node. Other code must read `node.environment[\.tint]`: the member returns the default there, and this is
/// reported to standard error once. The member is ignored when values are compared.
@propertyWrapper
public struct Environment<Value>: Sendable, Equatable {
  private let path: KeyPath<EnvironmentValues, Value> & Sendable

  /// Reads the value at `path`.
  public init(_ path: KeyPath<EnvironmentValues, Value> & Sendable) { self.path = path }

  /// The value in effect in the node that the code runs for. Any thread.
  public var wrappedValue: Value {
    if let surroundings = ChangeTracking.current?.pointee.surroundings { return surroundings[keyPath: path] }
    guard let owner = StateOwners.ofEnvironment else {
      Complaints.report(
        "the environment's \(path) was read outside of a node's code, which returns its default; read the environment of a node there")
      return EnvironmentValues()[keyPath: path]
    }
    return owner.environmentValues[keyPath: path]
  }

  public static func == (a: Environment, b: Environment) -> Bool { true }
}
