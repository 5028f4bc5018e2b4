internal import Tessera
internal import TesseraRender

extension ThemeToken<Color> {
  private static func series(_ number: Int, _ values: [UInt32]) -> Self {
    let colors = values.map { Color(rgb: $0) }
    return ThemeToken(
      "series\(number)", light: colors[0], dark: colors[1], contrast: colors[2], contrastDark: colors[3], night: colors[4], paper: .black)
  }

  /// Colors of the series of a chart, created before scenes are read so that theme files can set them.
  static let series: [ThemeToken<Color>] = [
    series(1, [0x10696B, 0x6BC7C6, 0x003C8C, 0xFFE75A, 0xDE6139]), series(2, [0xB55910, 0xF7AA5A, 0x8C0000, 0x9CC3FF, 0xEF9E84]),
    series(3, [0x3949B5, 0x9CAEFF, 0x003C10, 0x8CE38C, 0xA55131]), series(4, [0x9C2C63, 0xEF8AB5, 0x5A3000, 0xFF9A8C, 0xFF5939]),
    series(5, [0x637518, 0xB5CB63, 0x000000, 0xFFFFFF, 0xCE715A]), series(6, [0x52555A, 0xADB6B5, 0x393839, 0xC6C7C6, 0xE7866B]),
  ]
}
