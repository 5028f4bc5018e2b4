import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import EditableTextPlugin
@testable import TextPlugin

/// Text nodes much longer than the visible area.
@Suite struct LongTextTests {
  /// Returns numbered paragraphs of different lengths.
  static func text(_ bytes: Int) -> String {
    var text = ""
    var n = 0
    while text.utf8.count < bytes {
      text += "\(n): " + String(repeating: "words of a paragraph, ", count: n * 7 % 23) + "end.\n"
      n += 1
    }
    return text + "The last line."
  }

  private func open(_ text: TextNode, width: Double = 300, height: Double = 400) throws -> (HeadlessStage, ScrollNode) {
    let scroll = ScrollNode()
    scroll.showsIndicators = false
    scroll.background = .color(.white)
    text.style.flexShrink = 0
    scroll.addSubnode(text)
    return (try HeadlessStage(width: width, height: height) { scroll }, scroll)
  }

  private func pixels(_ buffer: PixelBuffer) -> [UInt8] { buffer.withUnsafeBytes { Array($0) } }

  /// Returns the pixels of the node's lines when they are drawn as a whole.
  private func expected(_ node: TextNode, at offset: Double, width: Double, height: Double) throws -> [UInt8] {
    let target = try PixelBuffer(width: Int(width), height: Int(height), format: .argb8888)
    do {
      let canvas = try Canvas(target)
      canvas.fill(Rect(0, 0, width, height), .color(.white), blend: .copy)
      canvas.draw(node.textLayout(width: width, height: node.frame.height), at: Point(0, -offset))
    }
    return pixels(target)
  }

  @Test(arguments: [40_000, 2_000_000]) func aScrollShowsALongTextWhereverItIs(bytes: Int) throws {
    try TestFonts.whileTheyStay {
      let node = TextNode(Self.text(bytes))
      let (h, scroll) = try open(node)
      #expect(pixels(h.framebuffer) == (try expected(node, at: 0, width: 300, height: 400)))
      var offset = 0.0
      for step in [100.0, 250, 390, 1000, 5000, 90, 90, 90, -300, -4000, -77] {
        offset = max(0, min(offset + step, node.frame.height - 400))
        scroll.scroll(to: Point(0, offset), animated: false)
        try h.stage.settle()
        #expect(pixels(h.framebuffer) == (try expected(node, at: scroll.contentOffset.y, width: 300, height: 400)), "at \(offset)")
        offset = scroll.contentOffset.y
      }
      let layout = node.textLayout(width: 300, height: node.frame.height)
      #expect(bytes < 100_000 || layout.bytesLaidOut < bytes / 10)
    }
  }

  /// Whichever part was visible before: the last line ends at the end of the node, at the bottom of the visible area.
  @Test(arguments: [(100_000, 300.0), (100_000, 137), (400_000, 300), (400_000, 731), (10_000_000, 300)])
  func theEndOfALongTextIsTheEndOfItsLastLine(bytes: Int, width: Double) throws {
    try TestFonts.whileTheyStay {
      let string = Self.text(bytes)
      let node = TextNode(string)
      let (h, scroll) = try open(node, width: width)
      for middle in [0, 0.3, 0.9] {
        scroll.scroll(to: Point(0, node.frame.height * middle), animated: false)
        try h.stage.settle()
        // Scrolling down may change the estimated height; at the end the height is final.
        for _ in 0..<3 {
          scroll.scroll(to: Point(0, node.frame.height), animated: false)
          try h.stage.settle()
        }
        let layout = node.textLayout(width: width, height: node.frame.height)
        let known = layout.bytesLaidOut
        let last = try #require(layout.line(holding: string.utf8.count - 1))
        #expect(abs(last.frame.maxY - node.frame.height) < 1, "after \(middle)")
        #expect(abs(scroll.contentOffset.y + 400 - node.frame.height) < 1)
        #expect(pixels(h.framebuffer) == (try expected(node, at: scroll.contentOffset.y, width: width, height: 400)))
        #expect(layout.bytesLaidOut == known)
      }
    }
  }

  @Test func aLongTextInALowBoxIsCut() throws {
    try TestFonts.whileTheyStay {
      let node = TextNode(Self.text(100_000))
      node.style.width = .points(200)
      node.style.height = .points(100)
      let h = try HeadlessStage(width: 300, height: 300) { node }
      let layout = node.textLayout(width: 200, height: 100)
      #expect(layout.isTruncated && layout.size.height <= 100)
      #expect(h.stage.statistics.layouts < 5)
    }
  }

  @Test func anEditOfALongTextLaysOutALittleAndShows() throws {
    try TestFonts.whileTheyStay {
      let string = Self.text(200_000)
      let node = TextNode(string)
      let (h, _) = try open(node)
      node.string = "Another start. " + string
      try h.stage.settle()
      let layout = node.textLayout(width: 300, height: node.frame.height)
      #expect(layout.bytesLaidOut < 4_000)
      #expect(pixels(h.framebuffer) == (try expected(node, at: 0, width: 300, height: 400)))
      let measured = h.stage.statistics.layouts
      try h.stage.settle()
      #expect(h.stage.statistics.layouts == measured)
    }
  }

  @Test func editingALongTextLaysOutOnlyTheChange() throws {
    try TestFonts.whileTheyStay {
      let field = EditableTextNode()
      field.kind = .plain
      field.isMultiline = true
      field.string = Self.text(100_000)
      field.selection = 50_000..<50_000
      let h = try HeadlessStage(width: 300, height: 400) { field }
      field.becomeFocused()
      try h.stage.settle()
      h.stage.send(.text("x"))
      try h.stage.settle()
      for character in ["w", "o", "r", "d"] {
        h.stage.send(.text(character))
        try h.stage.settle()
        let shown = EditingField(field)
        #expect(shown.textLayout(width: 300).bytesLaidOut < 2_000)
      }
      #expect(field.string.dropFirst(50_000).hasPrefix("xword"))
    }
  }
}

/// Content that is too large for one buffer.
@Suite struct LargeContentTests {
  /// Node in which every row of pixels has a different colour.
  private struct Rows: NodeType {
    static let typeName = "rows"
    var height = 0.0
    static func color(_ y: Int) -> Color { Color(red: Float(y % 251) / 255, green: Float(y / 251 % 256) / 255, blue: 0.5) }
    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { Size(100, height) }
    func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
      let clip = canvas.clipBounds
      let top = -canvas.transform.ty
      for y in 0..<clip.height {
        let row = Int(top) + clip.y + y
        canvas.fill(Rect(0, Double(row), 100, 1), .color(Self.color(row)))
      }
    }
  }

  @Test func onlyTheVisiblePartOfLargeContentIsDrawn() throws {
    let node = Node(Rows(height: 3_000_000))
    node.style.flexShrink = 0
    let scroll = ScrollNode()
    scroll.showsIndicators = false
    scroll.addSubnode(node)
    let h = try HeadlessStage(width: 100, height: 200) { scroll }
    var drawsBefore = h.stage.statistics.draws
    for offset in [0, 10, 50, 180, 1_000, 2_000_000, 2_000_050, 2_999_800, 0] {
      scroll.scroll(to: Point(0, Double(offset)), animated: false)
      try h.stage.settle()
      for y in [0, 1, 99, 199] { #expect(h.framebuffer.color(x: 50, y: y).hex == Rows.color(offset + y).hex) }
    }
    #expect(h.stage.statistics.failedDraws == 0 && h.stage.statistics.contentsBytes < 100 * 400 * 4 * 3)
    drawsBefore = h.stage.statistics.draws
    scroll.scroll(to: Point(0, 40), animated: false)
    try h.stage.settle()
    #expect(h.stage.statistics.draws == drawsBefore)
  }
}
