internal import TesseraRender

// Measures and durations of the theme Lagoon: logical units and seconds.

extension ThemeToken<Double> {
  /// Distance of 4.
  public static let space1 = ThemeToken("space1", 4)
  /// Between parts that belong together: 8.
  public static let space2 = ThemeToken("space2", 8)
  /// Distance of 12.
  public static let space3 = ThemeToken("space3", 12)
  /// Between groups: 16.
  public static let space4 = ThemeToken("space4", 16)
  /// Distance of 20.
  public static let space5 = ThemeToken("space5", 20)
  /// Between sections: 24.
  public static let space6 = ThemeToken("space6", 24)
  /// Distance of 32.
  public static let space8 = ThemeToken("space8", 32)
  /// Distance of 40.
  public static let space10 = ThemeToken("space10", 40)
  /// Distance of 48.
  public static let space12 = ThemeToken("space12", 48)
  /// Boxes to tick, tags and bars.
  public static let radius1 = ThemeToken("radius1", 4)
  /// Tiles, segments and entries of menus.
  public static let radius2 = ThemeToken("radius2", 7)
  /// Buttons, fields and chips.
  public static let radius3 = ThemeToken("radius3", 10)
  /// Cards, menus and popovers.
  public static let radius4 = ThemeToken("radius4", 16)
  /// Dialogs and sheets.
  public static let radius5 = ThemeToken("radius5", 22)
  /// Edge of a screen.
  public static let margin = ThemeToken("margin", compact: 12, regular: 20, roomy: 32)
  /// Between cards.
  public static let gap = ThemeToken("gap", compact: 8, regular: 16, roomy: 24)
  /// Height of a control.
  public static let control = ThemeToken("control", compact: 36, regular: 48, roomy: 56)
  /// Height of a small control.
  public static let controlSmall = ThemeToken("controlSmall", compact: 28, regular: 36, roomy: 44)
  /// Height of a row of one line.
  public static let row = ThemeToken("row", compact: 44, regular: 56, roomy: 72)
  /// Height of a row of two lines.
  public static let rowTall = ThemeToken("rowTall", compact: 52, regular: 72, roomy: 92)
  /// Smallest side that a finger hits.
  public static let touch = ThemeToken("touch", compact: 44, regular: 48, roomy: 56)
  /// Side of an icon.
  public static let icon = ThemeToken("icon", compact: 20, regular: 24, roomy: 32)
  /// Side of a tile.
  public static let tileSide = ThemeToken("tileSide", compact: 20, regular: 24, roomy: 32)
  /// Radius of a tile.
  public static let tileRadius = ThemeToken("tileRadius", compact: 6, regular: 7, roomy: 9)
  /// Width of the edge of a control.
  public static let stroke = ThemeToken("stroke", 1.5)
  /// Width of the bar at a chosen part.
  public static let bar = ThemeToken("bar", 3)
  /// Width of the focus ring.
  public static let ring = ThemeToken("ring", 2)
  /// Seconds of the knob of a switch.
  public static let toggleTime = ThemeToken("toggleTime", 0.22)
  /// Seconds in which a bar or gauge moves to a new value.
  public static let valueTime = ThemeToken("valueTime", 0.3)
  /// Seconds of a number that counts.
  public static let countTime = ThemeToken("countTime", 0.4)
  /// Seconds in which a wheel stops.
  public static let rollerTime = ThemeToken("rollerTime", 0.3)
  /// Seconds of an expander.
  public static let expandTime = ThemeToken("expandTime", 0.25)
  /// Seconds of a toast that appears.
  public static let toastTime = ThemeToken("toastTime", 0.25)
  /// Seconds of a dialog that appears.
  public static let dialogTime = ThemeToken("dialogTime", 0.2)
  /// Seconds of one breath of a skeleton.
  public static let skeletonTime = ThemeToken("skeletonTime", 1.6)
  /// Seconds of a turn of a spinner.
  public static let spinTime = ThemeToken("spinTime", 1)

  /// All of them.
  static var standard: [ThemeToken<Double>] {
    [
      .space1, .space2, .space3, .space4, .space5, .space6, .space8, .space10, .space12, .radius1, .radius2, .radius3, .radius4,
      .radius5, .margin, .gap, .control, .controlSmall, .row, .rowTall, .touch, .icon, .tileSide, .tileRadius, .stroke, .bar,
      .ring, .toggleTime, .valueTime, .countTime, .rollerTime, .expandTime, .toastTime, .dialogTime, .skeletonTime, .spinTime,
    ]
  }
}

extension ThemeToken<ThemeType> {
  private static func step(
    _ name: String, _ compact: (Double, Double), _ regular: (Double, Double), _ roomy: (Double, Double), _ weight: Double
  ) -> Self {
    ThemeToken(name, .density, [compact, regular, roomy].map { ThemeType(size: $0.0, line: $0.1, weight: weight) })
  }

  /// The one value of a screen.
  public static let display = step("display", (40, 44), (56, 60), (72, 76), 700)
  /// Title of a screen.
  public static let title = step("title", (20, 24), (28, 34), (36, 42), 700)
  /// Title of a card, a dialog or a section.
  public static let heading = step("heading", (16, 20), (20, 26), (24, 30), 700)
  /// Text, rows and fields.
  public static let body = step("body", (14, 20), (16, 24), (20, 28), 400)
  /// Buttons, tabs and chips.
  public static let label = step("label", (14, 18), (16, 20), (20, 24), 500)
  /// Second lines and captions.
  public static let small = step("small", (12, 16), (14, 20), (16, 22), 400)
  /// Badges and axes.
  public static let micro = step("micro", (11, 14), (12, 16), (14, 18), 500)

  /// All of them.
  static var standard: [ThemeToken<ThemeType>] { [.display, .title, .heading, .body, .label, .small, .micro] }
}

extension ThemeToken<ThemeElevation> {
  private static func level(_ name: String, y: Double, radius: Double, edge: Double) -> Self {
    let (shadow, edge) = (ThemeElevation(y: y, radius: radius), ThemeElevation(edge: edge))
    return ThemeToken(name, light: shadow, dark: shadow, contrast: edge, contrastDark: edge, night: edge, paper: edge)
  }

  /// Cards on `ground`, and rows.
  public static let elevation0 = ThemeToken("elevation0", ThemeElevation())
  /// Tiles.
  public static let elevation1 = level("elevation1", y: 1, radius: 3, edge: 1)
  /// Menus, popovers, tooltips, toasts, and parts that are carried.
  public static let elevation2 = level("elevation2", y: 4, radius: 12, edge: 1)
  /// Dialogs and sheets.
  public static let elevation3 = level("elevation3", y: 8, radius: 24, edge: 2)

  /// All of them.
  static var standard: [ThemeToken<ThemeElevation>] { [.elevation0, .elevation1, .elevation2, .elevation3] }
}

extension ThemeTokens {
  /// Numbers of the tokens that come with Tessera, which are the first ones.
  static let standard: [Int] = [
    ThemeToken<Color>.standard.map(\.number), ThemeToken<Double>.standard.map(\.number), ThemeToken<ThemeType>.standard.map(\.number),
    ThemeToken<ThemeElevation>.standard.map(\.number),
  ].flatMap { $0 }
}
