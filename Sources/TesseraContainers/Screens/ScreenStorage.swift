public import Tessera

/// What a screen keeps beside its value: whether it is seen, what makes its content, and what the nodes of that alone know while there is none. Any thread.
public final class ScreenStorage: NodeStorage {
  private struct State: Sendable {
    var makeContent: (@Sendable () -> AnyNode)?
    var content: AnyNode?
    var wasMade = false
    var kept = Kept()
    var appearance = ScreenAppearance.hidden
    var depth = 0
    var cut = 0.0
  }

  /// What nodes of content that was given up alone know.
  private struct Kept: Sendable {
    var states: [String: AttributeValue] = [:]
    /// What lists know of their rows.
    var rows: [String: KeptRows] = [:]
    /// Where the node is that had the focus.
    var focus: String?

    var isEmpty: Bool { states.isEmpty && rows.isEmpty && focus == nil }
  }

  private let state = Locked(State())

  /// Makes that of a screen whose content was added to it.
  public init() {}

  /// Has the screen make its content itself.
  func makeContent(by make: @escaping @Sendable () -> AnyNode) { state.withLock { $0.makeContent = make } }

  /// Whether it comes, is there, or goes.
  var appearance: ScreenAppearance {
    get { state.withLock { $0.appearance } }
    set { state.withLock { $0.appearance = newValue } }
  }

  /// Actions between the screen and being seen, within its container.
  var depth: Int { state.withLock { $0.depth } }

  /// Sets them. Returns how many there were.
  func setDepth(_ depth: Int) -> Int {
    state.withLock { state in
      defer { state.depth = depth }
      return state.depth
    }
  }

  /// How much of a sheet at rest is below the lower edge of the container, logical units: its content ends above that. A change is followed by
  /// `setNeedsStyle()`.
  var cut: Double {
    get { state.withLock { $0.cut } }
    set { state.withLock { $0.cut = newValue } }
  }

  /// Whether there was content and is none.
  var isEmpty: Bool { state.withLock { $0.wasMade && $0.content == nil } }

  /// What ``make()`` gives: the content, whether it is the first, and the node in it that takes the place of the one that had the focus.
  struct Made {
    let content: AnyNode
    let isFirst: Bool
    var focus: AnyNode?
  }

  /// Makes the content where the screen does that and there is none, as it was kept.
  func make() -> Made? {
    guard let makeContent = state.withLock({ $0.content == nil ? $0.makeContent : nil }) else { return nil }
    let content = makeContent()
    let made = state.withLock { state -> (kept: Kept, made: Made)? in
      // Another thread was first.
      guard state.content == nil else { return nil }
      defer { (state.content, state.wasMade, state.kept) = (content, true, Kept()) }
      return (state.kept, Made(content: content, isFirst: !state.wasMade))
    }
    guard let (kept, new) = made else { return nil }
    var result = new
    if !kept.isEmpty {
      Self.walk(content) { path, node in
        if let value = kept.states[path] { node.restoreState(value) }
        if let rows = kept.rows[path] { (node as? any RowKeeping)?.restoreRows(rows) }
        if path == kept.focus { result.focus = node }
      }
    }
    return result
  }

  /// Hands over the content, and keeps what its nodes alone know and which of them had the focus; nil where there is no content, or where another thread
  /// was first.
  func give(focus: AnyNode?) -> AnyNode? {
    guard let content = state.withLock({ $0.content }) else { return nil }
    var kept = Kept()
    Self.walk(content) { path, node in
      if let value = node.preservedState { kept.states[path] = value }
      if let list = node as? any RowKeeping, let known = list.keptRows { kept.rows[path] = known }
      if node === focus { kept.focus = path }
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
      // Rows come and go: the list keeps what they know.
      if node is any RowKeeping { continue }
      for (number, child) in node.subnodes.enumerated() { stack.append(("\(place)/\(number)", child)) }
    }
  }
}
