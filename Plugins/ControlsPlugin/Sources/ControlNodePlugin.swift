public import Tessera
internal import TesseraRender

/// Registers the controls: `switch`, `checkbox`, `radio`, `segmented`, `slider`, `stepper`, `progress`, `ring`, `divider`, `badge`, `chip`,
/// `avatar`, `card`, `skeleton`, `page-dots`, `rating`, `dial`, `range-slider`, `field`, `expander`, `list-row`,
/// `dropdown`, `dialog`, `toast`, `rail`, `split`, `nav-bar`, `steps`.
public enum ControlNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.controls", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    _ = (ThemeToken<Double>.controls, ThemeToken<Color>.controls)
    try registry.register(Switch.self)
    try registry.register(Checkbox.self)
    try registry.register(Slider.self)
    try registry.register(Progress.self)
    try registry.register(ProgressRing.self)
    try registry.register(Divider.self)
    try registry.register(RadioGroup.self)
    try registry.register(Stepper.self)
    try registry.register(Segmented.self)
    try registry.register(Dropdown.self)
    try registry.register(Dialog.self)
    try registry.register(Toast.self)
    try registerParts(in: &registry)
  }
}

extension ControlNodePlugin {
  /// Registers parts of screens and lists.
  private static func registerParts(in registry: inout NodeRegistry) throws(RegistryError) {
    try registry.register(Badge.self)
    try registry.register(Chip.self)
    try registry.register(Avatar.self)
    try registry.register(Card.self)
    try registry.register(SkeletonBars.self)
    try registry.register(PageDots.self)
    try registry.register(Rating.self)
    try registry.register(Dial.self)
    try registry.register(RangeSlider.self)
    try registry.register(FormField.self)
    try registry.register(Expander.self)
    try registry.register(ListRow.self)
    try registry.register(Rail.self)
    try registry.register(Split.self)
    try registry.register(NavigationBar.self)
    try registry.register(Steps.self)
  }
}
