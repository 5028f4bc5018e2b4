public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Per-node state of a text outside the value: its last layouts, shared by measuring and drawing, and its interaction state. Any thread.
///
/// A layout is only returned for the same text, style and space, so cache contents do not affect drawing.
public final class TextLayoutCache: NodeStorage {
  struct Key: Equatable, Sendable {
    var content: Text.Content
    var attributes: TextAttributes
    var inherited: TextInheritance?
    var style: ParagraphStyle
    var width: Double
    var height: Double
    var scale: Double
    /// Scale factors to try until the text fits.
    var factors: [Double]
    /// ``FontLibrary/generation``: after fonts are added, texts are laid out again.
    var fonts: UInt32
  }

  /// Layouts of one text: measured without a limit, measured within a limit, and drawn.
  static let limit = 3

  /// A class, because many texts share the contents of a key: counting their references would make workers contend.
  private final class Entry: Sendable {
    let key: Key
    let layout: TextLayout

    init(_ key: Key, _ layout: TextLayout) {
      self.key = key
      self.layout = layout
    }
  }

  private struct Contents: Sendable {
    var layouts: [Entry] = []
    /// Index of the oldest entry, which is replaced next.
    var oldest = 0
    /// Generation of fonts at the last measuring; nil before, or after a request to measure again.
    var measuredFonts: UInt32?
    var longs: [Long] = []
    /// Takes one word of memory in each text; nil before the first interaction.
    var interaction: Interaction?
    /// Controls for selection by touch; nil until first used.
    var controls: SelectionControls?
    /// Boxed, so that it takes one word in each text; nil if the program has none.
    var linkRule: LinkRule?
  }

  private final class LinkRule: Sendable {
    let allows: @Sendable (TextLink, LinkPress) -> Bool

    init(_ allows: @escaping @Sendable (TextLink, LinkPress) -> Bool) { self.allows = allows }
  }

  private final class Interaction: Sendable {
    let value: TextInteraction

    init(_ value: TextInteraction) { self.value = value }
  }

  private let contents = Locked(Contents())

  /// Creates an empty cache.
  public init() { registerGlyphPainter() }

  /// Rule of the program for presses of links.
  var linkPressRule: (@Sendable (TextLink, LinkPress) -> Bool)? {
    get { contents.withLock { $0.linkRule }?.allows }
    set {
      let new = newValue.map(LinkRule.init)
      // The former rule is released after the lock.
      let former = contents.withLock { contents in
        defer { contents.linkRule = new }
        return contents.linkRule
      }
      withExtendedLifetime(former) {}
    }
  }

  /// Controls for selection by touch; nil until first used.
  var controls: SelectionControls? { contents.withLock { $0.controls } }

  /// Returns the controls, created on first use.
  func makeControls() -> SelectionControls {
    contents.withLock { contents in
      let controls = contents.controls ?? SelectionControls()
      contents.controls = controls
      return controls
    }
  }

  /// Returns the layout for `key`, created if it is not cached.
  func layout(_ key: Key, make: () -> TextLayout) -> TextLayout {
    if let entry = find({ $0.key == key }) { return entry.layout }
    let made = make()
    contents.withLock { contents in
      if contents.layouts.count < Self.limit {
        contents.layouts.append(Entry(key, made))
      } else {
        contents.layouts[contents.oldest] = Entry(key, made)
        contents.oldest = (contents.oldest + 1) % Self.limit
      }
    }
    return made
  }

  /// Returns a cached layout of the text of `key` without a limit of height, with at least the key's width, whose size in whole device
  /// pixels is `size`. Its lines equal those of a layout of the key's width.
  func layout(_ key: Key, measuring size: Size) -> TextLayout? {
    find { known in
      known.key.height == .infinity && known.key.width >= size.width
        && Text.roundUp(known.layout.size.width, key.scale) == size.width
        && Text.roundUp(known.layout.size.height, key.scale) == size.height && known.key.content == key.content
        && known.key.attributes == key.attributes && known.key.style == key.style && known.key.factors == key.factors
        && known.key.fonts == key.fonts
    }?.layout
  }

  /// Returns a cached layout of the text of `key` in any space, to be laid out again without shaping.
  func relative(of key: Key) -> TextLayout? {
    find {
      $0.key.content == key.content && $0.key.attributes == key.attributes && $0.key.inherited == key.inherited && $0.key.style == key.style
        && $0.key.factors == key.factors
    }?.layout
  }

  private func find(_ isWanted: (Entry) -> Bool) -> Entry? { contents.withLock { $0.layouts.first(where: isWanted) } }

  /// Records the fonts with which the node was measured.
  func recordFonts(_ fonts: UInt32) { contents.withLock { $0.measuredFonts = fonts } }

  /// Returns whether the node was measured with other fonts than `fonts`. Returns true once.
  func wasMeasured(without fonts: UInt32) -> Bool {
    contents.withLock { contents in
      guard let before = contents.measuredFonts, before != fonts else { return false }
      contents.measuredFonts = nil
      return true
    }
  }

  /// Interaction state; nil if it is initial. Set only with the node's lock held, so that it matches the value
  /// (``Tessera/Node/updateKeeping(_:)``).
  var interaction: TextInteraction? {
    get { contents.withLock { $0.interaction }?.value }
    set {
      let new = newValue.map(Interaction.init)
      // The old state is released after the lock.
      let old = contents.withLock { contents in
        let old = contents.interaction
        contents.interaction = new
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Removes all layouts.
  func clear() {
    contents.withLock {
      $0.layouts = []
      $0.oldest = 0
      $0.longs = []
    }
  }

  // MARK: Long texts

  /// A text without a limit of height, which is laid out gradually as it becomes visible.
  private struct Long: Sendable {
    let text: AttributedText
    let style: ParagraphStyle
    let width: Double
    let fonts: UInt32
    let layout: TextLayout
    /// Minimum and last measured height.
    var least: Double?
    var last: Double?
  }

  /// Maximum number of long layouts: for the tried widths and the final one. An evicted layout loses its known height.
  private static let longLimit = 4

  /// Returns the single layout of a long text at `width`. `make` gets the layout of an earlier state of the text, which is then removed.
  func long(_ text: AttributedText, _ style: ParagraphStyle, _ width: Double, make: (TextLayout?) -> TextLayout) -> TextLayout {
    let fonts = FontLibrary.shared.generation
    let near = contents.withLock { contents -> Long? in
      guard let i = contents.longs.lastIndex(where: { $0.width == width && $0.style == style && $0.fonts == fonts }) else { return nil }
      contents.longs.append(contents.longs.remove(at: i))
      return contents.longs.last
    }
    if let near, near.text == text { return near.layout }
    let made = make(near?.layout)
    contents.withLock { contents in
      contents.longs.removeAll { $0.layout === near?.layout }
      if contents.longs.count >= Self.longLimit { contents.longs.removeFirst() }
      contents.longs.append(Long(text: text, style: style, width: width, fonts: fonts, layout: made))
    }
    return made
  }

  /// Returns the minimum height at which this layout of a long text was measured.
  func measuredHeight(of layout: TextLayout) -> Double? { contents.withLock { $0.longs.first { $0.layout === layout }?.least } }

  /// Records the measured height of `layout`.
  func recordHeight(of layout: TextLayout) {
    contents.withLock { contents in
      guard let i = contents.longs.firstIndex(where: { $0.layout === layout }) else { return }
      let height = layout.size.height
      contents.longs[i].least = min(contents.longs[i].least ?? height, height)
      contents.longs[i].last = height
    }
  }

  /// Whether the height of a long text differs by more than half a unit from its last measured height.
  var wantsToBeMeasured: Bool {
    contents.withLock { $0.longs.contains { long in long.last.map { abs($0 - long.layout.size.height) > 0.5 } ?? false } }
  }
}
