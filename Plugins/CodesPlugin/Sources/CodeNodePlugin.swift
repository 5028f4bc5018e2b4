public import Tessera
internal import TesseraRender

/// Registers `code`.
public enum CodeNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.codes", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Code.self) }
}
