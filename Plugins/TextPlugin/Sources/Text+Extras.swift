public import Tessera
public import TesseraRender

/// Rarely used properties, stored in one box. Texts without them have no box, so copies of a text count few references.
struct TextExtras: Equatable, Sendable {
  var scaleFactors: [Double] = []
  var truncationToken: String = "…"
  var attributedTruncationToken: AttributedText?
  var truncationMessage: String = ""
  var attributedTruncationMessage: AttributedText?
  var tabStops: [Double] = []
  var fill: Paint?
  var language: String = ""
  var exclusions: [TextExclusion] = []
  var menuTitles = EditMenuTitles()
  var numberFormat: NumberFormat?

  static let none = TextExtras()

  /// Takes one word of memory in each text.
  indirect enum Box: Equatable, Sendable {
    case box(TextExtras)

    var extras: TextExtras {
      switch self {
      case .box(let extras): extras
      }
    }
  }
}

extension Text {
  private var extras: TextExtras {
    get { extrasBox?.extras ?? .none }
    set { extrasBox = newValue == .none ? nil : .box(newValue) }
  }

  /// Factors tried from the largest on until the text fits, instead of steps of 0.05 down to `minimumScale`; empty means those steps.
  ///
  /// If none fits, the smallest is used. Factors outside of 0.05...1 are ignored, and those after the 100 largest.
  public var scaleFactors: [Double] {
    get { extrasBox?.extras.scaleFactors ?? [] }
    set { extras.scaleFactors = newValue }
  }

  /// Token shown at the place of truncation.
  public var truncationToken: String {
    get { extrasBox?.extras.truncationToken ?? "…" }
    set { extras.truncationToken = newValue }
  }

  /// Truncation token with its own attributes; nil means `truncationToken` with the attributes of the text there.
  public var attributedTruncationToken: AttributedText? {
    get { extrasBox?.extras.attributedTruncationToken }
    set { extras.attributedTruncationToken = newValue }
  }

  /// Message after the truncation token ("more"); empty means none.
  ///
  /// A touch on it, or on the token, sends `truncationTap`.
  public var truncationMessage: String {
    get { extrasBox?.extras.truncationMessage ?? "" }
    set { extras.truncationMessage = newValue }
  }

  /// Truncation message with its own attributes; nil means `truncationMessage` in the link colour.
  public var attributedTruncationMessage: AttributedText? {
    get { extrasBox?.extras.attributedTruncationMessage }
    set { extras.attributedTruncationMessage = newValue }
  }

  /// Tab stops from the start edge of the lines, ascending, logical units; after the last one, every eighth space.
  public var tabStops: [Double] {
    get { extrasBox?.extras.tabStops ?? [] }
    set { extras.tabStops = newValue }
  }

  /// Paint of letters, underlines and similar marks instead of their colours; coordinates are fractions of the content box.
  ///
  /// Coloured glyphs are painted with it too.
  public var fill: Paint? {
    get { extrasBox?.extras.fill }
    set { extras.fill = newValue }
  }

  /// BCP 47 tag ("de", "ja") that selects regional forms, fonts and hyphenation patterns, for text without its own; empty means detected
  /// from the text.
  public var language: String {
    get { extrasBox?.extras.language ?? "" }
    set { extras.language = newValue }
  }

  /// Format of ``number``; nil means an integer.
  public var numberFormat: NumberFormat? {
    get { extrasBox?.extras.numberFormat }
    set { extras.numberFormat = newValue }
  }

  /// Titles of the commands in the menu of a selection.
  public var menuTitles: EditMenuTitles {
    get { extrasBox?.extras.menuTitles ?? EditMenuTitles() }
    set { extras.menuTitles = newValue }
  }

  /// Shapes that lines avoid, relative to the top left of the content box. Lines are then aligned to its top, regardless of
  /// `verticalAlignment`.
  public var exclusions: [TextExclusion] {
    get { extrasBox?.extras.exclusions ?? [] }
    set { extras.exclusions = newValue }
  }
}
