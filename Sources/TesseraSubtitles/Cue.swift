/// Text shown during an interval of a film, with its place.
public struct Cue: Sendable, Equatable {
  /// Identifier; may be empty.
  public var id = ""
  /// Start, seconds.
  public var start: Double
  /// End, seconds.
  public var end: Double
  /// Text as in the file, for WebVTT with its tags; for SRT without them.
  public var text = ""
  /// Content of the text.
  public var content: [CueContent] = []
  /// Place and alignment.
  public var settings = CueSettings()

  /// Creates a cue.
  public init(start: Double, end: Double) { (self.start, self.end) = (start, end) }
}

/// Part of a cue's text.
public indirect enum CueContent: Sendable, Equatable {
  /// Characters without markup.
  case text(String)
  /// Time from which the following text is shown, seconds.
  case time(Double)
  /// Text with a style.
  case span(CueSpan)
}

/// Styled part of a cue.
public struct CueSpan: Sendable, Equatable {
  /// Kind of a span.
  public enum Kind: String, Sendable {
    /// Text with classes only.
    case classes = "c"
    case italic = "i"
    case bold = "b"
    case underline = "u"
    case strikethrough = "s"
    case ruby = "ruby"
    case rubyText = "rt"
    case voice = "v"
    case language = "lang"
    /// SRT's `font`, with a color.
    case font = "font"
  }

  public var kind: Kind
  /// Class names in order.
  public var classes: [String] = []
  /// Speaker of a voice, language tag of a language, color of a font; empty for other kinds.
  public var annotation = ""
  public var children: [CueContent] = []

  /// Creates a span.
  public init(_ kind: Kind) { self.kind = kind }
}

/// Place and alignment of a cue, with the defaults of WebVTT.
public struct CueSettings: Sendable, Equatable {
  /// Writing direction.
  public enum Direction: String, Sendable {
    case horizontal = ""
    case growingLeft = "rl"
    case growingRight = "lr"
  }
  /// Alignment of the box at its line.
  public enum LineAlignment: String, Sendable { case start, center, end }
  /// Alignment of the box at its position.
  public enum PositionAlignment: String, Sendable {
    case auto
    case lineLeft = "line-left"
    case center
    case lineRight = "line-right"
  }
  /// Alignment of the text in the box.
  public enum TextAlignment: String, Sendable { case start, center, end, left, right }

  public var direction = Direction.horizontal
  /// Whether `line` counts lines; otherwise it is a percentage of the video's height.
  public var snapsToLines = true
  /// Line, from the end if negative; nil: automatic.
  public var line: Double?
  public var lineAlignment = LineAlignment.start
  /// Percentage of the video's width; nil: automatic.
  public var position: Double?
  public var positionAlignment = PositionAlignment.auto
  /// Width of the box, percent.
  public var size = 100.0
  public var alignment = TextAlignment.center
  public var region: CueRegion?

  /// Creates default settings.
  public init() {}
}

/// Part of the video in which cues scroll.
public struct CueRegion: Sendable, Equatable {
  public var id = ""
  /// Percent of the video's width.
  public var width = 100.0
  /// Number of lines.
  public var lines = 3.0
  /// Anchor in the region, percent.
  public var anchorX = 0.0, anchorY = 100.0
  /// Anchor in the video, percent.
  public var viewportX = 0.0, viewportY = 100.0
  public var scrollsUp = false

  /// Creates a region with default settings.
  public init() {}
}
