public import Tessera
internal import TesseraContainers
internal import TesseraRender

/// Registers `grid` and `tree`.
public enum GridNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.grids", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    try registry.register(Grid.self)
    try registry.register(Tree.self)
  }
}
