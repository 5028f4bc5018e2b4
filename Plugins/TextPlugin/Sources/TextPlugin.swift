public import Tessera
public import TesseraRender

/// Registers `text`.
public enum TextNodePlugin: NodePlugin {
  /// Who the plugin is.
  public static let manifest = PluginManifest(identifier: "tessera.text", version: "0.1.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    registerGlyphPainter()
    try registry.register(Text.self)
  }
}

/// A node that shows text.
public typealias TextNode = Node<Text>

extension Node where Value == Text {
  /// Makes a node that shows `string` in one font and colour.
  ///
  /// Any thread.
  public convenience init(_ string: String, font: Font = .body, color: Color = .black) {
    self.init(Text(string, font: font, color: color))
  }

  /// Makes a node that shows text of several fonts and colours.
  ///
  /// Any thread.
  public convenience init(_ text: AttributedText) { self.init(Text(text)) }
}
