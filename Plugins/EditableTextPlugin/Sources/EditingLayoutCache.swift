internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Cache of the last layouts of a text field. An edit, its caret queries, measuring and drawing share one layout, and a long text is laid
/// out again only where the edit changed it. Any thread.
///
/// A layout is only returned for the same text, style and width, so cache contents don't affect drawing.
final class EditingLayoutCache: Sendable {
  struct Key: Equatable, Sendable {
    var text: AttributedText
    var style: ParagraphStyle
    var width: Double
    /// ``FontLibrary/generation``: after fonts are added, texts are laid out again.
    var fonts = FontLibrary.shared.generation
  }

  /// Maximum number of layouts: of text and placeholder, each for the tried width and the final width.
  private static let limit = 4

  private let known = Locked<[(key: Key, layout: TextLayout)]>([])

  /// Returns the layout for `key`. If it is not cached, it is created from that of an earlier state of the text.
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
