import Tessera
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

/// Test helpers for plugin authors must fail when they should.
@Suite struct GoldenSupportTests {
  private func picture(_ change: (PixelBuffer) -> Void = { _ in }) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: 20, height: 10)
    buffer.clear(Color(white: 0.5))
    change(buffer)
    return buffer
  }

  @Test func aDifferenceReportsCountAndAreaOfPixels() throws {
    let changed = try picture { $0.clear(Color(white: 0.52), in: PixelRect(x: 4, y: 3, width: 5, height: 2)) }
    let found = try pixelDifference(picture(), changed)
    #expect(found.count == 10)
    #expect(found.area == PixelRect(x: 4, y: 3, width: 5, height: 2))
    #expect((found.firstX, found.firstY) == (4, 3))
    #expect((4...6).contains(found.largest))
    let failure = #expect(throws: TestFailure.self) { try expectEqualPixels(picture(), changed) }
    #expect(failure?.description.contains("10 pixels differ") == true)
    #expect(failure?.description.contains("the first at 4, 3") == true)
  }

  @Test func aToleranceAllowsExactlyItsDifference() throws {
    let changed = try picture { $0.clear(Color(white: 0.52), in: PixelRect(x: 0, y: 0, width: 3, height: 1)) }
    let largest = try pixelDifference(picture(), changed).largest
    try expectEqualPixels(picture(), changed, tolerance: .perChannel(largest))
    try expectEqualPixels(picture(), changed, tolerance: .fewPixels(3, beyond: 0))
    #expect(throws: TestFailure.self) { try expectEqualPixels(picture(), changed, tolerance: .perChannel(largest - 1)) }
    #expect(throws: TestFailure.self) { try expectEqualPixels(picture(), changed, tolerance: .fewPixels(2, beyond: 0)) }
  }

  @Test func picturesOfDifferentSizeAreDifferent() throws {
    let other = try PixelBuffer(width: 10, height: 20)
    #expect(throws: TestFailure.self) { try expectEqualPixels(picture(), other, tolerance: .perChannel(255)) }
  }

  @Test func aToleranceWithoutReasonIsRefused() throws {
    let failure = #expect(throws: TestFailure.self) { try expectGolden(picture(), "box_rounded", tolerance: .perChannel(1)) }
    #expect(failure?.description.contains("needs a reason") == true)
  }

  /// Source: the reference implementation of SplitMix64 with seed 1234567.
  @Test func theGeneratorGivesTheNumbersOfItsReference() {
    var random = SeededGenerator(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test func aFailureInNestedLoopsNamesEveryValue() {
    let failure = #expect(throws: TestFailure.self) {
      try withEvery("width", in: [1, 2]) { width in
        try withEvery("height", in: [3, 4]) { height in
          if width == 2, height == 3 { throw TestFailure("too wide") }
        }
      }
    }
    #expect(failure?.description == "width = 2: height = 3: too wide")
  }

  @Test func aTapReachesTheNodeWithThatName() throws {
    let scene = try #require(GoldenScene.all.first { $0.name == "editable_text_caret_and_placeholder" })
    let h = try scene.stage(replacing: "{type: editable-text, placeholderText", with: "{type: editable-text, id: name, placeholderText")
    try h.tap(id: "name")
    #expect(h.stage.focusedNode === (try h.node("name")))
    try h.type("Zoë")
    try h.key(.backspace)
    #expect(try h.node("name").attribute("string") == .text("Zo"))
    #expect(throws: TestFailure.self) { try h.node("nobody") }
  }
}
