internal import Tessera

/// Makes the content of a screen, and keeps what its nodes alone know while there is none. Any thread.
final class ScreenKeeper: Sendable, Equatable {
  private struct State: Sendable {
    var content: AnyNode?
    var wasMade = false
    var kept: [String: AttributeValue] = [:]
    /// What lists know of their rows.
    var rows: [String: KeptRows] = [:]
    /// Where the node is that had the focus.
    var focus: String?
  }

  private let makeContent: @Sendable () -> AnyNode
  private let state = Locked(State())

  init(_ makeContent: @escaping @Sendable () -> AnyNode) { self.makeContent = makeContent }

  static func == (a: ScreenKeeper, b: ScreenKeeper) -> Bool { a === b }

  /// Whether there was content and is none.
  var isEmpty: Bool { state.withLock { $0.wasMade && $0.content == nil } }

  /// What ``make()`` gives: the content, whether it is the first, and the node in it that takes the place of the one that had the focus.
  struct Made {
    let content: AnyNode
    let isFirst: Bool
    var focus: AnyNode?
  }

  /// Makes the content where there is none, as it was kept.
  func make() -> Made? {
    guard state.withLock({ $0.content == nil }) else { return nil }
    let content = makeContent()
    let made = state.withLock { state -> (before: State, made: Made)? in
      // Another thread was first.
      guard state.content == nil else { return nil }
      defer { state = State(content: content, wasMade: true) }
      return (state, Made(content: content, isFirst: !state.wasMade))
    }
    guard let (before, new) = made else { return nil }
    var result = new
    if !before.kept.isEmpty || !before.rows.isEmpty || before.focus != nil {
      Self.walk(content) { path, node in
        if let value = before.kept[path] { node.restoreState(value) }
        if let rows = before.rows[path] { (node as? any RowKeeping)?.takeKeptRows(rows) }
        if path == before.focus { result.focus = node }
      }
    }
    return result
  }

  /// Hands over the content, and keeps what its nodes alone know and which of them had the focus; nil where there is no content, or where another thread
  /// was first.
  func give(focus: AnyNode?) -> AnyNode? {
    guard let content = state.withLock({ $0.content }) else { return nil }
    var kept: [String: AttributeValue] = [:]
    var rows: [String: KeptRows] = [:]
    var focused: String?
    Self.walk(content) { path, node in
      if let value = node.preservedState { kept[path] = value }
      if let list = node as? any RowKeeping, let known = list.keptRows { rows[path] = known }
      if node === focus { focused = path }
    }
    return state.withLock { state in
      guard state.content === content else { return nil }
      (state.content, state.kept, state.rows, state.focus) = (nil, kept, rows, focused)
      return content
    }
  }

  /// Calls `body` for a node and all below it, each under its id, or where it has none under its place.
  private static func walk(_ root: AnyNode, _ body: (String, AnyNode) -> Void) {
    var stack = [("", root)]
    while let (place, node) = stack.popLast() {
      let id = node.id
      body(id.isEmpty ? place : "#" + id, node)
      // Rows come and go: the list keeps what they know.
      if node is any RowKeeping { continue }
      for (number, child) in node.subnodes.enumerated() { stack.append(("\(place)/\(number)", child)) }
    }
  }
}
