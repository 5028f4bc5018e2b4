public import Tessera
public import TesseraRender

/// Registers `button`.
public enum ButtonNodePlugin: NodePlugin {
  /// Who the plugin is.
  public static let manifest = PluginManifest(identifier: "tessera.button", version: "0.1.0")

  /// Registers the plugin's node types.
  public static func register(in registry: inout NodeRegistry) throws(RegistryError) { try registry.register(Button.self) }
}

/// A node that is pressed.
public typealias ButtonNode = Node<Button>

extension Node where Value == Button {
  /// Makes a button with a title.
  ///
  /// Any thread.
  ///
  /// - Parameters:
  ///   - title: is shown in the middle.
  ///   - font: of the title.
  ///   - perform: is called on the frame loop when the button is pressed.
  public convenience init(
    _ title: String, font: Font = Button.defaultFont, onTap perform: (@Sendable () -> Void)? = nil
  ) {
    self.init(Button(title, font: font))
    if let perform { onTap(perform) }
  }
}
