/// Who a plugin is.
public struct PluginManifest: Sendable, Hashable {
  /// The version of the interface between nodes and stage that this build of Tessera speaks.
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

/// What brings node types into a registry.
public protocol NodePlugin {
  /// Who it is.
  static var manifest: PluginManifest { get }
  /// Registers its node types. Names are checked here, attributes when a type is first used or by ``NodeRegistry/check()``.
  static func register(in registry: inout NodeRegistry) throws(RegistryError)
}
