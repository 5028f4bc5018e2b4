public import Tessera

/// Registers the node types whose content can be larger than the viewport.
public enum ContainerNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.containers", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    try registry.register(Scroll.self)
    try registry.register(ItemCollection.self)
    try registry.register(Pager.self)
    try registry.register(Spinner.self)
    try registry.register(Table.self)
    try registry.register(TableHeader.self)
    try registry.register(TableFooter.self)
    try registry.register(Screens.self)
    try registry.register(Screen.self)
    try registry.register(Tabs.self)
    try registry.register(HUD.self)
  }
}
