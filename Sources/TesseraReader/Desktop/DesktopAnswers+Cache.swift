internal import Tessera

// Interface Cache.

extension DesktopAnswers {
  /// Most objects of the cache, and bytes of their texts: a message has at most 256 KB. Clients read others one by one.
  private static let (cacheLimit, cacheTextLimit) = (400, 1 << 15)

  /// Returns the application and its first elements, parents first.
  func cacheItems() throws(Refusal) -> BusValue {
    var (items, text) = ([BusValue](), 0)
    var objects: [DesktopObject] = [.application]
    objects += tree.all().prefix(Self.cacheLimit).map { .element($0.id) }
    for object in objects where text < Self.cacheTextLimit {
      var (name, hint) = (title, "")
      if case .element(let id) = object {
        let element = try element(id)
        (name, hint) = (self.name(of: element), element.semantics.hint ?? "")
      }
      text += name.utf8.count + hint.utf8.count
      guard text < Self.cacheTextLimit else { break }
      items.append(
        .structure([
          reference(object), reference(.application), parent(of: object), .int(place(of: object)), .int(children(of: object).count),
          .strings(try interfaces(of: object)), .string(name), .uint32(try role(of: object)), .string(hint), try stateWords(of: object),
        ]))
    }
    return .array(of: "((so)(so)(so)iiassusau)", items)
  }
}
