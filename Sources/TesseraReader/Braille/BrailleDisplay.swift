public import Tessera

/// A braille display. Used on a stage's loop; it never blocks.
public protocol BrailleDisplay: AnyObject {
  /// Number of cells; 0 means that no display is connected.
  var columns: Int { get }
  /// Handler for a pressed key.
  var onKey: ((BrailleKey) -> Void)? { get set }
  /// Handler for a change of ``columns``.
  var onResize: (() -> Void)? { get set }
  /// Handler for a problem, in words for a log.
  var onProblem: ((String) -> Void)? { get set }
  /// Shows a content, in the loop of a stage.
  func show(_ frame: BrailleFrame, in stage: Stage)
  /// Releases the display.
  func close(in stage: Stage)
}

/// Display without a device: for transcripts. Loop thread.
public final class TranscriptBraille: BrailleDisplay {
  public let columns: Int
  public var onKey: ((BrailleKey) -> Void)?
  public var onResize: (() -> Void)?
  public var onProblem: ((String) -> Void)?

  /// Creates a display.
  ///
  /// - Parameter columns: number of cells.
  public init(columns: Int = 40) { self.columns = columns }

  /// Presses a key.
  public func press(_ key: BrailleKey) { onKey?(key) }
  public func show(_ frame: BrailleFrame, in stage: Stage) {}
  public func close(in stage: Stage) {}
}
