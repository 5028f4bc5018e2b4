import Testing
import TesseraGeometry

@testable import TesseraRender

/// Coverage that follows how light a text is.
struct TextToneTests {
  private func bytes(_ color: Color, on back: Color, adjusted: Bool = true) throws -> [UInt8] {
    let library = try isolated()
    library.adjustsCoverage = adjusted
    let layout = TextLayout(attributed("Hamburgefonstiv", Font(size: 14)) { $0.color = color }, library)
    let buffer = try PixelBuffer(width: 140, height: 24)
    buffer.clear(back)
    try Canvas(buffer).draw(layout, at: Point(4, 2))
    return buffer.withUnsafeBytes { bytes in (0..<24).flatMap { row in bytes[(row * buffer.stride)..<(row * buffer.stride + 140 * 4)] } }
  }

  /// The light that letters add to what is behind, or take from it.
  private func weight(_ color: Color, on back: Color, adjusted: Bool) throws -> Double {
    let drawn = try bytes(color, on: back, adjusted: adjusted)
    func light(_ v: UInt8) -> Double {
      let x = Double(v) / 255
      return x * x * (0.2 * x + 0.8)
    }
    let ground = light(drawn[0])
    return stride(from: 0, to: drawn.count, by: 4).reduce(0) { $0 + abs(light(drawn[$1]) - ground) }
  }

  @Test func lightTextIsHeavierThanItsCoverageAndDarkTextIsNot() throws {
    #expect(try bytes(.black, on: .white) == bytes(.black, on: .white, adjusted: false))
    #expect(try bytes(Color(rgb: 0x202020), on: .white) == bytes(Color(rgb: 0x202020), on: .white, adjusted: false))
    let (plain, adjusted) = (try bytes(.white, on: .black, adjusted: false), try bytes(.white, on: .black))
    #expect(zip(plain, adjusted).allSatisfy { $0 <= $1 })
    #expect(plain.reduce(0) { $0 + Int($1) } < adjusted.reduce(0) { $0 + Int($1) })
    // Where nothing or everything was covered nothing changes.
    for (a, b) in zip(plain, adjusted) where a == 0 || a == 255 { #expect(a == b) }
  }

  @Test func whiteOnBlackWeighsMoreLikeBlackOnWhite() throws {
    let dark = try weight(.black, on: .white, adjusted: true)
    let (plain, adjusted) = (try weight(.white, on: .black, adjusted: false), try weight(.white, on: .black, adjusted: true))
    #expect(abs(adjusted / dark - 1) < abs(plain / dark - 1))
  }

  @Test func lighterTonesAreNeverThinner() throws {
    var last = 0
    for step in 0...10 {
      let layers = try bytes(Color(white: Float(step) / 10), on: Color(red: 0, green: 0, blue: 0, alpha: 0))
      // Alpha is the coverage.
      let coverage = stride(from: 3, to: layers.count, by: 4).reduce(0) { $0 + Int(layers[$1]) }
      #expect(coverage >= last)
      last = coverage
    }
  }

  @Test func keptGlyphsFollowTheCoverageSetting() throws {
    let library = try isolated()
    let layout = TextLayout(attributed("Switch", Font(size: 14)) { $0.color = .white }, library)
    func draw() throws -> [UInt8] {
      let buffer = try PixelBuffer(width: 80, height: 24)
      try Canvas(buffer).draw(layout, at: Point(4, 2))
      return buffer.withUnsafeBytes { Array($0) }
    }
    library.adjustsCoverage = true
    let adjusted = try draw()
    library.adjustsCoverage = false
    let plain = try draw()
    library.adjustsCoverage = true
    #expect(try draw() == adjusted && plain != adjusted)
  }
}
