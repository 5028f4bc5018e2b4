public import Tessera

/// State of a screen besides its value: its appearance, the closure that creates its content, and the state of unloaded nodes. Any thread.
public final class ScreenStorage: NodeStorage {
  private struct State: Sendable {
    var makeContent: (@Sendable () -> AnyNode)?
    var content: AnyNode?
    var wasMade = false
    var kept = Kept()
    var appearance = ScreenAppearance.hidden
    var appearsAlone = false
    var depth = 0
    var cut = 0.0
  }

  /// State of the nodes of unloaded content.
  private struct Kept: Sendable {
    var states: [String: AttributeValue] = [:]
    /// Kept rows of lists.
    var rows: [String: KeptRows] = [:]
    /// Path of the node that had the focus.
    var focus: String?

    var isEmpty: Bool { states.isEmpty && rows.isEmpty && focus == nil }
  }

  private let state = Locked(State())

  /// Creates the storage of a screen whose content was added to it.
  public init() {}

  /// Sets the closure that creates the content.
  func makeContent(by make: @escaping @Sendable () -> AnyNode) { state.withLock { $0.makeContent = make } }

  /// Appearance state.
  var appearance: ScreenAppearance {
    get { state.withLock { $0.appearance } }
    set { state.withLock { $0.appearance = newValue } }
  }

  /// Whether the screen became visible outside of a container of screens.
  var appearsAlone: Bool {
    get { state.withLock { $0.appearsAlone } }
    set { state.withLock { $0.appearsAlone = newValue } }
  }

  /// Number of user actions until the screen is visible, within its container.
  var depth: Int { state.withLock { $0.depth } }

  /// Sets the depth. Returns the previous one.
  func setDepth(_ depth: Int) -> Int {
    state.withLock { state in
      defer { state.depth = depth }
      return state.depth
    }
  }

  /// Height of a sheet at rest that is below the lower edge of the container, logical units; its content ends above it. Call
  /// `setNeedsStyle()` after a change.
  var cut: Double {
    get { state.withLock { $0.cut } }
    set { state.withLock { $0.cut = newValue } }
  }

  /// Whether the content was unloaded.
  var isEmpty: Bool { state.withLock { $0.wasMade && $0.content == nil } }

  /// Result of ``make()``: the content, whether it is the first, and the node that replaces the focused one.
  struct Made {
    let content: AnyNode
    let isFirst: Bool
    var focus: AnyNode?
  }

  /// Creates the content, with its kept state, if the screen has a closure for it and no content.
  func make() -> Made? {
    guard let makeContent = state.withLock({ $0.content == nil ? $0.makeContent : nil }) else { return nil }
    let content = makeContent()
    let made = state.withLock { state -> (kept: Kept, made: Made)? in
      // Another thread was faster.
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

  /// Removes and returns the content, and keeps the state of its nodes and the focus. Returns nil if there is no content, or if another
  /// thread was faster.
  func unload(focus: AnyNode?) -> AnyNode? {
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

  /// Calls `body` for a node and all its descendants, with their ids or, without an id, their paths.
  private static func walk(_ root: AnyNode, _ body: (String, AnyNode) -> Void) {
    var stack = [("", root)]
    while let (place, node) = stack.popLast() {
      let id = node.id
      body(id.isEmpty ? place : "#" + id, node)
      // Rows are recreated: the list keeps their state.
      if node is any RowKeeping { continue }
      for (number, child) in node.subnodes.enumerated() { stack.append(("\(place)/\(number)", child)) }
    }
  }
}
