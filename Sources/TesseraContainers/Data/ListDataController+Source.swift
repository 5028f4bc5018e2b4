internal import Tessera

extension ListDataController {
  /// Version of the data of the controller. Requests that need the model go to the newest version, with the element's place there.
  /// A value; any thread.
  struct Source: ListSource {
    let controller: ListDataController
    let version: Version

    var itemCounts: [Int] { version.counts }
    func key(of element: ListElement) -> AnyHashable? { nil }
    func index(of key: AnyHashable) -> ListIndex? { nil }
    func hasHeader(_ section: Int) -> Bool { version.headers.indices.contains(section) && version.headers[section] }
    func hasFooter(_ section: Int) -> Bool { version.footers.indices.contains(section) && version.footers[section] }

    func makeNode(for element: ListElement) throws -> AnyNode? {
      // The factory is obtained while the model cannot change, and runs without holding the gate.
      let made = controller.read(element, of: version.number) { source, now in Found(factory: source.nodeFactory(for: now)) }
      // Deleted since; a newer version without it follows.
      guard let made else { return nil }
      guard let factory = made.factory else {
        // Layouts may request elements that do not exist.
        if case .supplementary = element { return nil }
        throw ListCellError.isMissing
      }
      return try factory()
    }

    /// Factory of an existing element, if the data source has one.
    private struct Found { let factory: ListNodeFactory? }

    func update(_ node: AnyNode, for element: ListElement) -> Bool {
      controller.read(element, of: version.number) { source, now in source.update(node, for: now) } ?? false
    }

    func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
      guard let old = old as? Source, old.controller === controller else { return nil }
      return controller.changes(from: old.version.number, to: version.number)
    }

    func validate() throws(ListError) {}
  }
}
