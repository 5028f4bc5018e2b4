internal import Tessera
internal import TesseraGeometry

/// What a collection node keeps beside its value: where it is scrolled to, the items, what is selected, and what the program says of items. Any thread.
public final class CollectionStorage: ListingStorage, ItemChoosingStorage {
  public let scroll = ScrollStorage()
  public let list = ListStorage(CollectionForm().layout)
  /// What is selected, pressed, and where keys are.
  let choice = Locked(ItemChoice())
  /// The item that a finger carries.
  let lift = Locked<ItemLift?>(nil)
  let handlers = Locked(CollectionHandlers())

  /// Makes that of a collection without items.
  public init() {}
}
