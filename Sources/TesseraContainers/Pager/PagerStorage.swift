internal import Tessera
internal import TesseraGeometry

/// State of a pager node besides its value: scroll position and pages. Any thread.
public final class PagerStorage: ListingStorage {
  public let scroll = ScrollStorage()
  public let list = ListStorage(PagerLayout(axis: .horizontal, wraps: false))
  let pages = Locked(PagerPages())
  let autoplay = Locked(PagerAutoplay())

  /// Creates the storage of a pager without pages.
  public init() {}
}

/// State of a pager's current page. A value.
struct PagerPages {
  /// Page that was reported last.
  var told = 0
  /// Page to begin with, until the pages exist.
  var wanted: Int?
  /// Last value of ``Pager/page`` that was read or set.
  var bound: Int?
  /// Page that ``Pager/page`` requested while the pages move there; pages in between are not written to it.
  var aim: Int?

  /// Applies the page that the program set while `current` is shown. Returns the page to move to; nil means none.
  mutating func select(_ page: Int, current: Int) -> (page: Int, isFirst: Bool)? {
    let before = bound
    bound = page
    guard before != page, page != current || before == nil else { return nil }
    aim = before == nil ? nil : page
    return (page, before == nil)
  }

  /// Returns whether `current` must be reported to the program.
  ///
  /// - Parameters:
  ///   - current: page in the middle of the viewport.
  ///   - isHeld: whether the user drags the pages.
  ///   - isMoving: whether the pages move.
  mutating func recordShown(_ current: Int, isHeld: Bool, isMoving: Bool) -> Bool {
    if isHeld || !isMoving || aim == current { aim = nil }
    guard aim == nil, bound != nil, bound != current else { return false }
    bound = current
    return true
  }
}
