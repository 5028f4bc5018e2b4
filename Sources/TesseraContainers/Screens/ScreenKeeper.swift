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

  /// Hands over the content, and keeps what its nodes alone know; nil where there is none, or where another thread was first.
  func give() -> AnyNode? {
    guard let content = state.withLock({ $0.content }) else { return nil }
    var kept: [String: AttributeValue] = [:]
    Self.walk(content) { path, node in
      if let value = node.preservedState { kept[path] = value }
    }
    return state.withLock { state in
      guard state.content === content else { return nil }
      (state.content, state.kept) = (nil, kept)
      return content
    }
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
