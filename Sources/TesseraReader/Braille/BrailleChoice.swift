/// Output of braille, as options give it. A value.
public enum BrailleChoice: Sendable, Hashable {
  /// The display of brltty.
  case brltty
  /// No device: for transcripts, with a number of cells.
  case transcript(columns: Int)

  /// Valid numbers of cells.
  public static let columns = 4...400

  /// Creates the display.
  public func makeDisplay() -> any BrailleDisplay {
    switch self {
    case .brltty: BrlAPIDisplay()
    case .transcript(let columns): TranscriptBraille(columns: columns)
    }
  }
}
