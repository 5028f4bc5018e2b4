// The CSS color names as members, so that a wrong name does not compile. Source: CSS Color 4, section 6.1. `grey` is spelled `gray`; `black` and `white`
// are members of the color itself.

extension Color {
  /// `#f0f8ff`.
  public static var aliceBlue: Color { Color(rgb: 0xF0F8FF) }
  /// `#faebd7`.
  public static var antiqueWhite: Color { Color(rgb: 0xFAEBD7) }
  /// `#00ffff`.
  public static var aqua: Color { Color(rgb: 0x00FFFF) }
  /// `#7fffd4`.
  public static var aquamarine: Color { Color(rgb: 0x7FFFD4) }
  /// `#f0ffff`.
  public static var azure: Color { Color(rgb: 0xF0FFFF) }
  /// `#f5f5dc`.
  public static var beige: Color { Color(rgb: 0xF5F5DC) }
  /// `#ffe4c4`.
  public static var bisque: Color { Color(rgb: 0xFFE4C4) }
  /// `#ffebcd`.
  public static var blanchedAlmond: Color { Color(rgb: 0xFFEBCD) }
  /// `#0000ff`.
  public static var blue: Color { Color(rgb: 0x0000FF) }
  /// `#8a2be2`.
  public static var blueViolet: Color { Color(rgb: 0x8A2BE2) }
  /// `#a52a2a`.
  public static var brown: Color { Color(rgb: 0xA52A2A) }
  /// `#deb887`.
  public static var burlyWood: Color { Color(rgb: 0xDEB887) }
  /// `#5f9ea0`.
  public static var cadetBlue: Color { Color(rgb: 0x5F9EA0) }
  /// `#7fff00`.
  public static var chartreuse: Color { Color(rgb: 0x7FFF00) }
  /// `#d2691e`.
  public static var chocolate: Color { Color(rgb: 0xD2691E) }
  /// `#ff7f50`.
  public static var coral: Color { Color(rgb: 0xFF7F50) }
  /// `#6495ed`.
  public static var cornflowerBlue: Color { Color(rgb: 0x6495ED) }
  /// `#fff8dc`.
  public static var cornsilk: Color { Color(rgb: 0xFFF8DC) }
  /// `#dc143c`.
  public static var crimson: Color { Color(rgb: 0xDC143C) }
  /// `#00ffff`.
  public static var cyan: Color { Color(rgb: 0x00FFFF) }
  /// `#00008b`.
  public static var darkBlue: Color { Color(rgb: 0x00008B) }
  /// `#008b8b`.
  public static var darkCyan: Color { Color(rgb: 0x008B8B) }
  /// `#b8860b`.
  public static var darkGoldenrod: Color { Color(rgb: 0xB8860B) }
  /// `#a9a9a9`.
  public static var darkGray: Color { Color(rgb: 0xA9A9A9) }
  /// `#006400`.
  public static var darkGreen: Color { Color(rgb: 0x006400) }
  /// `#bdb76b`.
  public static var darkKhaki: Color { Color(rgb: 0xBDB76B) }
  /// `#8b008b`.
  public static var darkMagenta: Color { Color(rgb: 0x8B008B) }
  /// `#556b2f`.
  public static var darkOliveGreen: Color { Color(rgb: 0x556B2F) }
  /// `#ff8c00`.
  public static var darkOrange: Color { Color(rgb: 0xFF8C00) }
  /// `#9932cc`.
  public static var darkOrchid: Color { Color(rgb: 0x9932CC) }
  /// `#8b0000`.
  public static var darkRed: Color { Color(rgb: 0x8B0000) }
  /// `#e9967a`.
  public static var darkSalmon: Color { Color(rgb: 0xE9967A) }
  /// `#8fbc8f`.
  public static var darkSeaGreen: Color { Color(rgb: 0x8FBC8F) }
  /// `#483d8b`.
  public static var darkSlateBlue: Color { Color(rgb: 0x483D8B) }
  /// `#2f4f4f`.
  public static var darkSlateGray: Color { Color(rgb: 0x2F4F4F) }
  /// `#00ced1`.
  public static var darkTurquoise: Color { Color(rgb: 0x00CED1) }
  /// `#9400d3`.
  public static var darkViolet: Color { Color(rgb: 0x9400D3) }
  /// `#ff1493`.
  public static var deepPink: Color { Color(rgb: 0xFF1493) }
  /// `#00bfff`.
  public static var deepSkyBlue: Color { Color(rgb: 0x00BFFF) }
  /// `#696969`.
  public static var dimGray: Color { Color(rgb: 0x696969) }
  /// `#1e90ff`.
  public static var dodgerBlue: Color { Color(rgb: 0x1E90FF) }
  /// `#b22222`.
  public static var firebrick: Color { Color(rgb: 0xB22222) }
  /// `#fffaf0`.
  public static var floralWhite: Color { Color(rgb: 0xFFFAF0) }
  /// `#228b22`.
  public static var forestGreen: Color { Color(rgb: 0x228B22) }
  /// `#ff00ff`.
  public static var fuchsia: Color { Color(rgb: 0xFF00FF) }
  /// `#dcdcdc`.
  public static var gainsboro: Color { Color(rgb: 0xDCDCDC) }
  /// `#f8f8ff`.
  public static var ghostWhite: Color { Color(rgb: 0xF8F8FF) }
  /// `#ffd700`.
  public static var gold: Color { Color(rgb: 0xFFD700) }
  /// `#daa520`.
  public static var goldenrod: Color { Color(rgb: 0xDAA520) }
  /// `#808080`.
  public static var gray: Color { Color(rgb: 0x808080) }
  /// `#008000`.
  public static var green: Color { Color(rgb: 0x008000) }
  /// `#adff2f`.
  public static var greenYellow: Color { Color(rgb: 0xADFF2F) }
  /// `#f0fff0`.
  public static var honeydew: Color { Color(rgb: 0xF0FFF0) }
  /// `#ff69b4`.
  public static var hotPink: Color { Color(rgb: 0xFF69B4) }
  /// `#cd5c5c`.
  public static var indianRed: Color { Color(rgb: 0xCD5C5C) }
  /// `#4b0082`.
  public static var indigo: Color { Color(rgb: 0x4B0082) }
  /// `#fffff0`.
  public static var ivory: Color { Color(rgb: 0xFFFFF0) }
  /// `#f0e68c`.
  public static var khaki: Color { Color(rgb: 0xF0E68C) }
  /// `#e6e6fa`.
  public static var lavender: Color { Color(rgb: 0xE6E6FA) }
  /// `#fff0f5`.
  public static var lavenderBlush: Color { Color(rgb: 0xFFF0F5) }
  /// `#7cfc00`.
  public static var lawnGreen: Color { Color(rgb: 0x7CFC00) }
  /// `#fffacd`.
  public static var lemonChiffon: Color { Color(rgb: 0xFFFACD) }
  /// `#add8e6`.
  public static var lightBlue: Color { Color(rgb: 0xADD8E6) }
  /// `#f08080`.
  public static var lightCoral: Color { Color(rgb: 0xF08080) }
  /// `#e0ffff`.
  public static var lightCyan: Color { Color(rgb: 0xE0FFFF) }
  /// `#fafad2`.
  public static var lightGoldenrodYellow: Color { Color(rgb: 0xFAFAD2) }
  /// `#d3d3d3`.
  public static var lightGray: Color { Color(rgb: 0xD3D3D3) }
  /// `#90ee90`.
  public static var lightGreen: Color { Color(rgb: 0x90EE90) }
  /// `#ffb6c1`.
  public static var lightPink: Color { Color(rgb: 0xFFB6C1) }
  /// `#ffa07a`.
  public static var lightSalmon: Color { Color(rgb: 0xFFA07A) }
  /// `#20b2aa`.
  public static var lightSeaGreen: Color { Color(rgb: 0x20B2AA) }
  /// `#87cefa`.
  public static var lightSkyBlue: Color { Color(rgb: 0x87CEFA) }
  /// `#778899`.
  public static var lightSlateGray: Color { Color(rgb: 0x778899) }
  /// `#b0c4de`.
  public static var lightSteelBlue: Color { Color(rgb: 0xB0C4DE) }
  /// `#ffffe0`.
  public static var lightYellow: Color { Color(rgb: 0xFFFFE0) }
  /// `#00ff00`.
  public static var lime: Color { Color(rgb: 0x00FF00) }
  /// `#32cd32`.
  public static var limeGreen: Color { Color(rgb: 0x32CD32) }
  /// `#faf0e6`.
  public static var linen: Color { Color(rgb: 0xFAF0E6) }
  /// `#ff00ff`.
  public static var magenta: Color { Color(rgb: 0xFF00FF) }
  /// `#800000`.
  public static var maroon: Color { Color(rgb: 0x800000) }
  /// `#66cdaa`.
  public static var mediumAquamarine: Color { Color(rgb: 0x66CDAA) }
  /// `#0000cd`.
  public static var mediumBlue: Color { Color(rgb: 0x0000CD) }
  /// `#ba55d3`.
  public static var mediumOrchid: Color { Color(rgb: 0xBA55D3) }
  /// `#9370db`.
  public static var mediumPurple: Color { Color(rgb: 0x9370DB) }
  /// `#3cb371`.
  public static var mediumSeaGreen: Color { Color(rgb: 0x3CB371) }
  /// `#7b68ee`.
  public static var mediumSlateBlue: Color { Color(rgb: 0x7B68EE) }
  /// `#00fa9a`.
  public static var mediumSpringGreen: Color { Color(rgb: 0x00FA9A) }
  /// `#48d1cc`.
  public static var mediumTurquoise: Color { Color(rgb: 0x48D1CC) }
  /// `#c71585`.
  public static var mediumVioletRed: Color { Color(rgb: 0xC71585) }
  /// `#191970`.
  public static var midnightBlue: Color { Color(rgb: 0x191970) }
  /// `#f5fffa`.
  public static var mintCream: Color { Color(rgb: 0xF5FFFA) }
  /// `#ffe4e1`.
  public static var mistyRose: Color { Color(rgb: 0xFFE4E1) }
  /// `#ffe4b5`.
  public static var moccasin: Color { Color(rgb: 0xFFE4B5) }
  /// `#ffdead`.
  public static var navajoWhite: Color { Color(rgb: 0xFFDEAD) }
  /// `#000080`.
  public static var navy: Color { Color(rgb: 0x000080) }
  /// `#fdf5e6`.
  public static var oldLace: Color { Color(rgb: 0xFDF5E6) }
  /// `#808000`.
  public static var olive: Color { Color(rgb: 0x808000) }
  /// `#6b8e23`.
  public static var oliveDrab: Color { Color(rgb: 0x6B8E23) }
  /// `#ffa500`.
  public static var orange: Color { Color(rgb: 0xFFA500) }
  /// `#ff4500`.
  public static var orangeRed: Color { Color(rgb: 0xFF4500) }
  /// `#da70d6`.
  public static var orchid: Color { Color(rgb: 0xDA70D6) }
  /// `#eee8aa`.
  public static var paleGoldenrod: Color { Color(rgb: 0xEEE8AA) }
  /// `#98fb98`.
  public static var paleGreen: Color { Color(rgb: 0x98FB98) }
  /// `#afeeee`.
  public static var paleTurquoise: Color { Color(rgb: 0xAFEEEE) }
  /// `#db7093`.
  public static var paleVioletRed: Color { Color(rgb: 0xDB7093) }
  /// `#ffefd5`.
  public static var papayaWhip: Color { Color(rgb: 0xFFEFD5) }
  /// `#ffdab9`.
  public static var peachPuff: Color { Color(rgb: 0xFFDAB9) }
  /// `#cd853f`.
  public static var peru: Color { Color(rgb: 0xCD853F) }
  /// `#ffc0cb`.
  public static var pink: Color { Color(rgb: 0xFFC0CB) }
  /// `#dda0dd`.
  public static var plum: Color { Color(rgb: 0xDDA0DD) }
  /// `#b0e0e6`.
  public static var powderBlue: Color { Color(rgb: 0xB0E0E6) }
  /// `#800080`.
  public static var purple: Color { Color(rgb: 0x800080) }
  /// `#663399`.
  public static var rebeccaPurple: Color { Color(rgb: 0x663399) }
  /// `#ff0000`.
  public static var red: Color { Color(rgb: 0xFF0000) }
  /// `#bc8f8f`.
  public static var rosyBrown: Color { Color(rgb: 0xBC8F8F) }
  /// `#4169e1`.
  public static var royalBlue: Color { Color(rgb: 0x4169E1) }
  /// `#8b4513`.
  public static var saddleBrown: Color { Color(rgb: 0x8B4513) }
  /// `#fa8072`.
  public static var salmon: Color { Color(rgb: 0xFA8072) }
  /// `#f4a460`.
  public static var sandyBrown: Color { Color(rgb: 0xF4A460) }
  /// `#2e8b57`.
  public static var seaGreen: Color { Color(rgb: 0x2E8B57) }
  /// `#fff5ee`.
  public static var seaShell: Color { Color(rgb: 0xFFF5EE) }
  /// `#a0522d`.
  public static var sienna: Color { Color(rgb: 0xA0522D) }
  /// `#c0c0c0`.
  public static var silver: Color { Color(rgb: 0xC0C0C0) }
  /// `#87ceeb`.
  public static var skyBlue: Color { Color(rgb: 0x87CEEB) }
  /// `#6a5acd`.
  public static var slateBlue: Color { Color(rgb: 0x6A5ACD) }
  /// `#708090`.
  public static var slateGray: Color { Color(rgb: 0x708090) }
  /// `#fffafa`.
  public static var snow: Color { Color(rgb: 0xFFFAFA) }
  /// `#00ff7f`.
  public static var springGreen: Color { Color(rgb: 0x00FF7F) }
  /// `#4682b4`.
  public static var steelBlue: Color { Color(rgb: 0x4682B4) }
  /// `#d2b48c`.
  public static var tan: Color { Color(rgb: 0xD2B48C) }
  /// `#008080`.
  public static var teal: Color { Color(rgb: 0x008080) }
  /// `#d8bfd8`.
  public static var thistle: Color { Color(rgb: 0xD8BFD8) }
  /// `#ff6347`.
  public static var tomato: Color { Color(rgb: 0xFF6347) }
  /// `#40e0d0`.
  public static var turquoise: Color { Color(rgb: 0x40E0D0) }
  /// `#ee82ee`.
  public static var violet: Color { Color(rgb: 0xEE82EE) }
  /// `#f5deb3`.
  public static var wheat: Color { Color(rgb: 0xF5DEB3) }
  /// `#f5f5f5`.
  public static var whiteSmoke: Color { Color(rgb: 0xF5F5F5) }
  /// `#ffff00`.
  public static var yellow: Color { Color(rgb: 0xFFFF00) }
  /// `#9acd32`.
  public static var yellowGreen: Color { Color(rgb: 0x9ACD32) }
}
