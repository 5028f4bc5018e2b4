import CRender
import Foundation
import Testing

@testable import TesseraRender

/// A repeatable stream of numbers: SplitMix64.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Files that a machine may lack. Tests that need them fail there; `.ci/deps test` installs them.
enum Files {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let embedded = package.appending(path: "CRender/fonts/TesseraSans.ttf").path
  static let unicode = "/usr/share/unicode"
  static let notoSans = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
  static let notoArabic = "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf"
  static let notoHebrew = "/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf"
  static let notoDevanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"
  static let notoThai = "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf"
  static let notoCJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
  static let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
  static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  static let hbShape = "/usr/bin/hb-shape"

  static func has(_ paths: String...) -> Bool { paths.allSatisfy { FileManager.default.fileExists(atPath: $0) } }

  /// Fails the test where a file that it needs is missing.
  static func require(_ paths: String...) throws {
    if let path = paths.first(where: { !has($0) }) {
      throw MissingFile(description: "not run: no \(path); `.ci/deps test` installs what tests need")
    }
  }
  static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}

struct MissingFile: Error, CustomStringConvertible { let description: String }

/// Fails a test before it begins where files that it needs are missing.
struct NeedsFiles: TestTrait {
  let paths: [String]
  func prepare(for test: Test) async throws { for path in paths { try Files.require(path) } }
}

extension Trait where Self == NeedsFiles {
  static func needs(_ paths: String...) -> NeedsFiles { NeedsFiles(paths: paths) }
}

/// A library without the system's fonts.
func isolated(_ files: String...) throws -> FontLibrary {
  let library = FontLibrary()
  library.usesSystemFonts = false
  for file in files { try library.add(file: file) }
  return library
}

func attributed(_ string: String, _ font: Font = .body, _ change: (inout TextAttributes) -> Void = { _ in }) -> AttributedText {
  var attributes = TextAttributes(font: font)
  change(&attributes)
  return AttributedText(string, attributes: attributes)
}

func paragraph(_ change: (inout ParagraphStyle) -> Void) -> ParagraphStyle {
  var style = ParagraphStyle()
  change(&style)
  return style
}

extension TextLayout {
  convenience init(
    _ text: AttributedText, _ library: FontLibrary, width: Double = .infinity, height: Double = .infinity,
    style: ParagraphStyle = ParagraphStyle()
  ) {
    self.init(text, paragraph: style, width: width, height: height, library: library)
  }

  /// The text of each line.
  func strings(of string: String) -> [String] {
    let bytes = Array(string.utf8)
    return lines.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }
}

struct ShapedGlyph: Equatable {
  var id: UInt32
  var cluster: Int
  var advance: Float
  var font: String
}

func glyphs(_ text: AttributedText, _ library: FontLibrary, direction: cr_direction = CR_DIRECTION_AUTO) throws -> [ShapedGlyph] {
  let shaped = try #require(ShapedText.make(text, direction: direction, library: library))
  let count = cr_shaped_glyphs(shaped.handle, nil, 0)
  return withUnsafeTemporaryAllocation(of: cr_shaped_glyph.self, capacity: count) { buffer in
    _ = cr_shaped_glyphs(shaped.handle, buffer.baseAddress, count)
    return buffer.map { ShapedGlyph(id: $0.glyph, cluster: Int($0.cluster), advance: $0.advance, font: String(cString: $0.font)) }
  }
}

/// Draws on white and returns the bytes.
func picture(
  _ layout: TextLayout, width: Int = 240, height: Int = 120, at p: (Double, Double) = (4, 4), scale: Double = 1,
  clips: [(Int, Int, Int, Int)] = [],
  rotated angle: Double = 0
) throws -> [UInt8] {
  let buffer = try PixelBuffer(width: width, height: height)
  buffer.clear(.white)
  for clip in clips.isEmpty ? [(0, 0, width, height)] : clips {
    let canvas = try Canvas(buffer, scale: scale)
    canvas.clip(pixels: .init(x: clip.0, y: clip.1, width: clip.2, height: clip.3))
    if angle != 0 { canvas.concatenate(.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 40, ty: 10)) }
    canvas.draw(layout, at: .init(p.0, p.1))
  }
  return buffer.withUnsafeBytes { bytes in
    (0..<height).flatMap { row in bytes[(row * buffer.stride)..<(row * buffer.stride + width * 4)] }
  }
}
