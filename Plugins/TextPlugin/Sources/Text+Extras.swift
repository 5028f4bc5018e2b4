public import Tessera
public import TesseraRender

/// What few texts have: in one box that texts without any of it do not have, so that copies of a text count few references.
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

  /// One word of memory in each text.
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

  /// The factors that are tried, the largest first, until the text fits, in place of steps of 0.05 down to `minimumScale`; empty: those steps.
  ///
  /// Where none fits, the least is taken. Factors outside of 0.05...1 do not count.
  public var scaleFactors: [Double] {
    get { extrasBox?.extras.scaleFactors ?? [] }
    set { extras.scaleFactors = newValue }
  }

  /// What stands where text was cut.
  public var truncationToken: String {
    get { extrasBox?.extras.truncationToken ?? "…" }
    set { extras.truncationToken = newValue }
  }

  /// What stands where text was cut, with attributes of its own; nil: `truncationToken` in the attributes of what is there.
  public var attributedTruncationToken: AttributedText? {
    get { extrasBox?.extras.attributedTruncationToken }
    set { extras.attributedTruncationToken = newValue }
  }

  /// What stands behind the token where text was cut ("more"); empty: nothing.
  ///
  /// A touch on it, or on the token, sends `truncationTap`.
  public var truncationMessage: String {
    get { extrasBox?.extras.truncationMessage ?? "" }
    set { extras.truncationMessage = newValue }
  }

  /// What stands behind the token, with attributes of its own; nil: `truncationMessage` in the colour of links.
  public var attributedTruncationMessage: AttributedText? {
    get { extrasBox?.extras.attributedTruncationMessage }
    set { extras.attributedTruncationMessage = newValue }
  }

  /// Where tabs lead, from the edge where lines start, ascending, logical units; behind these every eighth space.
  public var tabStops: [Double] {
    get { extrasBox?.extras.tabStops ?? [] }
    set { extras.tabStops = newValue }
  }

  /// What letters, underlines and the like are filled with instead of their colours; coordinates are shares of the content box.
  ///
  /// Coloured glyphs take it too.
  public var fill: Paint? {
    get { extrasBox?.extras.fill }
    set { extras.fill = newValue }
  }

  /// BCP 47 tag ("de", "ja") that chooses between regional forms, fonts and hyphenation patterns, for text that does not bring its own; empty:
  /// guessed from the text.
  public var language: String {
    get { extrasBox?.extras.language ?? "" }
    set { extras.language = newValue }
  }

  /// How ``number`` is written; nil: as a whole number.
  public var numberFormat: NumberFormat? {
    get { extrasBox?.extras.numberFormat }
    set { extras.numberFormat = newValue }
  }

  /// What the commands of the menu above a selection are called.
  public var menuTitles: EditMenuTitles {
    get { extrasBox?.extras.menuTitles ?? EditMenuTitles() }
    set { extras.menuTitles = newValue }
  }

  /// Shapes that lines stay clear of, from the top left of the content box; lines then stand at its top, whatever `verticalAlignment` says.
  public var exclusions: [TextExclusion] {
    get { extrasBox?.extras.exclusions ?? [] }
    set { extras.exclusions = newValue }
  }
}
