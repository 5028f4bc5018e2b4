/// What is wrong with the data of a list or with a change of it. A value; any thread.
public enum ListError: Error, Hashable, Sendable {
  /// A change that was asked for.
  public enum Change: String, Hashable, Sendable {
    /// What was to be done.
    case insert, delete, move, reload, find, append
  }

  /// Two items have one key.
  case duplicateItem(key: String, first: ListIndex, second: ListIndex)
  /// Two sections have one key.
  case duplicateSection(key: String, first: Int, second: Int)
  /// No item has this key.
  case unknownItem(key: String, Change)
  /// No section has this key.
  case unknownSection(key: String, Change)
  /// An update of something that is not there. `count` is how many items the section has, before or after the update as the change says.
  case noSuchItem(ListIndex, Change, count: Int)
  /// An update of a section that is not there. `count` is how many there are, before or after the update as the change says.
  case noSuchSection(Int, Change, count: Int)
  /// An update asks for two things that cannot both be.
  case contradiction(ListIndex, Change, Change)
  /// An update asks for two things of one section that cannot both be.
  case sectionContradiction(Int, Change, Change)
  /// The source has another number of items than its update leads to. Moves from and to other sections are counted as deleted and inserted.
  case itemCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int)
  /// The source has another number of sections than its update leads to.
  case sectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// The source says that it has fewer than no items, or more than a list can have.
  case badCount(section: Int?, Int)

  /// Most items that a list can have.
  public static let mostItems = Int(Int32.max)
}

extension ListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .duplicateItem(let key, let first, let second):
      "two items have the key `\(key)`: \(first) and \(second); every item of a list needs a key of its own"
    case .duplicateSection(let key, let first, let second):
      "two sections have the key `\(key)`: section \(first) and section \(second); every section needs a key of its own"
    case .unknownItem(let key, let change): "\(change.rawValue): no item has the key `\(key)`"
    case .unknownSection(let key, let change): "\(change.rawValue): no section has the key `\(key)`"
    case .noSuchItem(let index, let change, let count):
      "\(change.rawValue) of \(index): the section has \(count) items \(change.isOfNew ? "after" : "before") the update"
    case .noSuchSection(let section, let change, let count):
      "\(change.rawValue) of section \(section): there are \(count) sections \(change.isOfNew ? "after" : "before") the update"
    case .contradiction(let index, let first, let second):
      "an update asks to \(first.rawValue) and to \(second.rawValue) \(index); only one of the two is allowed"
    case .sectionContradiction(let section, let first, let second):
      "an update asks to \(first.rawValue) and to \(second.rawValue) section \(section); only one of the two is allowed"
    case .itemCount(let section, let before, let after, let inserted, let deleted):
      "section \(section) had \(before) items, \(inserted) were inserted and \(deleted) deleted, and the source says that it has \(after) now;"
        + " it must be \(before + inserted - deleted)"
    case .sectionCount(let before, let after, let inserted, let deleted):
      "there were \(before) sections, \(inserted) were inserted and \(deleted) deleted, and the source says that there are \(after) now;"
        + " it must be \(before + inserted - deleted)"
    case .badCount(let section?, let count):
      "the source says that section \(section) has \(count) items; the total must be 0 to \(Self.mostItems)"
    case .badCount(nil, let count): "the source says that it has \(count) sections; there must be 0 to \(Self.mostItems)"
    }
  }
}

extension ListError.Change {
  /// Whether its places are those after the update.
  var isOfNew: Bool { self == .insert || self == .append }
}
