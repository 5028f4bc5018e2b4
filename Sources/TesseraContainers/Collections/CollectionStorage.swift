internal import Tessera
internal import TesseraGeometry

/// State of a collection node besides its value: scroll position, items, selection and the program's closures. Any thread.
public final class CollectionStorage: ListingStorage, ItemChoosingStorage {
  public let scroll = ScrollStorage()
  public let list = ListStorage(CollectionForm().layout)
  /// Selected and pressed items, and the keyboard cursor.
  let choice = Locked(ItemChoice())
  /// Item that the user carries.
  let lift = Locked<ItemLift?>(nil)
  let handlers = Locked(CollectionHandlers())

  /// Creates the storage of a collection without items.
  public init() {}
}
