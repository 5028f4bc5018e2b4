internal import Tessera

/// Makes the content of a screen, and keeps what its nodes alone know while there is none. Any thread.
final class ScreenKeeper: Sendable, Equatable {
  private struct State: Sendable {
    var content: AnyNode?
    var wasMade = false
    var kept: [String: AttributeValue] = [:]
  }

  private let makeContent: @Sendable () -> AnyNode
  private let state = Locked(State())

  init(_ makeContent: @escaping @Sendable () -> AnyNode) { self.makeContent = makeContent }

  static func == (a: ScreenKeeper, b: ScreenKeeper) -> Bool { a === b }

  /// Whether there was content and is none.
  var isEmpty: Bool { state.withLock { $0.wasMade && $0.content == nil } }

  /// Makes the content where there is none, as it was kept. Returns it, and whether it is the first.
  func make() -> (AnyNode, isFirst: Bool)? {
    guard state.withLock({ $0.content == nil }) else { return nil }
    let content = makeContent()
    let made = state.withLock { state -> (kept: [String: AttributeValue], isFirst: Bool)? in
      // Another thread was first.
      guard state.content == nil else { return nil }
      defer {
        state.content = content
        state.wasMade = true
        state.kept = [:]
      }
      return (state.kept, !state.wasMade)
    }
    guard let (kept, isFirst) = made else { return nil }
    if !kept.isEmpty {
      Self.walk(content) { path, node in
        if let value = kept[path] { node.restoreState(value) }
      }
    }
    return (content, isFirst)
  }

  /// Hands over the content.
  func give() -> AnyNode? {
    state.withLock { state in
      defer { state.content = nil }
      return state.content
    }
  }

  /// Keeps what the nodes at and below `content` alone know.
  func keep(_ content: AnyNode) {
    var kept: [String: AttributeValue] = [:]
    Self.walk(content) { path, node in
      if let value = node.preservedState { kept[path] = value }
    }
    state.withLock { $0.kept = kept }
  }

  /// Calls `body` for a node and all below it, each under its id, or where it has none under its place.
  private static func walk(_ root: AnyNode, _ body: (String, AnyNode) -> Void) {
    var stack = [("", root)]
    while let (place, node) = stack.popLast() {
      let id = node.id
      body(id.isEmpty ? place : "#" + id, node)
      for (number, child) in node.subnodes.enumerated() { stack.append(("\(place)/\(number)", child)) }
    }
  }
}
