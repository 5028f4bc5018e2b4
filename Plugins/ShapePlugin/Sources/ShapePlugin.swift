public import Tessera

/// Plugin of the node type `shape`.
public enum ShapeNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.shape", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Shape.self) }
}
