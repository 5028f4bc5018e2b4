internal import Tessera

/// Move of an entry of a tree by the user. A value.
public struct TreeMove: Sendable, Hashable {
  /// Id of the moved entry.
  public var id: String
  /// Id of the entry that now contains it; nil: it is at the top level.
  public var parent: String?
  /// New place among its siblings, from 0.
  public var index: Int

  /// Creates a move.
  public init(id: String, parent: String?, index: Int) { (self.id, self.parent, self.index) = (id, parent, index) }

  /// The move as a map of id, parent and index.
  var attributeValue: AttributeValue {
    .map([("id", .text(id)), ("parent", .text(parent ?? "")), ("index", .number(Double(index)))])
  }

  /// Returns the move of a row to another place in the list of rows; nil if nothing changes. It becomes the first entry of an open entry above its
  /// new place, else the next sibling of the entry above. O(n).
  init?(row: Int, to target: Int, in entries: [TreeEntry]) {
    guard let before = Self.entries(before: target, in: entries, without: row), row != target else { return nil }
    let moved = entries[row]
    guard let above = before.last else {
      self.init(id: moved.id, parent: nil, index: 0)
      return
    }
    if above.isOpen {
      self.init(id: moved.id, parent: above.id, index: 0)
    } else {
      let parent = before.last { $0.level < above.level }
      // A sibling before the old place closes up.
      let isSameParent = parent?.id == entries[..<row].last { $0.level < moved.level }?.id
      self.init(
        id: moved.id, parent: parent?.id, index: isSameParent && moved.position < above.position ? above.position - 1 : above.position)
    }
  }

  /// Returns the rows above a place, without the moved row and the entries below it, which move with it; nil if the place is among these. O(n).
  static func entries(before target: Int, in entries: [TreeEntry], without row: Int) -> [TreeEntry]? {
    guard entries.indices.contains(row), entries.indices.contains(target) else { return nil }
    let end = entries[(row + 1)...].firstIndex { $0.level <= entries[row].level } ?? entries.count
    guard target <= row || target >= end else { return nil }
    let others = entries[..<row] + entries[end...]
    return Array(others.prefix(target <= row ? target : target - (end - row - 1)))
  }

  /// Returns the move of an entry among its siblings; nil at their ends.
  init?(row: Int, by step: Int, in entries: [TreeEntry]) {
    guard entries.indices.contains(row), case let moved = entries[row], (1...moved.count).contains(moved.position + step) else {
      return nil
    }
    let parent = entries[..<row].last { $0.level < moved.level }
    self.init(id: moved.id, parent: parent?.id, index: moved.position - 1 + step)
  }
}

extension [TreeItem] {
  /// Returns the entries after a move; nil if an id is unknown, or the entry would be inside itself. O(n).
  func moving(_ move: TreeMove) -> [TreeItem]? {
    var all = self
    guard let item = all.remove(move.id), all.insert(item, into: move.parent, at: move.index) else { return nil }
    return all
  }

  /// Returns the entries with another title of one; nil if the id is unknown. O(n).
  func renaming(_ id: String, to title: String) -> [TreeItem]? {
    var all = self
    return all.rename(id, title) ? all : nil
  }

  private mutating func rename(_ id: String, _ title: String) -> Bool {
    for index in indices {
      if self[index].id == id {
        self[index].title = title
        return true
      }
      if self[index].items.rename(id, title) { return true }
    }
    return false
  }

  private mutating func remove(_ id: String) -> TreeItem? {
    if let index = firstIndex(where: { $0.id == id }) { return remove(at: index) }
    for index in indices {
      if let found = self[index].items.remove(id) { return found }
    }
    return nil
  }

  private mutating func insert(_ item: TreeItem, into parent: String?, at place: Int) -> Bool {
    guard let parent else {
      insert(item, at: Swift.min(count, Swift.max(0, place)))
      return true
    }
    for index in indices {
      if self[index].id == parent { return self[index].items.insert(item, into: nil, at: place) }
      if self[index].items.insert(item, into: parent, at: place) { return true }
    }
    return false
  }
}
