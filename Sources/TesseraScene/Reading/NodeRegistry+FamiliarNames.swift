public import Tessera

extension NodeRegistry {
  /// Returns the registered node type that `name` was probably meant to be: what other frameworks call so, else the nearest; nil if none is near.
  public func typeName(meantBy name: String) -> String? { FamiliarNames.type(meantBy: name, among: names) }
}
