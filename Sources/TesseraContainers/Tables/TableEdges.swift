public import Tessera

/// A row of a scene file that stands before the rows of a section: it begins one. A box.
public struct TableHeader: SceneContainerType {
  public static let typeName = "table-header"
  public static let summary = "In a table: what stands before the rows of a section, which it begins."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing]

  /// Makes an empty header.
  public init() {}
}

/// A row of a scene file that stands after the rows of a section: it ends one. A box.
public struct TableFooter: SceneContainerType {
  public static let typeName = "table-footer"
  public static let summary = "In a table: what stands after the rows of a section, which it ends."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing]

  /// Makes an empty footer.
  public init() {}
}
