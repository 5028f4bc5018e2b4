internal import Tessera
internal import TesseraGeometry
internal import TesseraRender
internal import TextPlugin

/// Text of a field that an input method has not committed: a part of the string. A value.
struct EditingPreedit: Sendable, Equatable {
  /// State before the first uncommitted text, for the undo history.
  let base: EditingState
  /// Range in the string, UTF-8 bytes.
  let range: Range<Int>
  /// Parts with a look; ranges in the string.
  let spans: [TextPreedit.Span]
  /// String with the text. If the program sets another one, the text counts as committed.
  let string: String

  /// Returns whether it belongs to a text.
  func isValid(in editing: EditingState) -> Bool { string.utf8.elementsEqual(editing.string.utf8) }
}

extension EditableTextState.Interaction {
  /// Makes uncommitted text a part of the string, as one edit of the history.
  mutating func commitPreedit(_ editing: EditingState, _ history: inout EditingHistory) {
    guard let former = preedit else { return }
    preedit = nil
    if former.isValid(in: editing) { history.record(former.base, editing) }
  }
}

extension EditingField {
  /// Uncommitted text, if the string still has it.
  var preedit: EditingPreedit? { interaction.preedit.flatMap { $0.isValid(in: text.editing) ? $0 : nil } }

  /// Shows text that is not committed in place of the selection and of the former one.
  mutating func compose(_ new: TextPreedit) {
    let former = preedit
    let base = former?.base ?? text.editing
    if let former { text.editing.select(former.range) }
    let start = text.editing.selection.lowerBound
    text.type(new.text)
    let range = start..<max(start, text.editing.caret)
    func clipped(_ part: Range<Int>) -> Range<Int> {
      let (low, high) = (max(0, min(part.lowerBound, range.count)), max(0, min(part.upperBound, range.count)))
      return start + low..<start + high
    }
    var spans = new.spans.map { TextPreedit.Span(clipped($0.range), $0.look) }
    if spans.isEmpty { spans = [TextPreedit.Span(range, .entered)] }
    if let caret = new.caret { text.editing.moveCaret(to: start + max(0, min(caret, range.count))) }
    interaction.preedit = range.isEmpty ? nil : EditingPreedit(base: base, range: range, spans: spans, string: text.string)
  }

  /// Draws the underlines of uncommitted text.
  func drawPreedit(_ layout: TextLayout, at origin: Point, _ color: Color, scale: Double, in canvas: borrowing Canvas) {
    guard let preedit else { return }
    for span in preedit.spans {
      let height = (span.look == .target ? 2 : 1) * max(1, scale.rounded(.down)) / max(scale, 0.1)
      let range = shownOffset(span.range.lowerBound)..<shownOffset(span.range.upperBound)
      for rect in layout.selectionRects(range, in: Rect(size: layout.size)) {
        let line = Rect(rect.minX, rect.maxY - 2, rect.width, height).offset(by: origin)
        canvas.fill(Rect(line.minX, (line.minY * scale).rounded() / scale, line.width, height), .color(color))
      }
    }
  }
}
