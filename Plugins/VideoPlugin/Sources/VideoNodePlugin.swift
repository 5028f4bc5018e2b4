public import Tessera

/// Plugin of the node types `video` and `video-player`.
public enum VideoNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.video", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    try registry.register(Video.self)
    try registry.register(VideoPlayer.self)
  }
}
