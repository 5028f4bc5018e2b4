internal import Tessera
internal import TesseraRender

/// The last layouts of a text: what is measured, asked for its ink and drawn is laid out once.
///
/// Copies of a text share it. An answer is only given to who asks with the same text, style and room, so it never shows.
struct LayoutMemo: Equatable, Sendable {
  struct Key: Equatable, Sendable {
    var content: Text.Content
    var attributes: TextAttributes
    var style: ParagraphStyle
    var width: Double
    var height: Double
    var scale: Double
    var leastFactor: Double
  }

  /// Measured without a limit, measured within one, laid out.
  static let limit = 3

  private let known = Locked<[(key: Key, layout: TextLayout)]>([])

  /// The layout for `key`, made where it is not known.
  func layout(_ key: Key, make: () -> TextLayout) -> TextLayout {
    if let layout = known.withLock({ $0.first { $0.key == key }?.layout }) { return layout }
    let made = make()
    known.withLock { known in
      if known.count >= Self.limit { known.removeFirst() }
      known.append((key, made))
    }
    return made
  }

  /// Forgets them.
  func clear() { known.withLock { $0.removeAll() } }

  /// Whether something is remembered does not show.
  static func == (a: LayoutMemo, b: LayoutMemo) -> Bool { true }
}
