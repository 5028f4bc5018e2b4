/// Attributes that every node has: those of its properties, and its environment.
enum CommonAttributes {
  /// Keys of every node of a scene file that are not attributes.
  static let reservedKeys: Set<String> = ["type", "id", "style", "styles", "children", "when", "each", "on", "timers", "variants", "looks"]

  /// Kind of each.
  static let kinds = Dictionary(
    NodeProperties.attributes.map { ($0.name, $0.kind) } + [(EnvironmentNames.attribute, environmentKind)],
    uniquingKeysWith: { first, _ in first })

  /// Kind of the attribute `environment` with the keys that come with Tessera; ``NodeRegistry/environmentKind`` also has those of plugins.
  private static var environmentKind: AttributeKind { EnvironmentKeyDescription.kind(of: EnvironmentKeyDescription.builtIn) }

  /// Descriptions for help, schema and error messages.
  static let descriptions: [AttributeDescription] = {
    let value = NodeProperties()
    return NodeProperties.attributes.map {
      AttributeDescription(name: $0.name, kind: $0.kind, defaultValue: $0.get(value), help: $0.help)
    } + [
      AttributeDescription(
        name: EnvironmentNames.attribute, kind: environmentKind, defaultValue: .map([]),
        help: "Environment of the node and all below it: values by the names of their keys.")
    ]
  }()
}
