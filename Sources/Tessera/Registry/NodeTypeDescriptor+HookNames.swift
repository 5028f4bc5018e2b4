extension NodeTypeDescriptor {
  /// Names of the hook protocols of the framework that the type adopts, for lists and tools. Any thread; the first call looks all of them up.
  public var hookNames: [String] { NodeHooks.Hook.allCases.map(hooks.row).filter(\.isAdopted).map(\.name) }
}
