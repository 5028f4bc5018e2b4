public import Tessera

extension ListSnapshot {
  /// Closures that create nodes from the keys of a snapshot. They run on workers, several in parallel.
  public struct Cells: Sendable {
    /// Creates the node of an item.
    public var item: @Sendable (Item, ListIndex) throws -> AnyNode
    /// Creates the header of a section; nil means no headers.
    public var header: (@Sendable (Section, Int) throws -> AnyNode)?
    /// Creates the footer of a section; nil means no footers.
    public var footer: (@Sendable (Section, Int) throws -> AnyNode)?
    /// Returns whether a section has a header; used if `header` is set.
    public var hasHeader: @Sendable (Section) -> Bool = { _ in true }
    /// Returns whether a section has a footer; used if `footer` is set.
    public var hasFooter: @Sendable (Section) -> Bool = { _ in true }
    /// Creates other elements of a layout. Receives the kind, the section and the place of the item or section that the element belongs to.
    public var supplementary: (@Sendable (String, Section, ListIndex) throws -> AnyNode?)?
    /// Updates the node of an item after ``ListSnapshot/reconfigure(_:)``; false means that a new node is created. Default: false.
    public var update: (@Sendable (AnyNode, Item, ListIndex) -> Bool)?

    /// Creates cells.
    ///
    /// - Parameters:
    ///   - item: creates the node of an item.
    ///   - header: creates the header of a section.
    ///   - footer: creates the footer of a section.
    ///   - update: updates the node of an item; false means that it cannot.
    public init(
      item: @escaping @Sendable (Item, ListIndex) throws -> AnyNode, header: (@Sendable (Section, Int) throws -> AnyNode)? = nil,
      footer: (@Sendable (Section, Int) throws -> AnyNode)? = nil, update: (@Sendable (AnyNode, Item, ListIndex) -> Bool)? = nil
    ) {
      self.item = item
      self.header = header
      self.footer = footer
      self.update = update
    }
  }
}
