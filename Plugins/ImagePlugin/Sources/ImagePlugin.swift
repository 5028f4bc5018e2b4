public import Tessera

/// Plugin of the node type `image`.
public enum ImageNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.image", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    try registry.register(Image.self)
  }
}
