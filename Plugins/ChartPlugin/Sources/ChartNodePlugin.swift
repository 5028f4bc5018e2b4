public import Tessera
internal import TesseraRender

/// Registers `chart`.
public enum ChartNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.charts", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    _ = ThemeToken<Color>.series
    try registry.register(Chart.self)
  }
}
