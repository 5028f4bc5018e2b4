/// How letters are made of pixels.
public enum TextAntialiasing: String, Sendable, Hashable, CaseIterable {
  /// Edges are anti-aliased: for screens that show grays.
  case grayscale
  /// Every pixel of a letter is its colour or is left alone, edges and stems lie on whole pixels, and text is black or white,
  /// whichever tells it from what lies beneath: for what ends as one bit a pixel, where a dither would fray letters. Lines of up to two pixels
  /// are, too. Shapes of one color and clips have no half covered pixels. Of letters with less than three eighths of their opacity every other pixel is left out.
  case bilevel
}
