/// Room in a line for something that is no text.
///
/// Put it on a U+FFFC (`TextAttachment.character`): lines break before and after it as around an ideograph.
public struct TextAttachment: Sendable, Hashable {
  /// The character that an attachment stands on.
  public static let character = "\u{FFFC}"

  /// The room it takes, logical units.
  public var width: Double
  /// From its top to the baseline, logical units.
  public var ascent: Double
  /// From the baseline to its bottom, logical units.
  public var descent: Double
  /// Tells attachments apart for who draws them.
  public var id: String
  /// What is drawn into its room; nil: nothing, someone else does.
  public var image: PixelBuffer?

  /// Makes an attachment that stands on the baseline.
  public init(id: String = "", width: Double, height: Double, image: PixelBuffer? = nil) {
    self.id = id
    self.image = image
    self.width = width
    ascent = height
    descent = 0
  }

  /// Makes an attachment that stands beside letters of `font` as `alignment` says.
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

  /// Where an attachment stands beside letters.
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
  /// Equal in room and id, and with the same image.
  public static func == (a: TextAttachment, b: TextAttachment) -> Bool {
    a.width == b.width && a.ascent == b.ascent && a.descent == b.descent && a.id == b.id && a.image === b.image
  }

  /// The room and the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(width)
    hasher.combine(ascent)
  }
}
