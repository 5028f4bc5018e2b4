public import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Per-node state of a text outside the value: its last layouts, shared by measuring and drawing, and its interaction state. Any thread.
///
/// A layout is only returned for the same text, style and space, so cache contents do not affect what is drawn.
public final class TextLayoutCache: NodeStorage {
  struct Key: Equatable, Sendable {
    var content: Text.Content
    var attributes: TextAttributes
    var inherited: TextInheritance?
    var style: ParagraphStyle
    var width: Double
    var height: Double
    var scale: Double
    /// What the text is made smaller by until it fits.
    var factors: [Double]
    /// ``FontLibrary/generation``: fonts that came since are taken when something is laid out again.
    var fonts: UInt32
  }

  /// Measured without a limit, measured within one, laid out.
  static let limit = 3

  /// A reference: what a key holds is shared by many texts, and counting who holds it is what several workers would wait for.
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
    /// The oldest, which the next one replaces.
    var oldest = 0
    /// What fonts there were when the node was last told how large it is; nil: it was not, or was asked to be.
    var measuredFonts: UInt32?
    var longs: [Long] = []
    /// One word of memory in each text; nil: nobody has touched it.
    var interaction: Interaction?
    /// What is shown above the text while a finger selects; nil: nothing was yet.
    var controls: SelectionControls?
  }

  private final class Interaction: Sendable {
    let value: TextInteraction

    init(_ value: TextInteraction) { self.value = value }
  }

  private let contents = Locked(Contents())

  /// Creates an empty cache.
  public init() { registerGlyphPainter() }

  /// What is shown above the text while a finger selects; nil where nothing was yet.
  var controls: SelectionControls? { contents.withLock { $0.controls } }

  /// The same, made where there is none.
  func makeControls() -> SelectionControls {
    contents.withLock { contents in
      let controls = contents.controls ?? SelectionControls()
      contents.controls = controls
      return controls
    }
  }

  /// The layout for `key`, made where it is not known.
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

  /// A layout of the text of `key`, without a limit of height and as wide as that or wider, that measured `size` in whole device pixels: its lines
  /// are those of a layout of that width.
  func layout(_ key: Key, measuring size: Size) -> TextLayout? {
    find { known in
      known.key.height == .infinity && known.key.width >= size.width
        && Text.roundUp(known.layout.size.width, key.scale) == size.width
        && Text.roundUp(known.layout.size.height, key.scale) == size.height && known.key.content == key.content
        && known.key.attributes == key.attributes && known.key.style == key.style && known.key.factors == key.factors
        && known.key.fonts == key.fonts
    }?.layout
  }

  /// A layout of the text of `key` in whatever room, to be laid out again without shaping.
  func relative(of key: Key) -> TextLayout? {
    find {
      $0.key.content == key.content && $0.key.attributes == key.attributes && $0.key.inherited == key.inherited && $0.key.style == key.style
        && $0.key.factors == key.factors
    }?.layout
  }

  private func find(_ isWanted: (Entry) -> Bool) -> Entry? { contents.withLock { $0.layouts.first(where: isWanted) } }

  /// Notes that a node was told how large it is with these fonts.
  func note(measuredWith fonts: UInt32) { contents.withLock { $0.measuredFonts = fonts } }

  /// Whether a node that was drawn with these fonts was measured with others; says so once.
  func wasMeasured(without fonts: UInt32) -> Bool {
    contents.withLock { contents in
      guard let before = contents.measuredFonts, before != fonts else { return false }
      contents.measuredFonts = nil
      return true
    }
  }

  /// What fingers and keys left behind; nil: nothing. Set with the node's lock held only, so that it fits the value
  /// (``Tessera/Node/updateKeeping(_:)``).
  var interaction: TextInteraction? {
    get { contents.withLock { $0.interaction }?.value }
    set {
      let new = newValue.map(Interaction.init)
      // What it was is let go of after the lock.
      let old = contents.withLock { contents in
        let old = contents.interaction
        contents.interaction = new
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Forgets the layouts.
  func clear() {
    contents.withLock {
      $0.layouts = []
      $0.oldest = 0
      $0.longs = []
    }
  }

  // MARK: Long texts

  /// A text without a limit of height, of which more gets laid out as it is seen.
  private struct Long: Sendable {
    let text: AttributedText
    let style: ParagraphStyle
    let width: Double
    let fonts: UInt32
    let layout: TextLayout
    /// The least and the last height that it was measured at.
    var least: Double?
    var last: Double?
  }

  /// At the widths that were tried and at the one that was given: a layout that is forgotten forgets how high it turned out to be.
  private static let longLimit = 4

  /// The one layout of a long text at `width`; `make` gets that of an earlier state of the text, which is forgotten.
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

  /// The least height that this layout of a long text was measured at.
  func measuredHeight(of layout: TextLayout) -> Double? { contents.withLock { $0.longs.first { $0.layout === layout }?.least } }

  /// Notes that a node was told how high `layout` is.
  func note(measured layout: TextLayout) {
    contents.withLock { contents in
      guard let i = contents.longs.firstIndex(where: { $0.layout === layout }) else { return }
      let height = layout.size.height
      contents.longs[i].least = min(contents.longs[i].least ?? height, height)
      contents.longs[i].last = height
    }
  }

  /// Whether a long text is half a unit higher or lower than it last said.
  var wantsToBeMeasured: Bool {
    contents.withLock { $0.longs.contains { long in long.last.map { abs($0 - long.layout.size.height) > 0.5 } ?? false } }
  }
}
