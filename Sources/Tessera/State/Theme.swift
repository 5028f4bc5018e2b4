internal import TesseraRender

/// Values for the look of controls and screens: colour roles, steps of type, distances, radii, durations, elevation. A value; any thread.
///
/// A node type reads `context.environment.theme.ink`, or `theme[.body]`, in its layout, its draw or its adjusting hooks. Each token is tracked
/// separately: a change of a theme, a mode or a density invalidates only nodes that read a token with a changed value.
///
/// ```swift
/// stage.environment[\.theme] = .ember
/// panel.environment[\.theme].mode = .night          // for the panel and all below it
/// stage.environment[\.theme].set(.radius3, to: 4)
/// ```
public struct Theme: Sendable, Equatable {
  /// Values that differ from those of the tokens. Immutable.
  private final class Table: Sendable {
    let name: String
    /// Values by token number, one per mode or density; nil: that of the token.
    let values: [Int: [ThemeValue?]]

    init(_ name: String, _ values: [Int: [ThemeValue?]]) { (self.name, self.values) = (name, values) }
  }

  private var table: Table
  /// Colour mode; nil: light or dark according to the environment's ``EnvironmentValues/colorScheme``.
  public var mode: ThemeMode?
  /// Mode of the environment that the theme was read from.
  private var surroundingMode = ThemeMode.light
  /// Density of the environment that the theme was read from.
  private var density = ThemeDensity.regular

  private init(_ table: Table) { self.table = table }

  /// Makes a theme with the default values of all tokens.
  /// - Parameter name: a name for people and theme files.
  public init(_ name: String = "lagoon") { table = Table(name, [:]) }

  /// The name for people and theme files.
  public var name: String { table.name }

  /// The colour mode in effect.
  var currentMode: ThemeMode { mode ?? surroundingMode }

  /// The value of a token in the mode and the density of the environment that the theme was read from. O(1), without a lock.
  public subscript<Value: ThemeTokenValue>(token: ThemeToken<Value>) -> Value {
    ChangeTracking.current?.pointee.environmentKeys.insert(ThemeTokens.bit(token.number))
    let index = token.axis == .mode ? currentMode.index : density.index
    if !table.values.isEmpty, let own = table.values[token.number]?[index], let value = Value(own) { return value }
    return token.values[index]
  }

  /// Returns the color of the token with a number; nil if its value is not a color. O(1), without a lock for tokens of Tessera.
  func color(_ number: Int) -> Color? {
    let number = number == Color.lettersNumber ? ThemeToken.ink.number : number
    ChangeTracking.current?.pointee.environmentKeys.insert(ThemeTokens.bit(number))
    guard let token = ThemeTokens.description(number) else { return nil }
    return Color(value(number, token))
  }

  /// Sets a token for all modes and densities.
  public mutating func set<Value: ThemeTokenValue>(_ token: ThemeToken<Value>, to value: Value) {
    set(token.number, Array(repeating: value.themeValue, count: token.values.count))
  }

  /// Sets a token for one mode. A token that depends on the density is set for all of them.
  public mutating func set<Value: ThemeTokenValue>(_ token: ThemeToken<Value>, to value: Value, in mode: ThemeMode) {
    guard token.axis == .mode else { return set(token, to: value) }
    var values = table.values[token.number] ?? Array(repeating: nil, count: token.values.count)
    values[mode.index] = value.themeValue
    set(token.number, values)
  }

  /// Sets values of a token, by mode or density; nil: that of the token.
  mutating func set(_ number: Int, _ values: [ThemeValue?]) {
    table = Table(table.name, table.values.merging([number: values]) { $1 })
  }

  /// Values that were set, by the numbers of tokens.
  var setValues: [Int: [ThemeValue?]] { table.values }

  /// Themes are equal if they have the same name, mode and values.
  public static func == (a: Theme, b: Theme) -> Bool {
    a.mode == b.mode && (a.table === b.table || a.table.name == b.table.name && a.table.values == b.table.values)
  }

  /// Returns the theme for a 1-bit display.
  fileprivate var onBlackAndWhite: Theme {
    var theme = self
    theme.surroundingMode = surroundingMode.isDark ? .contrastDark : .paper
    return theme
  }

  /// Returns the theme for an environment's mode and density.
  fileprivate func read(in mode: ThemeMode, _ density: ThemeDensity) -> Theme {
    var theme = self
    (theme.surroundingMode, theme.density) = (mode, density)
    return theme
  }

  /// Returns the value of a token without its type. The read is not tracked.
  func value(_ number: Int, _ token: ThemeTokenDescription) -> ThemeValue {
    let index = token.axis == .mode ? currentMode.index : density.index
    return table.values[number]?[index] ?? token.values[index]
  }

  /// Returns the tokens whose values differ between two themes. Linear in the number of tokens.
  fileprivate static func difference(_ a: Theme, _ b: Theme) -> EnvironmentKeySet {
    var keys = EnvironmentKeySet()
    if a.table === b.table, a.currentMode == b.currentMode, a.density == b.density { return keys }
    for (number, token) in ThemeTokens.all.enumerated() where a.value(number, token) != b.value(number, token) {
      keys.insert(ThemeTokens.bit(number))
    }
    return keys
  }
}

extension Theme {
  private static func family(_ name: String, light: [UInt32], dark: [UInt32]) -> Theme {
    var theme = Theme(name)
    let roles: [ThemeToken<Color>] = [.accent, .accentPress, .onAccent, .wash, .onWash, .select, .tileMark, .inverseAccent]
    for (i, role) in roles.enumerated() {
      theme.set(role, to: Color(rgb: light[i]), in: .light)
      theme.set(role, to: Color(rgb: dark[i]), in: .dark)
    }
    return theme
  }

  /// For anything: teal on warm gray.
  public static let lagoon = Theme()
  /// For kitchens, heat and audio: rust.
  public static let ember = family(
    "ember", light: [0xA53C10, 0x842C08, 0xFFFFFF, 0xF7E3D6, 0x732808, 0xF7C7AD, 0xA53C10, 0xFFBE94],
    dark: [0xFF9E6B, 0xFFBE94, 0x311000, 0x422818, 0xFFD7BD, 0x7B4121, 0x842C08, 0xA53C10])
  /// For instruments and offices: deep blue.
  public static let ultramarine = family(
    "ultramarine", light: [0x3949B5, 0x293494, 0xFFFFFF, 0xDEE3F7, 0x293484, 0xBDC7F7, 0x3949B5, 0xBDCBFF],
    dark: [0x9CAEFF, 0xBDCBFF, 0x081042, 0x212C52, 0xCED7FF, 0x394994, 0x293494, 0x3949B5])

  /// The themes that come with Tessera.
  public static let families: [Theme] = [.lagoon, .ember, .ultramarine]
}

extension EnvironmentValues {
  /// The theme. Reads of a token are tracked for that token alone. Its mode follows ``colorScheme`` unless it is set; on a 1-bit display it is
  /// `paper`, or `contrastDark` for the dark scheme.
  public var theme: Theme {
    get {
      // Grounds that are not white or black would become patterns.
      textAntialiasing == .bilevel ? EnvironmentStorage.theme(storage).onBlackAndWhite : EnvironmentStorage.theme(storage)
    }
    set { setTheme(newValue) }
  }

  /// Density and size of controls: that of the stage's shorter side (``ThemeDensity/init(shorterSide:)``), or one set by a node.
  public var density: ThemeDensity {
    get { value(EnvironmentKeys.density) ?? .regular }
    set { set(EnvironmentKeys.density, newValue, isDefault: newValue == .regular) }
  }

  private mutating func setTheme(_ theme: Theme) {
    set(EnvironmentKeys.theme, theme.read(in: .light, .regular), isDefault: theme == .lagoon)
  }
}

extension EnvironmentStorage {
  /// Returns the theme of the values, in their mode and density. The read is not tracked.
  fileprivate static func theme(_ storage: EnvironmentStorage?) -> Theme {
    guard let storage else { return .lagoon }
    let theme = storage.value(EnvironmentKeys.theme, as: Theme.self) ?? .lagoon
    let scheme = storage.value(EnvironmentKeys.colorScheme, as: ColorScheme.self) ?? .light
    return theme.read(
      in: scheme == .dark ? .dark : .light, storage.value(EnvironmentKeys.density, as: ThemeDensity.self) ?? .regular)
  }

  /// Returns the tokens whose values differ between two environments.
  static func themeDifference(_ a: EnvironmentStorage?, _ b: EnvironmentStorage?) -> EnvironmentKeySet {
    Theme.difference(theme(a), theme(b))
  }
}
