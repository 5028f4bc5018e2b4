public import Tessera

/// Elements at which a reader stops, in reading order, with the containers around them. A value.
///
/// A container with contents is left out: its name is announced when the cursor enters it.
public struct ReadingList: Sendable {
  /// Element at which a reader stops.
  struct Stop: Sendable, Hashable {
    let id: SemanticsID
    /// Index of the innermost container; -1 means none.
    let container: Int
  }

  /// Element with stops below it.
  struct Container: Sendable, Hashable {
    let id: SemanticsID
    /// Index of the container around it; -1 means none.
    let above: Int
    let depth: Int
  }

  private(set) var stops: [Stop] = []
  private(set) var containers: [Container] = []
  private var indices: [SemanticsID: Int] = [:]

  /// Creates an empty list.
  public init() {}

  /// Collects the elements that can be reached: not hidden, and within the modal element if there is one. O(n).
  public init(_ tree: SemanticsTree) {
    var waiting: [(id: SemanticsID, container: Int)] = [(tree.modal ?? tree.root, -1)]
    while let (id, container) = waiting.popLast() {
      guard let element = tree[id], !element.isHidden else { continue }
      var inside = container
      if element.isStop {
        indices[id] = stops.count
        stops.append(Stop(id: id, container: container))
      } else if id != tree.root {
        inside = containers.count
        containers.append(Container(id: id, above: container, depth: container < 0 ? 0 : containers[container].depth + 1))
      }
      for child in element.children.reversed() { waiting.append((child, inside)) }
    }
  }

  /// Number of stops.
  public var count: Int { stops.count }

  /// IDs of the stops, in order.
  public var ids: [SemanticsID] { stops.map(\.id) }

  /// Returns the index of a stop, or nil. O(1).
  public func index(of id: SemanticsID) -> Int? { indices[id] }

  /// Returns the containers around a stop, the outermost first. O(depth).
  func path(of index: Int) -> [SemanticsID] {
    var (path, at): ([SemanticsID], Int) = ([], stops[index].container)
    while at >= 0 {
      path.append(containers[at].id)
      at = containers[at].above
    }
    return path.reversed()
  }
}

extension SemanticsElement {
  /// Whether a reader stops at it.
  var isStop: Bool {
    let actions = semantics.actions ?? []
    let acts = role.isInteractive || actions.contains { $0 == .activate || $0 == .increment || $0 == .decrement }
    if acts { return true }
    let hasWords = !(semantics.label ?? "").isEmpty || !(semantics.value ?? "").isEmpty || semantics.number != nil
    guard children.isEmpty || !role.isContainer else { return false }
    return hasWords || semantics.isBusy == true && role == .progress
  }

  /// Whether it accepts actions now.
  var isControl: Bool {
    let actions = semantics.actions ?? []
    return role.isInteractive || actions.contains { $0 == .activate || $0 == .increment || $0 == .decrement }
  }

  /// Whether its value moves in steps.
  var isAdjustable: Bool {
    let actions = semantics.actions ?? []
    return actions.contains(.increment) || actions.contains(.decrement)
  }

  /// Whether text is entered in it.
  var isField: Bool { role == .textField || role == .searchField }
}

extension SemanticsRole {
  /// Whether its name is announced when the cursor enters it.
  var isContainer: Bool {
    switch self {
    case .group, .radioGroup, .toolbar, .form, .scroll, .navigation, .screen, .window, .tabList, .tabPanel, .list, .row, .table, .grid,
      .tree, .menu, .dialog:
      true
    default: false
    }
  }

  /// Whether it is announced without a name.
  var isAnnouncedUnnamed: Bool {
    switch self {
    case .dialog, .list, .table, .grid, .tree, .menu, .tabList, .toolbar, .radioGroup: true
    default: false
    }
  }
}
