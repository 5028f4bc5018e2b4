internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// The last layouts of a text field: an edit, what it asks about the caret, measuring and drawing lay out once, and of a long text only what
/// the edit changed. Any thread.
///
/// An answer is only given for the same text, style and width, so cache contents don't affect what is seen.
final class EditingLayoutCache: Sendable {
  struct Key: Equatable, Sendable {
    var text: AttributedText
    var style: ParagraphStyle
    var width: Double
    /// ``FontLibrary/generation``: fonts that came since are taken when something is laid out again.
    var fonts = FontLibrary.shared.generation
  }

  /// At the width that was tried and at the one that was given, text and placeholder.
  private static let limit = 4

  private let known = Locked<[(key: Key, layout: TextLayout)]>([])

  /// The layout for `key`, made where it is not known, from that of an earlier state of the text.
  func layout(_ key: Key) -> TextLayout {
    let (same, near) = known.withLock { known in
      (
        known.last { $0.key == key }?.layout,
        known.last { $0.key.width == key.width && $0.key.style == key.style && $0.key.fonts == key.fonts }?.layout
      )
    }
    if let same { return same }
    let made = TextLayout(key.text, paragraph: key.style, width: key.width, reusing: near)
    known.withLock { known in
      if known.count >= Self.limit { known.removeFirst() }
      known.append((key, made))
    }
    return made
  }
}
