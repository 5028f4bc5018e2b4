public import TesseraRender

// Roles of the theme Lagoon. 16-bit panels (5 bits red and blue, 6 bits green) show these colors exactly.

extension ThemeToken<Color> {
  private static func role(
    _ name: String, _ light: UInt32, _ dark: UInt32, _ contrast: UInt32, _ contrastDark: UInt32, _ night: UInt32, _ paper: UInt32
  ) -> Self {
    ThemeToken(name, .mode, [light, dark, contrast, contrastDark, night, paper].map { Color(rgb: $0) })
  }

  /// The screen.
  public static let ground = role("ground", 0xEFEBE7, 0x101418, 0xFFFFFF, 0x000000, 0x000000, 0xFFFFFF)
  /// Cards, rows and bars.
  public static let surface = role("surface", 0xFFFFFF, 0x181C21, 0xFFFFFF, 0x000000, 0x100400, 0xFFFFFF)
  /// Menus, dialogs and sheets.
  public static let raised = role("raised", 0xFFFFFF, 0x212829, 0xFFFFFF, 0x000000, 0x180808, 0xFFFFFF)
  /// Buttons, tracks and fields without a frame.
  public static let well = role("well", 0xDEDBD6, 0x293031, 0xFFFFFF, 0x000000, 0x291008, 0xFFFFFF)
  /// `well` while it is pressed.
  public static let wellPress = role("wellPress", 0xC6C3BD, 0x394142, 0xD6D3CE, 0x393C39, 0x421810, 0x000000)
  /// Separators, never the only mark of a control.
  public static let line = role("line", 0xD6D3CE, 0x313839, 0x000000, 0xFFFFFF, 0x311008, 0xAAAAAA)
  /// Frames of controls and empty tracks.
  public static let edge = role("edge", 0x7B7573, 0x7B868C, 0x000000, 0xFFFFFF, 0xA55131, 0x000000)
  /// Text and icons.
  public static let ink = role("ink", 0x181C21, 0xEFEFEF, 0x000000, 0xFFFFFF, 0xE7866B, 0x000000)
  /// Second lines and captions.
  public static let inkSoft = role("inkSoft", 0x52555A, 0xADB6B5, 0x000000, 0xFFFFFF, 0xCE715A, 0x555555)
  /// Placeholders and units.
  public static let inkFaint = role("inkFaint", 0x6B6D73, 0x949A9C, 0x393839, 0xC6C7C6, 0xB56552, 0x555555)
  /// The main action, links, and controls that are on.
  public static let accent = role("accent", 0x10696B, 0x6BC7C6, 0x003C8C, 0xFFE75A, 0xDE6139, 0x000000)
  /// `accent` while it is pressed.
  public static let accentPress = role("accentPress", 0x085152, 0x94DBD6, 0x002052, 0xFFF39C, 0xEF8A6B, 0xFFFFFF)
  /// Letters on `accent`.
  public static let onAccent = role("onAccent", 0xFFFFFF, 0x002829, 0xFFFFFF, 0x000000, 0x180400, 0xFFFFFF)
  /// Ground of a chosen part.
  public static let wash = role("wash", 0xD6E7E7, 0x213C39, 0xFFE75A, 0x003C8C, 0x391408, 0xFFFFFF)
  /// Letters on `wash`.
  public static let onWash = role("onWash", 0x084D52, 0xB5E7DE, 0x000000, 0xFFFFFF, 0xEF9E84, 0x000000)
  /// Deletes and faults.
  public static let danger = role("danger", 0xAD2821, 0xFF8A7B, 0x8C0000, 0xFF9A8C, 0xFF5939, 0x000000)
  /// Letters on `danger`.
  public static let onDanger = role("onDanger", 0xFFFFFF, 0x390400, 0xFFFFFF, 0x000000, 0x180400, 0xFFFFFF)
  /// Ground of a fault.
  public static let dangerWash = role("dangerWash", 0xF7DFD6, 0x422021, 0xFFFFFF, 0x000000, 0x390C08, 0xFFFFFF)
  /// Warnings.
  public static let warn = role("warn", 0x8C5500, 0xEFBA5A, 0x5A3000, 0xFFC35A, 0xE78E39, 0x000000)
  /// Letters on `warn`.
  public static let onWarn = role("onWarn", 0xFFFFFF, 0x311C00, 0xFFFFFF, 0x000000, 0x180800, 0xFFFFFF)
  /// Ground of a warning.
  public static let warnWash = role("warnWash", 0xF7E7C6, 0x423010, 0xFFFFFF, 0x000000, 0x291408, 0xFFFFFF)
  /// Done, safe.
  public static let good = role("good", 0x296931, 0x84CF8C, 0x003C10, 0x8CE38C, 0xC68A52, 0x000000)
  /// Letters on `good`.
  public static let onGood = role("onGood", 0xFFFFFF, 0x082808, 0xFFFFFF, 0x000000, 0x100800, 0xFFFFFF)
  /// Ground of a success.
  public static let goodWash = role("goodWash", 0xDEEBD6, 0x213821, 0xFFFFFF, 0x000000, 0x211008, 0xFFFFFF)
  /// Hints.
  public static let info = role("info", 0x2959A5, 0x94BAF7, 0x003C8C, 0x9CC3FF, 0xCE8273, 0x000000)
  /// Ground of a hint.
  public static let infoWash = role("infoWash", 0xDEE7F7, 0x213052, 0xFFFFFF, 0x000000, 0x211008, 0xFFFFFF)
  /// Toasts, tooltips and bubbles.
  public static let inverse = role("inverse", 0x212829, 0xE7E7E7, 0x000000, 0xFFFFFF, 0xE7866B, 0x000000)
  /// Letters on `inverse`.
  public static let onInverse = role("onInverse", 0xEFF3EF, 0x182021, 0xFFFFFF, 0x000000, 0x100400, 0xFFFFFF)
  /// An action in a toast.
  public static let inverseAccent = role("inverseAccent", 0x8CCFCE, 0x10696B, 0xFFE75A, 0x003C8C, 0x100400, 0xFFFFFF)
  /// Parts that can be dragged.
  public static let tile = role("tile", 0xFFFFFF, 0xEFEFEF, 0xFFFFFF, 0xFFFFFF, 0xDE6139, 0xFFFFFF)
  /// Ticks and marks on `tile`.
  public static let tileMark = role("tileMark", 0x10696B, 0x085152, 0x000000, 0x000000, 0x180400, 0x000000)
  /// The focus ring.
  public static let focus = role("focus", 0x182021, 0xFFFFFF, 0x000000, 0xFFE75A, 0xEF9E84, 0x000000)
  /// The line inside the focus ring.
  public static let focusContrast = role("focusContrast", 0xFFFFFF, 0x000000, 0xFFE75A, 0x000000, 0x000000, 0xFFFFFF)
  /// Chosen text.
  public static let select = role("select", 0xA5D7CE, 0x296563, 0xFFE75A, 0x003C8C, 0x521C10, 0xAAAAAA)
  /// Colour of shadows; clear in modes without them.
  public static let shadow = ThemeToken(
    "shadow", light: Color(white: 0, alpha: 0.16), dark: Color(white: 0, alpha: 0.4), contrast: .clear, contrastDark: .clear, night: .clear,
    paper: .clear)
  /// Shade over the content behind a dialog; clear on paper.
  public static let scrim = ThemeToken(
    "scrim", light: Color(white: 0, alpha: 0.4), dark: Color(white: 0, alpha: 0.56), contrast: Color(white: 0, alpha: 0.6),
    contrastDark: Color(white: 0, alpha: 0.6), night: Color(white: 0, alpha: 0.64), paper: .clear)

  /// All of them.
  static var standard: [ThemeToken<Color>] {
    [
      .ground, .surface, .raised, .well, .wellPress, .line, .edge, .ink, .inkSoft, .inkFaint, .accent, .accentPress, .onAccent,
      .wash, .onWash, .danger, .onDanger, .dangerWash, .warn, .onWarn, .warnWash, .good, .onGood, .goodWash, .info, .infoWash,
      .inverse, .onInverse, .inverseAccent, .tile, .tileMark, .focus, .focusContrast, .select, .shadow, .scrim,
    ]
  }
}
