public import Tessera
public import TesseraRender

/// Registers `editable-text`.
public enum EditableTextNodePlugin: NodePlugin {
  /// Who the plugin is.
  public static let manifest = PluginManifest(identifier: "tessera.editable-text", version: "0.1.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(EditableText.self) }
}

/// A node in which a person edits text.
public typealias EditableTextNode = Node<EditableText>

extension Node where Value == EditableText {
  /// Makes a node in which a person edits `string`.
  ///
  /// Any thread.
  public convenience init(_ string: String = "", placeholderText: String = "", font: Font = .body, color: Color = .black) {
    self.init(EditableText(string, placeholderText: placeholderText, font: font, color: color))
  }
}
