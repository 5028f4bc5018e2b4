internal import TesseraGeometry
internal import TesseraRender
internal import TesseraSubtitles

/// Texts of cues over the picture of a video, placed by their settings. Source: WebVTT (W3C), section 7.2, for horizontal text; vertical cues are
/// horizontal, and regions count as their lower edge.
struct CaptionLayout: Sendable {
  /// Text with its place in the box of the node.
  struct Placed: Sendable {
    var text: TextLayout
    var origin: Point
    var size: Size
  }

  let texts: [Placed]
  /// Grounds are painted below the letters.
  private let inset: Double

  /// Height of letters as a part of the picture's, and their minimum in logical units.
  private static let relativeSize = 0.0533
  private static let minimumSize = 11.0
  private static let ground = Color(white: 0, alpha: 0.75)

  /// Lays cues out.
  ///
  /// - Parameters:
  ///   - cues: in the order of their starts.
  ///   - area: visible part of the picture, in logical units.
  ///   - lower: height at the lower edge that other content covers.
  init(_ cues: [Cue], in area: Rect, lower: Double) {
    let size = max(Self.minimumSize, area.height * Self.relativeSize)
    inset = size * 0.35
    let line = (size * 1.3).rounded(.up) + inset * 0.5
    let margin = min(area.height * 0.04, size)
    var (placed, bottom) = ([Placed](), area.maxY - margin - lower)
    // Automatic cues are stacked upward, the newest lowest.
    for cue in cues.reversed() {
      let (start, width, alignment) = Self.columns(cue.settings, area.width)
      var paragraph = ParagraphStyle()
      (paragraph.alignment, paragraph.isBalanced) = (alignment, true)
      var text = AttributedText()
      let attributes = TextAttributes(font: Font(size: size), color: .white)
      Self.append(cue.content, to: &text, attributes)
      let layout = TextLayout(text, paragraph: paragraph, width: max(1, width - 2 * inset))
      guard layout.lineCount > 0 else { continue }
      let height = layout.size.height + inset
      let y: Double
      switch cue.settings.line {
      case .none:
        bottom -= height
        y = bottom
        bottom -= inset * 0.5
      case .some(let number) where cue.settings.snapsToLines:
        y = number >= 0 ? area.minY + margin + number * line : area.maxY - margin - lower + (number + 1) * line - height
      case .some(let percent):
        let shift = cue.settings.lineAlignment == .start ? 0 : cue.settings.lineAlignment == .center ? height / 2 : height
        y = area.minY + area.height * min(max(0, percent), 100) / 100 - shift
      }
      // Never outside of the picture.
      let limited = max(area.minY, min(y, area.maxY - height))
      placed.append(Placed(text: layout, origin: Point(area.minX + start + inset, limited + inset / 2), size: Size(width, height)))
    }
    texts = placed.reversed()
  }

  /// Returns left edge, width and alignment of a cue in a picture of a width.
  static func columns(_ settings: CueSettings, _ width: Double) -> (start: Double, width: Double, alignment: TextAlignment) {
    let alignment = settings.alignment
    let isLeft = alignment == .start || alignment == .left
    let isRight = alignment == .end || alignment == .right
    let position = min(max(0, settings.position ?? (isLeft ? 0 : isRight ? 100 : 50)), 100)
    let anchor: CueSettings.PositionAlignment =
      settings.positionAlignment != .auto ? settings.positionAlignment : isLeft ? .lineLeft : isRight ? .lineRight : .center
    let most =
      switch anchor {
      case .lineLeft: 100 - position
      case .lineRight: position
      default: 2 * min(position, 100 - position)
      }
    let size = min(max(0, settings.size), most)
    let start =
      switch anchor {
      case .lineLeft: position
      case .lineRight: position - size
      default: position - size / 2
      }
    return (width * start / 100, width * size / 100, isLeft ? .left : isRight ? .right : .center)
  }

  /// Appends content with its styles. Time stamps within a cue and ruby annotations are left out.
  private static func append(_ content: [CueContent], to text: inout AttributedText, _ attributes: TextAttributes) {
    for part in content {
      switch part {
      case .text(let string): text.append(string, attributes: attributes)
      case .time: continue
      case .span(let span):
        var inner = attributes
        switch span.kind {
        case .bold: inner.font.weight = .bold
        case .italic: inner.font.slant = .italic
        case .underline: inner.underline = true
        case .strikethrough: inner.strikethrough = true
        case .language: inner.language = span.annotation.isEmpty ? nil : span.annotation
        case .font: if let color = Color(span.annotation) { inner.color = color }
        case .rubyText: continue
        case .classes, .ruby, .voice: break
        }
        // Classes of WebVTT's default style sheet are colors.
        for name in span.classes { if let color = classColors[name] { inner.color = color } }
        append(span.children, to: &text, inner)
      }
    }
  }

  private static let classColors: [String: Color] = [
    "white": .white, "lime": Color(rgb: 0x00FF00), "cyan": Color(rgb: 0x00FFFF), "red": Color(rgb: 0xFF0000),
    "yellow": Color(rgb: 0xFFFF00), "magenta": Color(rgb: 0xFF00FF), "blue": Color(rgb: 0x0000FF), "black": Color(rgb: 0x000000),
  ]

  /// Paints each line on a dark ground.
  func draw(in canvas: borrowing Canvas) {
    for placed in texts {
      for line in placed.text.lines where line.width > 0 {
        let frame = Rect(
          x: placed.origin.x + line.frame.minX - inset, y: placed.origin.y + line.frame.minY - inset / 4, width: line.width + 2 * inset,
          height: line.frame.height + inset / 2)
        canvas.fill(RoundedRect(frame, radius: inset / 2), .color(Self.ground))
      }
      canvas.draw(placed.text, at: placed.origin)
    }
  }
}
