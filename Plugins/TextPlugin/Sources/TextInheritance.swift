internal import Tessera
public import TesseraRender

/// Environment values that differ from the defaults of a text. Set only in copies for layout. Takes one word in a text.
final class TextInheritance: Sendable, Equatable {
  /// Scale of letters and lines.
  let scale: Double
  let scheme: ColorScheme
  /// Colour of links without a colour, and of a text that follows the tint.
  let tint: Color?
  /// Colors of the theme for the tokens of the text.
  let palette: [Color: Color]

  init?(scale: Double, scheme: ColorScheme, tint: Color?, palette: [Color: Color] = [:]) {
    guard scale != 1 || scheme != .light || tint != nil || !palette.isEmpty else { return nil }
    (self.scale, self.scheme, self.tint, self.palette) = (scale, scheme, tint, palette)
  }

  static func == (a: TextInheritance, b: TextInheritance) -> Bool {
    a.scale == b.scale && a.scheme == b.scheme && a.tint == b.tint && a.palette == b.palette
  }

  func resolved(_ color: Color) -> Color {
    guard color.isDynamic else { return color }
    return palette[color] ?? (scheme == .dark ? color.resolved(in: scheme) : color)
  }

  func resolved(_ attributes: TextAttributes) -> TextAttributes {
    var result = scale == 1 ? attributes : attributes.scaled(by: scale)
    guard scheme == .dark || !palette.isEmpty else { return result }
    result.color = resolved(attributes.color)
    result.background = attributes.background.map(resolved)
    result.underlineColor = attributes.underlineColor.map(resolved)
    result.strikethroughColor = attributes.strikethroughColor.map(resolved)
    if let outline = attributes.outline { result.outline?.color = resolved(outline.color) }
    return result
  }

  func resolved(_ text: AttributedText) -> AttributedText {
    var result = text
    result.update(0..<text.string.utf8.count) { $0 = resolved($0) }
    return result
  }
}

extension Text {
  /// Default colour of letters: `ink` of the theme.
  public static let defaultColor = Color.theme(.ink)
  /// Default colour behind selected letters: `select` of the theme.
  public static let defaultSelectionColor = Color.theme(.select)
  /// Default colour of links: `accent` of the theme; the environment's tint overrides it.
  public static let defaultLinkColor = Color.theme(.accent)

  /// Colour of links without their own colour.
  var shownLinkColor: Color {
    let color = linkColor == Text.defaultLinkColor ? inherited?.tint ?? linkColor : linkColor
    return inherited?.resolved(color) ?? color
  }

  /// Calls `body` with each colour that letters, lines and links may have.
  private func forEachColor(_ body: (Color) -> Void) {
    body(color)
    if !isPlain || tintsLinks { body(linkColor) }
    for case let color? in [outlineColor, underlineColor, strikethroughColor] { body(color) }
    guard !isPlain else { return }
    for run in attributedText.runs {
      body(run.attributes.color)
      let others = [
        run.attributes.background, run.attributes.underlineColor, run.attributes.strikethroughColor, run.attributes.outline?.color,
      ]
      for case let color? in others { body(color) }
    }
  }

  /// Returns whether a color depends on the color scheme, and the colors of tokens that the color scheme does not give.
  private func colors(in environment: EnvironmentValues, tint: Color?) -> (isDynamic: Bool, palette: [Color: Color]) {
    var result: (isDynamic: Bool, palette: [Color: Color]) = (false, [:])
    func add(_ color: Color) {
      guard color.isDynamic else { return }
      guard color.tokenNumber != nil else { return result.isDynamic = true }
      let shown = color.resolved(in: environment)
      // Measured lines have the colours of both schemes, and are drawn as they are.
      guard shown != color.resolved(in: environment.colorScheme) else { return result.isDynamic = true }
      result.palette[color] = shown
    }
    forEachColor(add)
    if let tint { add(tint) }
    return result
  }

  /// Whether links have the environment's tint.
  private var tintsLinks: Bool {
    guard linkColor == Text.defaultLinkColor else { return false }
    if isPlain { return extrasBox.map { !$0.extras.truncationMessage.isEmpty } ?? false }
    return true
  }

  /// Whether the letters are one string in one colour. It may then be painted in a colour other than that of its layout.
  var isOneColor: Bool {
    guard isPlain else { return false }
    return underlineColor == nil && strikethroughColor == nil && outlineColor == nil && !tintsLinks
  }

  /// Returns the colour of letters without their own colour.
  func shownColor(in environment: EnvironmentValues) -> Color {
    (followsTint ? environment.tint ?? color : color).resolved(in: environment)
  }

  /// Returns a copy for layout in `environment`. Reads only environment values that affect the text.
  ///
  /// - Parameter colors: Whether colours are inherited; measuring does not need them.
  func inheriting(_ environment: EnvironmentValues, colors: Bool) -> Text {
    let tint = colors && (followsTint || tintsLinks) ? environment.tint : nil
    let found = colors ? self.colors(in: environment, tint: tint) : (isDynamic: false, palette: [:])
    let inherited = TextInheritance(
      scale: environment.textScale, scheme: found.isDynamic ? environment.colorScheme : .light, tint: tint, palette: found.palette)
    guard environment.direction != surrounding || inherited != self.inherited || colors && followsTint && tint != nil else { return self }
    var text = self
    text.surrounding = environment.direction
    text.inherited = inherited
    if colors, followsTint, let tint { text.color = tint }
    return text
  }
}
