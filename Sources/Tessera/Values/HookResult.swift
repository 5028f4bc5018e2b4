internal import TesseraLayout

/// Result of an optional requirement that a node type leaves out. Node types neither write nor use it.
public struct Undeclared: Sendable {
  init() {}
}

/// Results of requirements whose type the node type chooses: `any LayoutElement`, `some LayoutElement` and an optional satisfy the same requirement.
/// If a requirement had one fixed type and a node type wrote another, the default would silently be used instead.
enum HookResult {
  /// Returns a spec.
  static func spec<Result>(_ result: Result, of type: String) -> (any LayoutElement)? {
    if Result.self == Undeclared.self { return nil }
    if Result.self == (any LayoutElement)?.self {
      // Avoids a cast of every spec: the result has exactly this type.
      return withUnsafePointer(to: result) { UnsafeRawPointer($0).assumingMemoryBound(to: (any LayoutElement)?.self).pointee }
    }
    if let element = result as? any LayoutElement { return element }
    complain(result, "layout(in:)", "a layout element", of: type)
    return nil
  }

  /// Returns baselines.
  static func baselines<Result>(_ result: Result, of type: String) -> (first: Double, last: Double)? {
    if Result.self == Undeclared.self { return nil }
    if Result.self == (first: Double, last: Double)?.self {
      // Avoids a cast of each measurement: the result has exactly this type.
      return withUnsafePointer(to: result) {
        UnsafeRawPointer($0).assumingMemoryBound(to: (first: Double, last: Double)?.self).pointee
      }
    }
    if let both = result as? (first: Double, last: Double) { return both }
    if let both = result as? (Double, Double) { return (both.0, both.1) }
    complain(result, "baselines(for:in:)", "(first: Double, last: Double)", of: type)
    return nil
  }

  /// Returns a result as a value of the type that the framework uses.
  static func value<Result, Value>(_ result: Result, _ hook: String, _ wanted: String, of type: String) -> Value? {
    if Result.self == Undeclared.self { return nil }
    if let value = result as? Value { return value }
    complain(result, hook, wanted, of: type)
    return nil
  }

  /// Reports an unusable result, unless it is nil.
  private static func complain<Result>(_ result: Result, _ hook: String, _ wanted: String, of type: String) {
    let mirror = Mirror(reflecting: result)
    if mirror.displayStyle == .optional, mirror.children.isEmpty { return }
    Complaints.report("`\(hook)` of the node type `\(type)` returns \(Result.self); it must return \(wanted), or an optional one")
  }
}
