/// First line of a Y4M file.
///
/// Source: yuv4mpeg(5) of mjpegtools; `XCOLORRANGE` as FFmpeg writes it.
public struct Y4MHeader: Sendable, Hashable {
  /// Width of every frame in pixels.
  public var width: Int
  /// Height of every frame in pixels.
  public var height: Int
  /// Frames a second.
  public var framesPerSecond: Double
  /// Sample format of a frame: `i420` (all chroma sitings count as the same), `i422`, `i444` or `gray`.
  public var format: VideoPicture.Format
  /// Sample values of black and white; limited by default.
  public var range: VideoRange

  /// Maximum length of the first line.
  static let maximumLength = 1024

  /// Parses a header line without its line end.
  ///
  /// - Throws: ``VideoError`` with the name `source`.
  public init(line: [UInt8], source: String = "in memory") throws(VideoError) {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.first == "YUV4MPEG2" else { throw .unsupported(source: source, reason: "it does not begin with YUV4MPEG2") }
    func bad(_ word: String, _ wanted: String) -> VideoError {
      .corrupt(source: source, reason: "its header must have \(wanted), got `\(word.prefix(40))`")
    }
    func side(_ word: String) throws(VideoError) -> Int {
      guard let value = Int(word.dropFirst()), (1...VideoPicture.maximumSide).contains(value) else {
        throw bad(word, "1 to \(VideoPicture.maximumSide) pixels")
      }
      return value
    }
    var (width, height): (Int?, Int?)
    (framesPerSecond, format, range) = (30, .i420, .limited)
    for word in words.dropFirst() {
      switch word.first {
      case "W": width = try side(word)
      case "H": height = try side(word)
      case "F":
        let parts = word.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let over = parts[0], let under = parts[1], over >= 0, under >= 0, over < 1 << 40, under < 1 << 40 else {
          throw bad(word, "a ratio such as F30:1")
        }
        if over > 0, under > 0 {  // 0:0 means unknown
          framesPerSecond = Double(over) / Double(under)
          guard (0.001...1000).contains(framesPerSecond) else { throw bad(word, "0.001 to 1000 frames per second") }
        }
      case "C": format = try Self.format(String(word.dropFirst()), source)
      case "X":
        if word == "XCOLORRANGE=FULL" { range = .full }
      default: break  // A, I and comments do not affect how a frame is read
      }
    }
    guard let width, let height else { throw .corrupt(source: source, reason: "its header lacks width (W) or height (H)") }
    (self.width, self.height) = (width, height)
  }

  private static func format(_ name: String, _ source: String) throws(VideoError) -> VideoPicture.Format {
    switch name {
    case "420", "420jpeg", "420mpeg2", "420paldv": return .i420
    case "422": return .i422
    case "444": return .i444
    case "mono": return .gray
    default:
      throw .unsupported(
        source: source,
        reason: "its color space must be 420, 420jpeg, 420mpeg2, 420paldv, 422, 444 or mono, 8 bits each, got `\(name.prefix(40))`")
    }
  }

  /// Size of one frame in bytes, without its line of text. At most 805306368.
  public var frameBytes: Int {
    // The initializer has checked the sizes, so `shapes` does not throw.
    ((try? VideoPicture.shapes(format, width, height)) ?? []).reduce(0) { $0 + $1.rowBytes * $1.rows }
  }
}
