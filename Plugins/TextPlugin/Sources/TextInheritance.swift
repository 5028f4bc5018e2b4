internal import Tessera
public import TesseraRender

/// Environment values that differ from the defaults of a text. Set only in copies for layout. Takes one word in a text.
final class TextInheritance: Sendable, Equatable {
  /// Scale of letters and lines.
  let scale: Double
  let scheme: ColorScheme
  /// Colour of links without a colour, and of a text that follows the tint.
  let tint: Color?

  init?(scale: Double, scheme: ColorScheme, tint: Color?) {
    guard scale != 1 || scheme != .light || tint != nil else { return nil }
    (self.scale, self.scheme, self.tint) = (scale, scheme, tint)
  }

  static func == (a: TextInheritance, b: TextInheritance) -> Bool { a.scale == b.scale && a.scheme == b.scheme && a.tint == b.tint }

  func resolved(_ attributes: TextAttributes) -> TextAttributes {
    var result = scale == 1 ? attributes : attributes.scaled(by: scale)
    guard scheme == .dark else { return result }
    result.color = attributes.color.resolved(in: scheme)
    result.background = attributes.background?.resolved(in: scheme)
    result.underlineColor = attributes.underlineColor?.resolved(in: scheme)
    result.strikethroughColor = attributes.strikethroughColor?.resolved(in: scheme)
    if let outline = attributes.outline { result.outline?.color = outline.color.resolved(in: scheme) }
    return result
  }

  func resolved(_ text: AttributedText) -> AttributedText {
    var result = text
    result.update(0..<text.string.utf8.count) { $0 = resolved($0) }
    return result
  }
}

extension Text {
  /// Default colour of links; the environment's tint overrides it.
  public static let defaultLinkColor = Color(rgb: 0x1A5FB4)

  /// Colour of links without their own colour.
  var shownLinkColor: Color {
    let color = linkColor == Text.defaultLinkColor ? inherited?.tint ?? linkColor : linkColor
    return color.resolved(in: inherited?.scheme ?? .light)
  }

  /// Whether a colour of the text depends on the colour scheme.
  private var isDynamic: Bool {
    if color.isDynamic || linkColor.isDynamic || outlineColor?.isDynamic ?? false || underlineColor?.isDynamic ?? false
      || strikethroughColor?.isDynamic ?? false
    {
      return true
    }
    return !isPlain && attributedText.runs.contains { $0.attributes.isDynamic }
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
    let color = followsTint ? environment.tint ?? color : color
    return color.isDynamic ? color.resolved(in: environment.colorScheme) : color
  }

  /// Returns a copy for layout in `environment`. Reads only environment values that affect the text.
  ///
  /// - Parameter colors: Whether colours are inherited; measuring does not need them.
  func inheriting(_ environment: EnvironmentValues, colors: Bool) -> Text {
    let tint = colors && (followsTint || tintsLinks) ? environment.tint : nil
    let scheme = colors && (isDynamic || tint?.isDynamic ?? false) ? environment.colorScheme : .light
    let inherited = TextInheritance(scale: environment.textScale, scheme: scheme, tint: tint)
    guard environment.direction != surrounding || inherited != self.inherited || colors && followsTint && tint != nil else { return self }
    var text = self
    text.surrounding = environment.direction
    text.inherited = inherited
    if colors, followsTint, let tint { text.color = tint }
    return text
  }
}
