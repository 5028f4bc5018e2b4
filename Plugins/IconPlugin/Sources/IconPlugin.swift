public import Tessera

/// Registers the node type `icon`.
public enum IconNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.icon", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Icon.self) }
}
