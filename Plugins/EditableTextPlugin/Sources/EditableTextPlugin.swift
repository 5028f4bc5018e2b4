public import Tessera
public import TesseraRender
public import TextPlugin

/// Registers `editable-text`.
public enum EditableTextNodePlugin: NodePlugin {
  /// Identifier and version of the plugin.
  public static let manifest = PluginManifest(identifier: "tessera.editable-text", version: "0.1.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(EditableText.self) }
}

/// Node of an editable text.
public typealias EditableTextNode = Node<EditableText>

extension Node where Value == EditableText {
  /// Creates a field with `string`.
  ///
  /// Any thread.
  public convenience init(_ string: String = "", placeholderText: String = "", font: Font = .body, color: Color = Text.defaultColor) {
    self.init(EditableText(string, placeholderText: placeholderText, font: font, color: color))
  }

  /// Creates a field that follows a string of the program and changes it.
  ///
  /// Any thread.
  public convenience init(
    _ string: Binding<String>, placeholderText: String = "", font: Font = .body, color: Color = Text.defaultColor
  ) {
    self.init(EditableText(string, placeholderText: placeholderText, font: font, color: color))
    bind(\.string) { string.wrappedValue }
  }
}
