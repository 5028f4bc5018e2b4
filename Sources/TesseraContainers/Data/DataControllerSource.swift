internal import Tessera

/// One state of the data behind a ``ListDataController``. What it is asked for that needs the model is asked of the newest state, by the place
/// that the element has there. A value; any thread.
struct DataControllerSource: ListSource {
  let controller: ListDataController
  let version: ListDataController.Version

  var itemCounts: [Int] { version.counts }
  func key(of element: ListElement) -> AnyHashable? { nil }
  func index(of key: AnyHashable) -> ListIndex? { nil }
  func hasHeader(_ section: Int) -> Bool { version.headers.indices.contains(section) && version.headers[section] }
  func hasFooter(_ section: Int) -> Bool { version.footers.indices.contains(section) && version.footers[section] }

  func makeNode(for element: ListElement) throws -> AnyNode? {
    // The factory is taken while nobody changes the model, and run without holding anybody up.
    let made = controller.read(element, of: version.number) { source, now in Found(factory: source.nodeFactory(for: now)) }
    // Gone meanwhile, and a newer state without it is on its way.
    guard let made else { return nil }
    guard let factory = made.factory else {
      // Layouts may ask for more than there is.
      if case .supplementary = element { return nil }
      throw ListCellError.isMissing
    }
    return try factory()
  }

  /// What the data source has for an element that is there.
  private struct Found { let factory: ListNodeFactory? }

  func update(_ node: AnyNode, for element: ListElement) -> Bool {
    controller.read(element, of: version.number) { source, now in source.update(node, for: now) } ?? false
  }

  func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
    guard let old = old as? DataControllerSource, old.controller === controller else { return nil }
    return controller.changes(from: old.version.number, to: version.number)
  }

  func validate() throws(ListError) {}
}
