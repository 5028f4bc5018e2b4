internal import TesseraGeometry
internal import TesseraRender
internal import TesseraSubtitles

/// Texts of cues over the picture of a video, placed by their settings. Source: WebVTT (W3C), section 7.2, for horizontal text; vertical cues are
/// horizontal, and regions count as their lower edge.
struct CaptionLayout: Sendable {
  /// Text with its place in the box of the node.
  struct Text: Sendable {
    var layout: TextLayout
    /// Box of the cue; its text is inset.
    var frame: Rect
  }

  let texts: [Text]
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
    func text(_ cue: Cue) -> Text? {
      let columns = Self.columns(cue.settings, area.width)
      var paragraph = ParagraphStyle()
      (paragraph.alignment, paragraph.isBalanced) = (columns.alignment, true)
      var text = AttributedText()
      Self.append(cue.content, to: &text, TextAttributes(font: Font(size: size), color: .white))
      let layout = TextLayout(text, paragraph: paragraph, width: max(1, columns.width - 2 * inset))
      let height = layout.size.height + inset
      return layout.lineCount > 0
        ? Text(layout: layout, frame: Rect(x: area.minX + columns.start, y: 0, width: columns.width, height: height)) : nil
    }
    let inset = inset
    var placed: [Text] = []
    for cue in cues {
      guard let number = cue.settings.line, var text = text(cue) else { continue }
      let height = text.frame.height
      let top =
        if !cue.settings.snapsToLines {
          area.minY + area.height * min(max(0, number), 100) / 100
            - (cue.settings.lineAlignment == .start ? 0 : cue.settings.lineAlignment == .center ? height / 2 : height)
        } else {
          number >= 0 ? area.minY + margin + number * line : area.maxY - margin - lower + (number + 1) * line - height
        }
      // Never outside of the picture.
      text.frame.origin.y = max(area.minY, min(top, area.maxY - height))
      placed.append(text)
    }
    // Automatic cues are stacked upward from the lower edge, the newest lowest, around the others.
    for cue in cues.reversed() where cue.settings.line == nil {
      guard var text = text(cue) else { continue }
      text.frame.origin.y = area.maxY - margin - lower - text.frame.height
      // Each cue is passed at most once, as the place only rises.
      while let other = placed.first(where: { !$0.frame.intersection(text.frame).isEmpty }) {
        text.frame.origin.y = other.frame.minY - inset * 0.5 - text.frame.height
      }
      text.frame.origin.y = max(area.minY, text.frame.minY)
      placed.append(text)
    }
    texts = placed
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

  /// Paints each line on a dark ground, which is opaque for a display of black and white: a pattern of pixels behind letters hides them.
  func draw(in canvas: borrowing Canvas, isBilevel: Bool) {
    for text in texts {
      let origin = Point(text.frame.minX + inset, text.frame.minY + inset / 2)
      for line in text.layout.lines where line.width > 0 {
        let frame = Rect(
          x: origin.x + line.frame.minX - inset, y: origin.y + line.frame.minY - inset / 4, width: line.width + 2 * inset,
          height: line.frame.height + inset / 2)
        canvas.fill(RoundedRect(frame, radius: inset / 2), .color(isBilevel ? .black : Self.ground))
      }
      canvas.draw(text.layout, at: origin)
    }
  }
}
