public import Tessera
internal import TesseraRender

/// Registers menus and pickers: `menu`, `popover`, `tooltip`, `roller`, `time-picker`, `date-picker`, `duration-picker`, `calendar`,
/// `color-picker`, `search-field`.
public enum PickerNodePlugin: NodePlugin {
  public static let manifest = PluginManifest(identifier: "tessera.pickers", version: "0.1.0")

  public static func register(in registry: inout NodeRegistry) throws(RegistryError) {
    _ = ThemeToken<Double>.pickers
    try registry.register(Menu.self)
    try registry.register(Popover.self)
    try registry.register(Tooltip.self)
    try registry.register(Roller.self)
    try registry.register(TimePicker.self)
    try registry.register(DatePicker.self)
    try registry.register(DurationPicker.self)
    try registry.register(MonthCalendar.self)
    try registry.register(ColorPicker.self)
    try registry.register(SearchField.self)
  }
}
