/// Space in a line for non-text content.
///
/// Set it on a U+FFFC (`TextAttachment.character`): lines break before and after it as around an ideograph.
public struct TextAttachment: Sendable, Hashable {
  /// The character that carries an attachment.
  public static let character = "\u{FFFC}"

  /// Width of the space, logical units.
  public var width: Double
  /// Distance from its top to the baseline, logical units.
  public var ascent: Double
  /// Distance from the baseline to its bottom, logical units.
  public var descent: Double
  /// Identifier for the code that draws attachments.
  public var id: String
  /// Image drawn into the space; nil if other code draws it.
  public var image: PixelBuffer?

  /// Creates an attachment on the baseline.
  public init(id: String = "", width: Double, height: Double, image: PixelBuffer? = nil) {
    self.id = id
    self.image = image
    self.width = width
    ascent = height
    descent = 0
  }

  /// Creates an attachment aligned with letters of `font`.
  public init(
    id: String = "", width: Double, height: Double, alignment: Alignment, beside font: Font, image: PixelBuffer? = nil
  ) {
    self.init(id: id, width: width, height: height, image: image)
    guard alignment != .baseline else { return }
    let line = TextLayout(AttributedText("", attributes: TextAttributes(font: font)))
    let (above, below) = (line.firstBaseline, line.size.height - line.firstBaseline)
    switch alignment {
    case .baseline: break
    case .center: ascent = (height + above - below) / 2
    case .top: ascent = above
    case .bottom: ascent = height - below
    }
    descent = height - ascent
  }

  /// Vertical alignment of an attachment with the letters of a line.
  public enum Alignment: String, Sendable, CaseIterable, Hashable {
    /// Its bottom on the baseline.
    case baseline
    /// Its middle at the middle of the letters' line.
    case center
    /// Its top at the top of the letters' line.
    case top
    /// Its bottom at the bottom of the letters' line.
    case bottom
  }
}

extension TextAttachment {
  /// Equal in size and id, and with the same image.
  public static func == (a: TextAttachment, b: TextAttachment) -> Bool {
    a.width == b.width && a.ascent == b.ascent && a.descent == b.descent && a.id == b.id && a.image === b.image
  }

  /// Hashes the size and the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(width)
    hasher.combine(ascent)
  }
}
