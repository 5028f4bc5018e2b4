internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Colour spaces, as maps to and from linear-light sRGB. Source: CSS Color 4, sections 10 and 18.
enum ColorSpace {
  case srgb, linear, displayP3, a98, prophoto, rec2020, xyz, xyz50, hsl, hwb, lab, lch, oklab, oklch

  /// Creates a space of `color()`.
  init?(function name: String) {
    switch name {
    case "srgb": self = .srgb
    case "srgb-linear": self = .linear
    case "display-p3": self = .displayP3
    case "a98-rgb": self = .a98
    case "prophoto-rgb": self = .prophoto
    case "rec2020": self = .rec2020
    case "xyz", "xyz-d65": self = .xyz
    case "xyz-d50": self = .xyz50
    default: return nil
    }
  }

  /// Creates a space for mixing.
  init?(mixing name: String) {
    switch name {
    case "srgb": self = .srgb
    case "srgb-linear": self = .linear
    case "xyz", "xyz-d65", "xyz-d50": self = .xyz
    case "hsl": self = .hsl
    case "hwb": self = .hwb
    case "lab": self = .lab
    case "lch": self = .lch
    case "oklab": self = .oklab
    case "oklch": self = .oklch
    default: return nil
    }
  }

  /// Index of the component that is an angle; nil in spaces without one.
  var hue: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  private typealias Matrix = [[Double]]

  private static func apply(_ m: Matrix, _ v: [Double]) -> [Double] { m.map { $0[0] * v[0] + $0[1] * v[1] + $0[2] * v[2] } }

  private static let toXYZ: Matrix = [
    [0.41239079926595934, 0.357584339383878, 0.1804807884018343], [0.21263900587151027, 0.715168678767756, 0.07219231536073371],
    [0.01933081871559182, 0.11919477979462598, 0.9505321522496607],
  ]
  private static let fromXYZ: Matrix = [
    [3.2409699419045226, -1.537383177570094, -0.4986107602930034], [-0.9692436362808796, 1.8759675015077202, 0.04155505740717559],
    [0.05563007969699366, -0.20397695888897652, 1.0569715142428786],
  ]
  private static let p3Matrix: Matrix = [
    [0.4865709486482162, 0.26566769316909306, 0.1982172852343625], [0.2289745640697488, 0.6917385218365064, 0.079286914093745],
    [0, 0.04511338185890264, 1.043944368900976],
  ]
  private static let a98Matrix: Matrix = [
    [0.5766690429101305, 0.1855582379065463, 0.1882286462349947], [0.29734497525053605, 0.6273635662554661, 0.07529145849399788],
    [0.02703136138641234, 0.07068885253582723, 0.9913375368376388],
  ]
  private static let prophotoMatrix: Matrix = [
    [0.7977666449006423, 0.13518129740053308, 0.0313477341283922], [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
    [0, 0, 0.8251046025104602],
  ]
  private static let rec2020Matrix: Matrix = [
    [0.6369580483012914, 0.14461690358620832, 0.1688809751641721], [0.2627002120112671, 0.6779980715188708, 0.05930171646986196],
    [0, 0.028072693049087428, 1.060985057710791],
  ]
  private static let toD65: Matrix = [
    [0.955473421488075, -0.02309845494876471, 0.06325924320057072], [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
    [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
  ]
  private static let toD50: Matrix = [
    [1.0479297925449969, 0.022946870601609652, -0.05019226628920524], [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
    [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371],
  ]
  private static let white50 = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]

  private static func linearized(_ v: Double) -> Double {
    abs(v) <= 0.04045 ? v / 12.92 : (v < 0 ? -1 : 1) * pow((abs(v) + 0.055) / 1.055, 2.4)
  }
  private static func encoded(_ v: Double) -> Double {
    abs(v) <= 0.0031308 ? v * 12.92 : (v < 0 ? -1 : 1) * (1.055 * pow(abs(v), 1 / 2.4) - 0.055)
  }
  private static func power(_ v: Double, _ e: Double) -> Double { (v < 0 ? -1 : 1) * pow(abs(v), e) }

  /// Returns the color with these components, clipped to the sRGB gamut.
  func color(_ v: [Double], alpha: Double) -> Color {
    // These spaces need no linear light, so their values round to the exact bytes.
    let rgb: [Double]
    switch self {
    case .srgb: rgb = v
    case .hsl: rgb = Self.rgb(hue: v[0], saturation: v[1], lightness: v[2])
    case .hwb:
      let (w, b) = v[1] + v[2] > 1 ? (v[1] / (v[1] + v[2]), v[2] / (v[1] + v[2])) : (v[1], v[2])
      rgb = Self.rgb(hue: v[0], saturation: 1, lightness: 0.5).map { $0 * (1 - w - b) + w }
    default: rgb = toLinear(v).map(Self.encoded)
    }
    func channel(_ v: Double) -> Float { Float(min(max(v.isFinite ? v : 0, 0), 1)) }
    return Color(red: channel(rgb[0]), green: channel(rgb[1]), blue: channel(rgb[2]), alpha: Float(alpha))
  }

  private static func rgb(hue: Double, saturation: Double, lightness: Double) -> [Double] {
    var h = hue.truncatingRemainder(dividingBy: 360)
    if h < 0 { h += 360 }
    let a = saturation * min(lightness, 1 - lightness)
    return [0.0, 8, 4].map { n in
      let k = (n + h / 30).truncatingRemainder(dividingBy: 12)
      return lightness - a * max(-1, min(k - 3, 9 - k, 1))
    }
  }

  private func toLinear(_ v: [Double]) -> [Double] {
    switch self {
    case .srgb, .hsl, .hwb: return v.map(Self.linearized)
    case .linear: return v
    case .displayP3: return Self.apply(Self.fromXYZ, Self.apply(Self.p3Matrix, v.map(Self.linearized)))
    case .a98: return Self.apply(Self.fromXYZ, Self.apply(Self.a98Matrix, v.map { Self.power($0, 563.0 / 256) }))
    case .prophoto:
      let linear = v.map { abs($0) <= 16.0 / 512 ? $0 / 16 : Self.power($0, 1.8) }
      return Self.apply(Self.fromXYZ, Self.apply(Self.toD65, Self.apply(Self.prophotoMatrix, linear)))
    case .rec2020:
      let (a, b) = (1.09929682680944, 0.018053968510807)
      let linear = v.map { abs($0) < b * 4.5 ? $0 / 4.5 : Self.power((abs($0) + a - 1) / a, 1 / 0.45) * ($0 < 0 ? -1 : 1) }
      return Self.apply(Self.fromXYZ, Self.apply(Self.rec2020Matrix, linear))
    case .xyz: return Self.apply(Self.fromXYZ, v)
    case .xyz50: return Self.apply(Self.fromXYZ, Self.apply(Self.toD65, v))
    case .lch: return ColorSpace.lab.toLinear(Self.rectangular(v))
    case .oklch: return ColorSpace.oklab.toLinear(Self.rectangular(v))
    case .lab:
      let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
      let fy = (v[0] + 16) / 116
      let (fx, fz) = (v[1] / 500 + fy, fy - v[2] / 200)
      func back(_ f: Double) -> Double { f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa }
      let y = v[0] > kappa * epsilon ? fy * fy * fy : v[0] / kappa
      let xyz = zip([back(fx), y, back(fz)], Self.white50).map { $0 * $1 }
      return Self.apply(Self.fromXYZ, Self.apply(Self.toD65, xyz))
    case .oklab:
      let l = v[0] + 0.3963377773761749 * v[1] + 0.2158037573099136 * v[2]
      let m = v[0] - 0.1055613458156586 * v[1] - 0.0638541728258133 * v[2]
      let s = v[0] - 0.0894841775298119 * v[1] - 1.2914855480194092 * v[2]
      return Self.apply(
        [
          [4.0767416360759574, -3.3077115392580616, 0.2309699031821044], [-1.2684379732850317, 2.6097573492876887, -0.3413193760026573],
          [-0.0041960761386756, -0.7034186179359362, 1.7076146940746117],
        ], [l * l * l, m * m * m, s * s * s])
    }
  }

  private static func rectangular(_ v: [Double]) -> [Double] {
    [v[0], v[1] * cos(v[2] * .pi / 180), v[1] * sin(v[2] * .pi / 180)]
  }

  private static func polar(_ v: [Double]) -> [Double] {
    let h = atan2(v[2], v[1]) * 180 / .pi
    return [v[0], (v[1] * v[1] + v[2] * v[2]).squareRoot(), h < 0 ? h + 360 : h]
  }

  // MARK: mixing

  /// Returns the components of a color; those of most spaces of `color()` are in linear light.
  func components(of color: Color) -> [Double] {
    let rgb = [Double(color.red), Double(color.green), Double(color.blue)]
    switch self {
    case .srgb: return rgb
    case .hsl, .hwb:
      let (most, least) = (rgb.max() ?? 0, rgb.min() ?? 0)
      let (d, l) = (most - least, (most + least) / 2)
      var h = 0.0
      if d > 0 {
        if most == rgb[0] {
          h = (rgb[1] - rgb[2]) / d
        } else if most == rgb[1] {
          h = (rgb[2] - rgb[0]) / d + 2
        } else {
          h = (rgb[0] - rgb[1]) / d + 4
        }
        h = h < 0 ? h * 60 + 360 : h * 60
      }
      return self == .hwb ? [h, least, 1 - most] : [h, d == 0 ? 0 : d / (1 - abs(2 * l - 1)), l]
    case .lch: return Self.polar(ColorSpace.lab.components(of: color))
    case .oklch: return Self.polar(ColorSpace.oklab.components(of: color))
    default: break
    }
    let linear = rgb.map(Self.linearized)
    switch self {
    case .lab:
      let xyz = Self.apply(Self.toD50, Self.apply(Self.toXYZ, linear))
      let f = zip(xyz, Self.white50).map { x, w in x / w > 216.0 / 24389 ? cbrt(x / w) : (24389.0 / 27 * x / w + 16) / 116 }
      return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
    case .oklab:
      let lms = Self.apply(
        [
          [0.4122214694707629, 0.5363325372617349, 0.0514459932675022], [0.2119034958178251, 0.6806995506452344, 0.1073969535369405],
          [0.0883024591900564, 0.2817188391361215, 0.6299787016738222],
        ], linear
      ).map { cbrt($0) }
      return Self.apply(
        [
          [0.2104542683093140, 0.7936177747023054, -0.0040720430116193], [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
          [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
        ], lms)
    case .xyz: return Self.apply(Self.toXYZ, linear)
    default: return linear
    }
  }

  /// Returns the mixture with `share` of `to`, premultiplied. Hues take the shorter arc unless `longerHue` is set.
  func mix(_ from: Color, _ to: Color, share: Double, longerHue: Bool) -> Color {
    var (a, b) = (components(of: from), components(of: to))
    if let hue {
      // Grays take the hue of the other color.
      let chroma = self == .hsl ? 1 : self == .hwb ? -1 : 1
      func isGray(_ v: [Double]) -> Bool { chroma < 0 ? v[1] + v[2] >= 1 - 1e-6 : abs(v[chroma]) < 1e-4 }
      if isGray(a) { a[hue] = b[hue] } else if isGray(b) { b[hue] = a[hue] }
      let d = b[hue] - a[hue]
      if longerHue {
        if d > 0, d < 180 { a[hue] += 360 } else if d > -180, d <= 0 { b[hue] += 360 }
      } else if d > 180 {
        a[hue] += 360
      } else if d < -180 {
        b[hue] += 360
      }
    }
    let (p, q) = (Double(from.alpha), Double(to.alpha))
    let alpha = p * (1 - share) + q * share
    let mixed = a.indices.map { index in
      if index == hue { return a[index] * (1 - share) + b[index] * share }
      return alpha > 0 ? (a[index] * p * (1 - share) + b[index] * q * share) / alpha : 0
    }
    return color(mixed, alpha: alpha)
  }
}
