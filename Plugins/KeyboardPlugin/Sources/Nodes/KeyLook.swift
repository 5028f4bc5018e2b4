internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Tokens and texts for drawing a key. A value of one draw.
struct KeyLook {
  let theme: Theme
  let environment: EnvironmentValues
  let scale: Double

  init(_ context: DrawContext) {
    (theme, environment) = (context.environment.theme, context.environment)
    scale = context.scale > 0 ? context.scale : 1
  }

  var isBilevel: Bool { environment.textAntialiasing == .bilevel }
  /// One device pixel in logical units.
  var pixel: Double { 1 / scale }
  /// Whether grounds need an edge, because they have no contrast to each other.
  var hasEdges: Bool { theme[.elevation1].edge > 0 }

  /// Returns ground and letters of a key; a pressed key on paper changes places of both.
  func colors(of ground: BoardKey.Ground, isPressed: Bool) -> (fill: Color?, ink: Color) {
    switch ground {
    case .none: return (isPressed ? theme.wellPress : nil, isPressed ? onPress : theme.ink)
    case .action: return isPressed ? (theme.accentPress, isInverted ? theme.ink : theme.onAccent) : (theme.accent, theme.onAccent)
    case .letter, .function:
      return isPressed ? (theme.wellPress, onPress) : (ground == .letter ? theme.surface : theme.well, theme.ink)
    }
  }

  /// Whether a pressed key has the ground of letters, as on paper.
  private var isInverted: Bool { theme.wellPress == theme.ink }
  private var onPress: Color { isInverted ? theme.surface : theme.ink }

  /// Returns a letter: 22 units, 18 in compact density, less in a small key.
  func letter(_ label: String, _ color: Color, room: Size, factor: Double = 1) -> TextLayout {
    let wanted = (environment.density == .compact ? 18 : 22) * environment.textScale * factor
    let size = max(11, min(wanted, room.height * 0.58, room.width * 0.9))
    // A mark without a letter is shown on a circle.
    let isMark = label.unicodeScalars.first.map { $0.properties.generalCategory == .nonspacingMark } ?? false
    return layout((isMark ? "\u{25CC}" : "") + label, Font(size: size, weight: FontWeight(500)), color)
  }

  /// Returns the words of a function key or of the strip.
  func words(_ label: String, _ color: Color, width: Double) -> TextLayout {
    let type = theme[.small]
    return layout(label, Font(size: type.size * environment.textScale, weight: FontWeight(500)), color, width: width)
  }

  /// Returns the second sign of a key.
  func hint(_ label: String, _ color: Color) -> TextLayout {
    layout(label, Font(size: theme[.micro].size, weight: FontWeight(500)), color)
  }

  private func layout(_ text: String, _ font: Font, _ color: Color, width: Double = .infinity) -> TextLayout {
    var paragraph = ParagraphStyle()
    paragraph.lineLimit = 1
    paragraph.alignment = .left
    return TextLayout(
      AttributedText(text, attributes: TextAttributes(font: font, color: color)), paragraph: paragraph, width: width)
  }
}
