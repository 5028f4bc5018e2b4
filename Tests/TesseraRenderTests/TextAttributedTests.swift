import Testing

@testable import TesseraRender

@Suite struct TextAttributedTests {
  let bold = TextAttributes(font: Font(weight: .bold))

  @Test func runsCoverTheTextInOrderAndNeighborsDiffer() {
    var text = AttributedText("abc")
    text.append("def", attributes: TextAttributes())
    #expect(text.runs.count == 1)
    text.append("ghi", attributes: bold)
    #expect(text.runs.map(\.range) == [0..<6, 6..<9])
    text.update(2..<7) { $0.underline = true }
    #expect(text.runs.map(\.range) == [0..<2, 2..<6, 6..<7, 7..<9])
    text.update(0..<9) { $0 = TextAttributes() }
    #expect(text.runs.map(\.range) == [0..<9])
  }

  @Test func rangesAreClampedAndMoveToTheStartOfTheCharacterTheyCut() {
    var text = AttributedText("aéb")
    text.update(2..<100) { $0.underline = true }
    #expect(text.runs.map(\.range) == [0..<1, 1..<4])
    text.update(-5..<0) { $0.strikethrough = true }
    text.update(50..<60) { $0.strikethrough = true }
    #expect(text.runs.allSatisfy { !$0.attributes.strikethrough })
  }

  @Test func emptyTextKeepsItsAttributesUntilSomethingIsAdded() {
    var text = AttributedText("", attributes: bold)
    #expect(text.runs.count == 1)
    text.update(0..<0) { $0.underline = true }
    #expect(text.runs[0].attributes.underline)
    text.append("x", attributes: TextAttributes())
    #expect(text.runs.map(\.attributes) == [TextAttributes()])
    text.append(AttributedText())
    #expect(text.string == "x")
  }
}
