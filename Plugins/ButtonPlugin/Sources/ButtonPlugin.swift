public import Tessera
public import TesseraRender

/// Registers `button`.
public enum ButtonNodePlugin: NodePlugin {
  /// Identifier and version of the plugin.
  public static let manifest = PluginManifest(identifier: "tessera.button", version: "0.1.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Button.self) }
}

/// Node of a button.
public typealias ButtonNode = Node<Button>

extension Node where Value == Button {
  /// Creates a button with a title.
  ///
  /// Any thread.
  ///
  /// - Parameters:
  ///   - title: Text in the middle.
  ///   - font: Font of the title.
  ///   - perform: Called on the frame loop when the button is pressed.
  public convenience init(
    _ title: String, font: Font = Button.defaultFont, onTap perform: (@Sendable () -> Void)? = nil
  ) {
    self.init(Button(title, font: font))
    if let perform { onTap(perform) }
  }
}
