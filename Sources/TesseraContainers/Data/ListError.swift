/// Error in the data of a list or in an update. A value; any thread.
public enum ListError: Error, Hashable, Sendable {
  /// Kind of a requested change.
  public enum Change: String, Hashable, Sendable {
    /// Operation of an update.
    case insert, delete, move, reload, find, append
  }

  /// Two items have the same key.
  case duplicateItem(key: String, first: ListIndex, second: ListIndex)
  /// Two sections have the same key.
  case duplicateSection(key: String, first: Int, second: Int)
  /// No item has this key.
  case unknownItem(key: String, Change)
  /// No section has this key.
  case unknownSection(key: String, Change)
  /// An update names an item that does not exist. `count` is the number of items of the section, before or after the update according to
  /// the change.
  case noSuchItem(ListIndex, Change, count: Int)
  /// An update names a section that does not exist. `count` is the number of sections, before or after the update according to the change.
  case noSuchSection(Int, Change, count: Int)
  /// An update contains two contradictory changes of one item.
  case contradiction(ListIndex, Change, Change)
  /// An update contains two contradictory changes of one section.
  case sectionContradiction(Int, Change, Change)
  /// The number of items does not match the update. Moves between sections are counted as deletions and insertions.
  case itemCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int)
  /// The number of sections does not match the update.
  case sectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// The source returned a negative count, or more items than a list can have.
  case badCount(section: Int?, Int)

  /// Maximum number of items of a list.
  public static let mostItems = Int(Int32.max)
}

extension ListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .duplicateItem(let key, let first, let second):
      "two items have the key `\(key)`: \(first) and \(second); every item of a list needs a unique key"
    case .duplicateSection(let key, let first, let second):
      "two sections have the key `\(key)`: section \(first) and section \(second); every section needs a unique key"
    case .unknownItem(let key, let change): "\(change.rawValue): no item has the key `\(key)`"
    case .unknownSection(let key, let change): "\(change.rawValue): no section has the key `\(key)`"
    case .noSuchItem(let index, let change, let count):
      "\(change.rawValue) of \(index): the section has \(count) items \(change.isOfNew ? "after" : "before") the update"
    case .noSuchSection(let section, let change, let count):
      "\(change.rawValue) of section \(section): the list has \(count) sections \(change.isOfNew ? "after" : "before") the update"
    case .contradiction(let index, let first, let second):
      "an update cannot both \(first.rawValue) and \(second.rawValue) \(index)"
    case .sectionContradiction(let section, let first, let second):
      "an update cannot both \(first.rawValue) and \(second.rawValue) section \(section)"
    case .itemCount(let section, let before, let after, let inserted, let deleted):
      "section \(section) had \(before) items, \(inserted) were inserted and \(deleted) deleted, but the source now reports \(after);"
        + " it must be \(before + inserted - deleted)"
    case .sectionCount(let before, let after, let inserted, let deleted):
      "there were \(before) sections, \(inserted) were inserted and \(deleted) deleted, but the source now reports \(after);"
        + " it must be \(before + inserted - deleted)"
    case .badCount(let section?, let count):
      "the source reports \(count) items in section \(section); the total must be 0 to \(Self.mostItems)"
    case .badCount(nil, let count): "the source reports \(count) sections; it must be 0 to \(Self.mostItems)"
    }
  }
}

extension ListError.Change {
  /// Whether its places are those after the update.
  var isOfNew: Bool { self == .insert || self == .append }
}
