/// Identity of a plugin.
public struct PluginManifest: Sendable, Hashable {
  /// The version of the interface between nodes and stage in this build of Tessera.
  public static let currentAPIVersion = 1

  /// Reverse domain name, unique among plugins.
  public let identifier: String
  /// The plugin's own version.
  public let version: String
  /// The interface version it was written for.
  public let apiVersion: Int

  /// Makes a manifest.
  public init(identifier: String, version: String, apiVersion: Int = PluginManifest.currentAPIVersion) {
    self.identifier = identifier
    self.version = version
    self.apiVersion = apiVersion
  }
}

/// A plugin that adds node types to a registry.
public protocol NodePlugin {
  /// The plugin's identity.
  static var manifest: PluginManifest { get }
  /// Registers its node types. Names are checked here, attributes when a type is first used or by ``NodeRegistry/check()``.
  static func register(in registry: inout NodeRegistry) throws(RegistryError)
}
