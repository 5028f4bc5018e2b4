public import Tessera

/// Registers `keyboard`.
public enum KeyboardNodePlugin: NodePlugin {
  /// Identifier and version of the plugin.
  public static let manifest = PluginManifest(identifier: "tessera.keyboard", version: "0.1.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Keyboard.self) }
}
