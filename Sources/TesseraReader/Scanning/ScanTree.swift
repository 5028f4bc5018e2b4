public import Tessera

/// Controls of a screen in groups, for switch scanning. A value.
///
/// Containers with two or more controls are groups, as they are nested on the screen. A container with one control, and one that only contains another
/// group, are left out.
public struct ScanTree: Sendable, Hashable {
  /// A control, or a group of items.
  public struct Item: Sendable, Hashable {
    /// Element of the control, or of the container.
    public let id: SemanticsID
    /// Items of a group; empty for a control.
    public var items: [Item]

    /// Whether it is a group.
    public var isGroup: Bool { !items.isEmpty }
  }

  /// Items of the outermost level.
  public let items: [Item]

  /// Maximum depth of nested groups; deeper ones are part of the group around them.
  static let depthLimit = 8

  /// Collects the controls that can be activated now. O(n).
  public init(_ tree: SemanticsTree) {
    let list = ReadingList(tree)
    var levels = [Level(id: tree.root, items: [])]
    var path: [SemanticsID] = []
    for i in 0..<list.count {
      let id = list.stops[i].id
      guard let element = tree[id], element.isControl, element.semantics.isDisabled != true else { continue }
      let wanted = Array(list.path(of: i).prefix(Self.depthLimit))
      let common = zip(path, wanted).prefix { $0 == $1 }.count
      while path.count > common {
        Self.close(&levels)
        path.removeLast()
      }
      for container in wanted[common...] {
        levels.append(Level(id: container, items: []))
        path.append(container)
      }
      levels[levels.count - 1].items.append(Item(id: id, items: []))
    }
    while levels.count > 1 { Self.close(&levels) }
    var top = levels[0].items
    // A screen whose only item is a group begins in it.
    while top.count == 1, let first = top.first, first.isGroup { top = first.items }
    items = top
  }

  private struct Level {
    let id: SemanticsID
    var items: [Item]
  }

  /// Ends the innermost level: it becomes a group of the level around it, or its only item takes its place.
  private static func close(_ levels: inout [Level]) {
    let level = levels.removeLast()
    guard level.items.count > 1 else {
      levels[levels.count - 1].items += level.items
      return
    }
    levels[levels.count - 1].items.append(Item(id: level.id, items: level.items))
  }
}
