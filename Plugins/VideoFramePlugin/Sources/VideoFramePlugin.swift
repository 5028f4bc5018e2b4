public import Tessera

/// Plugin of the node type `video-frame`.
public enum VideoFrameNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.video-frame", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    try registry.register(VideoFrame.self)
  }
}
