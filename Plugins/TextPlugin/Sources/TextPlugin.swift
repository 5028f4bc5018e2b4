public import Tessera
public import TesseraRender

/// Plugin of the node type `text`.
public enum TextNodePlugin: NodePlugin {
  /// Identifier and version of the plugin.
  public static let manifest = PluginManifest(identifier: "tessera.text", version: "0.1.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    registerGlyphPainter()
    try registry.register(Text.self)
  }
}

/// Node that shows text.
public typealias TextNode = Node<Text>

extension Node where Value == Text {
  /// Creates a node that shows `string` in one font and colour.
  ///
  /// Any thread.
  public convenience init(_ string: String, font: Font = .body, color: Color = Text.defaultColor) {
    self.init(Text(string, font: font, color: color))
  }

  /// Creates a node that shows text with several fonts and colours.
  ///
  /// Any thread.
  public convenience init(_ text: AttributedText) { self.init(Text(text)) }
}
