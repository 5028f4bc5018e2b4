import TesseraKit
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin
@testable import TextPlugin

/// Looks of parts of an edited text.
extension ClipboardTests {
  @Suite struct EditingStyleTests {
    @Test func looksFollowEditsAsThoseOfSingleBytesDo() {
      var random = SeededGenerator(seed: 3)
      for _ in 0..<200 {
        var (styles, naive) = (EditingStyles(), [EditingStyle](repeating: EditingStyle(), count: 12))
        for _ in 0..<12 {
          let low = Int.random(in: 0...naive.count, using: &random)
          let range = low..<Int.random(in: low...naive.count, using: &random)
          if Bool.random(using: &random) {
            let property = [\EditingStyle.isBold, \.isItalic].randomElement(using: &random)!
            let isOn = Bool.random(using: &random)
            styles.update(range) { $0[keyPath: property] = isOn }
            for i in range { naive[i][keyPath: property] = isOn }
          } else {
            var style = EditingStyle()
            style.isBold = Bool.random(using: &random)
            let count = Int.random(in: 0...3, using: &random)
            styles.replace(range, count: count, style)
            naive.replaceSubrange(range, with: repeatElement(style, count: count))
          }
          let shown = naive.indices.map { styles.style(before: $0 + 1) }
          #expect(shown == naive)
          #expect(styles.runs.allSatisfy { !$0.range.isEmpty && $0.style != EditingStyle() })
          #expect(
            zip(styles.runs, styles.runs.dropFirst()).allSatisfy {
              $0.range.upperBound <= $1.range.lowerBound && !($0.range.upperBound == $1.range.lowerBound && $0.style == $1.style)
            })
          let (from, to) = (range.lowerBound, max(range.lowerBound, min(naive.count, range.upperBound)))
          let isBold = from <= to && to <= naive.count && naive[min(from, naive.count)..<to].allSatisfy(\.isBold)
          if from < to { #expect(styles.all(in: from..<to, \.isBold) == isBold) }
        }
      }
    }

    @Test func keysChangeTheLookOfTheSelectionAndOfTypedLetters() throws {
      let field = EditableTextNode(EditableText("ab cd"))
      (field.id, field.allowsStyles) = ("field", true)
      let h = try HeadlessStage(width: 300, height: 60) { field }
      try h.focus(id: "field")
      let plain = try h.snapshot()
      try h.key(.home)
      try h.key(.right, modifiers: [.shift, .control])
      try h.key(.character("b"), modifiers: .control)
      func runs() -> [Range<Int>] { field.value.editing.styles.runs.map(\.range) }
      #expect(runs() == [0..<2] && field.attributedText.attributes(at: 0).font.weight == .bold)
      #expect(try pixelDifference(plain, h.snapshot()).count > 0)
      // Letters take the look of the one before the caret.
      try h.key(.right)
      try h.type("x")
      #expect(field.string == "abx cd" && runs() == [0..<3])
      try h.key(.character("b"), modifiers: .control)
      try h.type("y")
      #expect(field.string == "abxy cd" && runs() == [0..<3], "the caret's look was turned off")
      try h.key(.left)
      try h.key(.right)
      try h.type("z")
      #expect(runs() == [0..<3])
      field.undo()
      field.undo()
      field.undo()
      #expect(field.string == "ab cd" && runs() == [0..<2])
      field.undo()
      #expect(runs().isEmpty)
      field.redo()
      #expect(runs() == [0..<2])
      field.string = "new"
      #expect(runs().isEmpty)
      field.allowsStyles = false
      try h.key(.character("a"), modifiers: .control)
      try h.key(.character("b"), modifiers: .control)
      #expect(runs().isEmpty)
    }

    @Test func attributedTextIsReadAndSet() {
      let field = EditableTextNode(EditableText("plain"))
      var text = AttributedText("one two", attributes: TextAttributes(font: Font(size: 30), color: .letters))
      text.update(4..<7) { attributes in
        (attributes.font.slant, attributes.underline, attributes.color) = (.italic, true, .tomato)
      }
      field.attributedText = text
      #expect(field.string == "one two" && field.value.editing.styles.runs.map(\.range) == [4..<7])
      let read = field.attributedText
      #expect(
        read.attributes(at: 5).color == .tomato && read.attributes(at: 5).underline && read.attributes(at: 5).font.size == field.font.size)
      #expect(!read.attributes(at: 1).underline)
      field.selection = 0..<3
      field.styleSelection { $0.background = .yellow }
      #expect(field.attributedText.attributes(at: 1).background == .yellow)
      #expect(field.undo() && field.attributedText.attributes(at: 1).background == nil)
    }
  }
}
