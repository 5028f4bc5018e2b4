public import Tessera

extension Scene {
  /// Parses and validates a text, as ``parse(text:name:directory:registry:)`` does.
  public init(text: String, name: String = "scene", directory: String = "", registry: NodeRegistry) throws(SceneErrors) {
    self = try Scene.parse(text: text, name: name, directory: directory, registry: registry)
  }

  /// Reads and validates a file, as ``load(file:registry:)`` does.
  public init(file: String, registry: NodeRegistry) throws(SceneErrors) { self = try Scene.load(file: file, registry: registry) }
}
