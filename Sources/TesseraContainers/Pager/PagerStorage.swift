internal import Tessera
internal import TesseraGeometry

/// What a pager node keeps beside its value: where it is scrolled to, and the pages. Any thread.
public final class PagerStorage: ListingStorage {
  public let scroll = ScrollStorage()
  public let list = ListStorage(PagerLayout(axis: .horizontal, wraps: false))
  let pages = Locked(PagerPages())

  /// Makes that of a pager without pages.
  public init() {}
}

/// Which page a pager is at. A value.
struct PagerPages {
  /// The page that was told last.
  var told = 0
  /// The page to begin with, until the pages are there.
  var wanted: Int?
  /// What ``Pager/page`` was found to be, or was set to, last.
  var bound: Int?
  /// The page that ``Pager/page`` asked for, while the pages move there: those in between are not told to it.
  var aim: Int?

  /// Takes what the program wants, which has pages that show `current`. Returns where to go; nil: nowhere.
  mutating func follow(_ page: Int, current: Int) -> (page: Int, isFirst: Bool)? {
    let before = bound
    bound = page
    guard before != page, page != current || before == nil else { return nil }
    aim = before == nil ? nil : page
    return (page, before == nil)
  }

  /// Returns whether the program is to be told that `current` is the page.
  ///
  /// - Parameters:
  ///   - current: the page in the middle of the viewport.
  ///   - isHeld: whether a finger is what moves the pages.
  ///   - isMoving: whether they move at all.
  mutating func tell(_ current: Int, isHeld: Bool, isMoving: Bool) -> Bool {
    if isHeld || !isMoving || aim == current { aim = nil }
    guard aim == nil, bound != nil, bound != current else { return false }
    bound = current
    return true
  }
}
