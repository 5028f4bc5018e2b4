import CRender
import Foundation
import Testing

@testable import TesseraRender

@Suite struct TextSegmentationTests {
  /// Boundary flags before each code point.
  func boundaries(_ points: [UInt32]) -> [UInt8] {
    var flags = [UInt8](repeating: 0, count: points.count)
    cr_unicode_boundaries(points, points.count, &flags)
    return flags
  }

  /// Lines "÷ 0061 × 0020 ÷" of a file of the Unicode Character Database, as code points and the breaks before them.
  func cases(_ file: String) throws -> [(points: [UInt32], breaks: [Bool])] {
    try Files.text("\(Files.unicode)/auxiliary/\(file)").split(separator: "\n").compactMap { line in
      let words = (line.split(separator: "#", omittingEmptySubsequences: false).first ?? "").split(whereSeparator: \.isWhitespace)
      guard words.count > 2 else { return nil }
      let points = stride(from: 1, to: words.count, by: 2).compactMap { UInt32(words[$0], radix: 16) }
      return (points, points.indices.map { words[2 * $0] == "÷" })
    }
  }

  @Test(
    .needs("\(Files.unicode)/auxiliary/LineBreakTest.txt"),
    arguments: [("LineBreakTest.txt", CR_BOUNDARY_LINE, 7000), ("GraphemeBreakTest.txt", CR_BOUNDARY_GRAPHEME, 600)])
  func everyCaseOfTheUnicodeTestsBreaksAsInTheStandard(file: String, flag: Int, least: Int) throws {
    let cases = try cases(file)
    #expect(cases.count >= least)
    for (points, breaks) in cases {
      let ours = boundaries(points).map { Int($0) & flag != 0 }
      #expect(Array(ours.dropFirst()) == Array(breaks.dropFirst()), "\(points.map { String($0, radix: 16) })")
    }
  }

  @Test func clustersAreSwiftsCharacters() {
    var random = Seeded(7)
    let pools: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x300...0x36F, 0x5D0...0x5EA, 0x621...0x64A, 0x905...0x94D, 0xE01...0xE3A, 0x1100...0x11FF, 0xAC00...0xD7A3,
      0x4E00...0x4FFF,
      0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F466...0x1F469, 0x200D...0x200D, 0xFE0E...0xFE0F, 0x0A...0x0D,
    ]
    for _ in 0..<3000 {
      let scalars = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: pools.randomElement(using: &random)!, using: &random))
      }
      var string = ""
      string.unicodeScalars.append(contentsOf: scalars)
      var expected: [Int] = []
      var at = 0
      for character in string {
        expected.append(at)
        at += character.unicodeScalars.count
      }
      let ours = boundaries(string.unicodeScalars.map(\.value)).enumerated().compactMap { Int($1) & CR_BOUNDARY_GRAPHEME != 0 ? $0 : nil }
      #expect(ours == expected, "\(scalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test func emptyTextHasNoBoundaries() { #expect(boundaries([]).isEmpty) }
}
