/// Antialiasing mode of letters.
public enum TextAntialiasing: String, Sendable, Hashable, CaseIterable {
  /// Edges are anti-aliased: for screens that show grays.
  case grayscale
  /// For 1-bit displays, on which dithering would fray letters. Every pixel of a letter is either its colour or untouched; edges and stems
  /// are on whole pixels. Text is black or white, whichever contrasts with the content below, as are lines of up to two pixels.
  /// Single-color shapes and clips have no partially covered pixels. Letters with an opacity below three eighths omit every other pixel.
  case bilevel
}
