public import Tessera
internal import TesseraLayout

/// Settings of an existing node: attributes and style keys, mixed as in a shared style. Immutable; any thread.
public struct SceneSettings: Sendable {
  private let attributes: [SceneNode.Attribute]
  private let styles: [(key: String, value: StyleValue)]

  /// Parses a text such as `{width: 120, background: steelblue}`, with or without the braces.
  ///
  /// - Parameters:
  ///   - text: a map in YAML or JSON.
  ///   - type: registered name of the type that the settings are for.
  ///   - name: name of the text in errors.
  ///   - directory: base directory of relative paths; empty means the working directory.
  ///   - registry: node types.
  /// - Throws: all errors, each with line and column.
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

  /// Applies the settings, those of the style in one step. Any thread.
  ///
  /// - Throws: `AttributeError` if the node is of another type than the settings are for.
  public func apply(to node: AnyNode) throws {
    if !styles.isEmpty {
      var style = node.style
      for (key, value) in styles { try style.set(key: key, value: value) }
      node.style = style
    }
    for attribute in attributes { try node.setAttribute(attribute.name, to: attribute.value) }
  }
}
