internal import CTesseraCounting
internal import TesseraGeometry
internal import TesseraKit

/// Parts of the case `paragraph`: editing a text, and opening a long one.
extension BenchHarness {
  private var body: TextAttributes { TextAttributes(font: Font("Noto Sans", size: 16), color: .black) }

  /// Changes one word in the middle of 100 kB.
  func editing() throws {
    let text = try BenchData.lines("\(data)/en.txt").joined(separator: "\n")
    let half = text.utf8.index(text.startIndex, offsetBy: text.utf8.count / 2)
    let word = text[half...].firstIndex(of: " ") ?? half
    var layout = TextLayout(AttributedText(text, attributes: body), width: 600)
    let offset = text.utf8.distance(from: text.startIndex, to: word)
    /// Lays out a window of 800 units around the word.
    func show(_ layout: TextLayout) {
      let caret = layout.caret(at: offset)
      _ = layout.lines(from: caret.minY - 400, to: caret.minY + 400)
    }
    // The whole text has been laid out before.
    _ = layout.lineCount
    show(layout)
    let counted = FontLibrary.shared.statistics
    var edits = 0
    var bytes = 0
    measure("edit_one_word", "a word put into 100 kB, the window around it laid out") { n in
      let edited = text[..<word] + " word\(n % 100)" + text[word...]
      layout = TextLayout(AttributedText(String(edited), attributes: body), width: 600, reusing: layout)
      show(layout)
      edits += 1
      bytes += layout.bytesLaidOut
    }
    let glyphs = FontLibrary.shared.statistics.laidOutGlyphs - counted.laidOutGlyphs
    value(
      "edit_one_word_share", Double(bytes) / Double(edits) / Double(text.utf8.count) * 100, "%",
      "of the text's bytes laid out an edit; \(glyphs / edits) glyphs of \(text.utf8.count)")
  }

  /// Opens 10 MB in one text node in a scroll container; measures the first picture and the memory.
  func opening() throws {
    let once = try BenchData.lines("\(data)/en.txt").joined(separator: "\n") + "\n"
    // Open the font and allocate the memory of a screen first.
    let small = TextNode("Small", font: Font("Noto Sans", size: 16))
    try Stage(size: Size(600, 1000), root: small, clock: ManualClock(), workers: WorkerPool(threads: 0)).settle()
    let before = tc_heap_bytes()
    let text = String(repeating: once, count: 10_000_000 / once.utf8.count + 1)
    let counted = FontLibrary.shared.statistics
    let node = TextNode(text, font: Font("Noto Sans", size: 16))
    let scroll = ScrollNode()
    scroll.addSubnode(node)
    let stage = try Stage(size: Size(600, 1000), root: scroll, clock: ManualClock(), workers: WorkerPool(threads: 0))
    let spent = try time { try stage.settle() }
    try picture("open_10MB", stage.framebuffer)
    let glyphs = FontLibrary.shared.statistics.laidOutGlyphs - counted.laidOutGlyphs
    value(
      "open_10MB", spent.cpu, "ms", "\(text.utf8.count) bytes in a text node in a scroll, to the first picture; \(glyphs) glyphs laid out")
    // Includes the text itself and retained layouts. The resident set would not show it, because used pages of the heap are reused.
    guard before > 0 else { return notOffered("the C library does not say what is on the heap") }
    value(
      "open_10MB_memory", Double(tc_heap_bytes() &- before) / Double(text.utf8.count), "x", "growth of the heap, by the text's size")
  }
}
