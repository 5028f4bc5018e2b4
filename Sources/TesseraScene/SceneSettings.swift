public import Tessera
internal import TesseraLayout

/// What a scene file says of a node beside its type, `id` and children, to be set on a node that there is: attributes and style keys, mixed
/// as in a shared style. Immutable; any thread.
public struct SceneSettings: Sendable {
  private let attributes: [SceneNode.Attribute]
  private let styles: [(key: String, value: StyleValue)]

  /// Reads a text such as `{width: 120, background: steelblue}`, with or without the braces.
  ///
  /// - Parameters:
  ///   - text: a map, YAML or JSON.
  ///   - type: the registered name of the type that the settings are for.
  ///   - name: what errors call the text.
  ///   - directory: what relative paths in it are relative to; empty: the working directory.
  ///   - registry: the node types.
  /// - Throws: everything that is wrong with it, each with line and column.
  public static func parse(
    text: String, type: String, name: String = "settings", directory: String = "", registry: NodeRegistry
  ) throws(SceneErrors) -> SceneSettings {
    var errors = ErrorCollector(file: name)
    let tree: YAMLTree
    do {
      tree = try YAMLComposer.compose(Array(text.utf8), errors: &errors)
    } catch {
      throw errors.result
    }
    var reader = SceneReader(tree: tree, directory: directory, registry: registry, errors: errors)
    let settings = reader.readSettings(type)
    guard let settings, reader.errors.isEmpty else { throw reader.errors.result }
    return SceneSettings(attributes: settings.attributes, styles: settings.styles)
  }

  /// Sets them, those of the style in one step. Any thread.
  ///
  /// - Throws: `AttributeError` where the node is of another type than the settings are for.
  public func apply(to node: AnyNode) throws {
    if !styles.isEmpty {
      var style = node.style
      for (key, value) in styles { try style.set(key: key, value: value) }
      node.style = style
    }
    for attribute in attributes { try node.setAttribute(attribute.name, to: attribute.value) }
  }
}
