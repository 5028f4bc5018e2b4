import TesseraKit

@testable import TextPlugin

/// Text with marks: its letters are those of the source, in order, and it is laid out and drawn.
@Sendable func readMarkup(_ input: [UInt8]) {
  let source = String(decoding: input, as: UTF8.self)
  guard let spans = try? Markup.spans(source) else { return }
  // Marks and targets go, nothing is made up; what stands for a subnode is not of the source.
  var rest = source.unicodeScalars[...]
  for span in spans where span.attachment == nil {
    for scalar in span.text.unicodeScalars {
      guard let at = rest.firstIndex(of: scalar) else { preconditionFailure("`\(span.text)` is not of the source, or not in its order") }
      rest = rest[rest.index(after: at)...]
    }
  }
  var text = Text()
  text.spans = spans
  guard let stage = try? Stage(size: Size(120, 90), root: TextNode(text), clock: ManualClock(), workers: WorkerPool(threads: 0)) else {
    return
  }
  try? stage.settle()
}
