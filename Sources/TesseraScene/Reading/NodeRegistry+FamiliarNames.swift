public import Tessera

extension NodeRegistry {
  /// Returns the registered node type that `name` probably refers to: the equivalent of a name in other frameworks, else the nearest name;
  /// nil if no name is near.
  public func typeName(meantBy name: String) -> String? { FamiliarNames.type(meantBy: name, among: names) }
}
