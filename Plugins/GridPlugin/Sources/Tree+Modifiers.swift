public import Tessera

// Members of ``Tree`` as modifiers.
extension TypedElement where ElementType == Tree {
  /// Entries: texts, or maps of title, id, detail and entries.
  public func items(_ items: [TreeItem]) -> Self { with { $0.items = items } }
  /// Ids of open entries.
  public func open(_ open: Set<String>) -> Self { with { $0.open = open } }
  /// Id of the selected entry; nil: none.
  public func selected(_ selected: String?) -> Self { with { $0.selected = selected } }
  /// Whether the user can move entries.
  public func reorders(_ reorders: Bool = true) -> Self { with { $0.reorders = reorders } }
  /// Whether the user can rename entries: F2, Enter on the selected entry, and a tap of the selected entry show a field in place of its title.
  public func renames(_ renames: Bool = true) -> Self { with { $0.renames = renames } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Tree {
  /// Entries of the first level, with those below them.
  public func entries(_ entries: [TreeItem]) -> Self { with { $0.items = entries } }
}
