import CRender
import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// Glyphs that are pictures in a font: the table `sbix`.
@Suite(.serialized) struct TextBitmapGlyphTests {
  private static let size = 64

  /// The embedded font with a PNG for one letter, at 64 pixels per em.
  private func library(png: [UInt8], withoutOutline: Bool = false) throws -> FontLibrary {
    let file = Files.package.appending(path: "CRender/fonts/TesseraSans.ttf").path
    let base = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    let glyph = Int(try #require(glyphs(attributed("A", Font("Tessera Sans", size: 10)), isolated(file)).first).id)
    let library = FontLibrary()
    library.usesSystemFonts = false
    try library.add(bytes: FontFile(base).with(png, at: glyph, size: Self.size, withoutOutline: withoutOutline), name: "bitmap.ttf")
    return library
  }

  private func drawn(_ library: FontLibrary) throws -> PixelBuffer {
    let target = try PixelBuffer(width: 80, height: 80)
    let canvas = try Canvas(target)
    canvas.fill(Rect(0, 0, 80, 80), .color(.white), blend: .copy)
    canvas.draw(TextLayout(attributed("A", Font("Bitmaps Sans", size: Double(Self.size))), library), at: .zero)
    return target
  }

  /// Number of pixels that are red, and that are dark.
  private func counts(_ pixels: PixelBuffer) -> (red: Int, dark: Int) {
    var result = (red: 0, dark: 0)
    for y in 0..<80 {
      for x in 0..<80 {
        let color = pixels.color(x: x, y: y)
        if color.red > 0.9 && color.green < 0.1 { result.red += 1 }
        if color.red < 0.3 && color.green < 0.3 { result.dark += 1 }
      }
    }
    return result
  }

  @Test func aSmallBitmapIsDrawn() throws {
    let found = counts(try drawn(library(png: PNGBytes.red(side: 40))))
    #expect(found.red > 1500 && found.dark == 0)
  }

  /// By the header of the PNG: its pixels would take a gigabyte.
  @Test func aHugeBitmapIsRefusedBeforeItTakesMemory() throws {
    let before = peak()
    let found = counts(try drawn(library(png: PNGBytes.header(side: 16_000))))
    #expect(found.red == 0 && found.dark > 200, "the outline")
    #expect(peak() - before < 300 << 20)
  }

  @Test func aBitmapAboveTheBudgetIsReplacedByItsOutline() throws {
    cr_text_set_bitmap_limit(40 * 40 * 4 - 1)
    defer { cr_text_set_bitmap_limit(DecodingBudget.shared.byteLimit) }
    let found = counts(try drawn(library(png: PNGBytes.red(side: 40))))
    #expect(found.red == 0 && found.dark > 200)
  }

  @Test func withoutAnOutlineTheSignForAMissingGlyphIsDrawn() throws {
    #expect(counts(try drawn(library(png: PNGBytes.header(side: 3000), withoutOutline: true))).dark > 50)
  }

  /// The most memory that the process had, bytes.
  private func peak() -> Int {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF
    return usage.ru_maxrss << 10
  }
}

/// The tables of an OpenType font.
private struct FontFile {
  private var tables: [(tag: String, bytes: [UInt8])] = []

  init(_ file: [UInt8]) {
    let count = Int(file[4]) << 8 | Int(file[5])
    tables = (0..<count).map { i in
      let at = 12 + i * 16
      func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(file[at + $1]) } }
      return (String(decoding: file[at..<at + 4], as: UTF8.self), Array(file[number(at + 8)..<number(at + 8) + number(at + 12)]))
    }
  }

  private func table(_ tag: String) -> [UInt8] { tables.first { $0.tag == tag }?.bytes ?? [] }

  /// The font as "Bitmaps Sans", with a table `sbix` in which one glyph has a picture.
  func with(_ png: [UInt8], at glyph: Int, size: Int, withoutOutline: Bool) -> [UInt8] {
    let maxp = table("maxp")
    let count = Int(maxp[4]) << 8 | Int(maxp[5])
    let data: [UInt8] = [0, 0, 0, 0] + Array("png ".utf8) + png
    let start = 4 + (count + 1) * 4
    let offsets: [UInt8] = (0...count).flatMap { word(start + ($0 > glyph ? data.count : 0)) }
    var copy = self
    let head: [UInt8] = [0, 1, 0, 1] + word(1) + word(12) + [0, UInt8(size), 0, 72]
    copy.tables.append(("sbix", head + offsets + data))
    if let name = copy.tables.firstIndex(where: { $0.tag == "name" }) {
      // UTF-16, the high byte first.
      let old: [UInt8] = "Tessera".utf8.reduce(into: []) { $0 += [0, $1] }
      let new: [UInt8] = "Bitmaps".utf8.reduce(into: []) { $0 += [0, $1] }
      var bytes = copy.tables[name].bytes
      for at in bytes.indices where bytes[at...].starts(with: old) { bytes.replaceSubrange(at..<at + new.count, with: new) }
      copy.tables[name].bytes = bytes
    }
    if withoutOutline, let loca = copy.tables.firstIndex(where: { $0.tag == "loca" }) {
      let width = table("head")[51] == 0 ? 2 : 4
      for i in 0..<width { copy.tables[loca].bytes[glyph * width + i] = copy.tables[loca].bytes[(glyph + 1) * width + i] }
    }
    return copy.file
  }

  private var file: [UInt8] {
    let sorted = tables.sorted { $0.tag < $1.tag }
    var (directory, body): ([UInt8], [UInt8]) = ([0, 1, 0, 0, 0, UInt8(sorted.count), 0, 0, 0, 0, 0, 0], [])
    let start = 12 + sorted.count * 16
    for (tag, bytes) in sorted {
      directory += Array(tag.utf8) + word(0) + word(start + body.count) + word(bytes.count)
      body += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return directory + body
  }
}

/// PNG files of 8 bits with alpha.
private enum PNGBytes {
  /// A red square whose pixels are not compressed.
  static func red(side: Int) -> [UInt8] {
    let row: [UInt8] = [0] + (0..<side * 4).map { $0 % 4 == 0 || $0 % 4 == 3 ? 255 : 0 }
    let rows = (0..<side).flatMap { _ in row }
    let (low, high) = (UInt8(rows.count & 0xFF), UInt8(rows.count >> 8))
    var (a, b) = (1, 0)
    for byte in rows { (a, b) = ((a + Int(byte)) % 65521, (b + a + Int(byte)) % 65521) }
    return file(side, [0x78, 1, 1, low, high, ~low, ~high] + rows + word(b << 16 | a))
  }

  /// A file with a size and next to no pixels.
  static func header(side: Int) -> [UInt8] { file(side, [0x78, 1, 1, 1, 0, 0xFE, 0xFF, 0]) }

  private static func file(_ side: Int, _ data: [UInt8]) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    return signature + chunk("IHDR", word(side) + word(side) + [8, 6, 0, 0, 0]) + chunk("IDAT", data) + chunk("IEND", [])
  }

  private static func chunk(_ tag: String, _ data: [UInt8]) -> [UInt8] {
    var check: UInt32 = 0xFFFF_FFFF
    for byte in Array(tag.utf8) + data {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    return word(data.count) + Array(tag.utf8) + data + word(Int(~check))
  }
}

/// Four bytes, the high one first.
private func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
