public import Tessera

/// Header of a section in a scene file, which begins a section. A box.
public struct TableHeader: SceneContainerType {
  public static let typeName = "table-header"
  public static let summary = "Section header of a table."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing, .takesRowPadding]

  /// Creates an empty header.
  public init() {}
}

/// Footer of a section in a scene file, which ends a section. A box.
public struct TableFooter: SceneContainerType {
  public static let typeName = "table-footer"
  public static let summary = "Section footer of a table."
  public static let traits: NodeTraits = [.drawsNothing, .measuresNothing, .takesRowPadding]

  /// Creates an empty footer.
  public init() {}
}
