internal import Glibc
internal import TesseraKit

/// Colors of an area of a picture, with their numbers of pixels.
struct ColorHistogram {
  /// Number of pixels by 0xRRGGBB.
  private(set) var counts: [UInt32: Int] = [:]
  /// Number of pixels of the area.
  private(set) var total = 0
  /// Whether the area has so many colors that some were not counted.
  private(set) var isCut = false

  private static let mostColors = 1 << 16

  /// Counts the pixels of `area` that are in the picture. O(pixels).
  ///
  /// - Parameter picture: premultiplied argb8888.
  init(_ picture: PixelBuffer, in area: PixelRect) {
    let area = area.intersection(picture.bounds)
    guard picture.format == .argb8888, !area.isEmpty else { return }
    total = area.area
    picture.withUnsafeBytes { bytes in
      for y in area.y..<area.maxY {
        var (last, run) = (UInt32(0), 0)
        for x in area.x..<area.maxX {
          let color = bytes.loadUnaligned(fromByteOffset: y * picture.stride + 4 * x, as: UInt32.self) & 0xFF_FFFF
          if color != last, run > 0 {
            add(last, run)
            run = 0
          }
          (last, run) = (color, run + 1)
        }
        add(last, run)
      }
    }
  }

  private mutating func add(_ color: UInt32, _ count: Int) {
    guard counts.count < Self.mostColors || counts[color] != nil else { return isCut = true }
    counts[color, default: 0] += count
  }

  /// The color of most pixels, with its share; nil for an empty area.
  var ground: (color: UInt32, share: Double)? {
    counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, Double($0.value) / Double(total)) }
  }
}

/// Contrast ratio of two colors 0xRRGGBB, 1 to 21. Source: WCAG 2.2, relative luminance.
func contrastRatio(_ a: UInt32, _ b: UInt32) -> Double {
  let (high, low) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
  return (high + 0.05) / (low + 0.05)
}

private func luminance(_ color: UInt32) -> Double {
  func linear(_ shift: UInt32) -> Double { linearChannels[Int(color >> shift & 255)] }
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
}

/// Linear light of each value of a channel.
private let linearChannels: [Double] = (0...255).map { value in
  let value = Double(value) / 255
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}

/// Returns `#RRGGBB`.
func hexText(_ color: UInt32) -> String {
  let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}
