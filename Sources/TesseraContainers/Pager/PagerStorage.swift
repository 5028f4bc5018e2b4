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
}
