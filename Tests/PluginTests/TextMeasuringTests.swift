import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct TextMeasuringTests {
  /// Measuring, baselines and drawing share one layout as long as nothing is truncated.
  @Test func aTextIsLaidOutOnceForAllReaders() {
    TestFonts.useNoSystemFonts()
    let node = TextNode("The quick brown fox jumps over the lazy dog")
    let text = node.value
    let context = MeasureContext(environment: EnvironmentValues(scale: 2)).with(node.storage)
    let size = text.size(thatFits: SizeRange(max: Size(120, .infinity)), in: context)
    let measured = node.textLayout(width: 120)
    #expect(measured.lineCount > 2)
    #expect(node.textLayout(width: 120, height: size.height, scale: 2) === measured)
    #expect(text.baselines(for: size, in: context)?.last == measured.lastBaseline)
    // The query for baselines evicted nothing.
    #expect(node.textLayout(width: 120) === measured)
    // A line that does not fit is left out.
    let short = node.textLayout(width: 120, height: size.height - 4, scale: 2)
    #expect(short !== measured && short.isTruncated && short.lineCount < measured.lineCount)
  }

  @Test(arguments: TextAlignment.allCases, [false, true]) func baselinesMatchALayoutOfThatWidth(
    alignment: TextAlignment, balanced: Bool
  ) {
    TestFonts.useNoSystemFonts()
    let context = MeasureContext()
    for width in stride(from: 40.0, through: 320, by: 23) {
      var text = Text("The quick brown fox jumps over the lazy dog")
      text.alignment = alignment
      text.isBalanced = balanced
      let size = text.size(thatFits: SizeRange(max: Size(width, .infinity)), in: context)
      var other = Text("The quick brown fox jumps over the lazy dog")
      other.alignment = alignment
      other.isBalanced = balanced
      let fresh = other.textLayout(width: size.width, height: size.height, scale: 1)
      #expect(text.baselines(for: size, in: context)?.first == fresh.firstBaseline)
      #expect(text.baselines(for: size, in: context)?.last == fresh.lastBaseline)
    }
  }

  /// A short text in a large box has a buffer, and damage, only of the size of its letters.
  @Test func aBufferIsAsLargeAsTheLetters() throws {
    TestFonts.useNoSystemFonts()
    let node = TextNode("Short")
    node.style.width = .points(600)
    node.style.height = .points(200)
    let root = BoxNode()
    root.addSubnode(node)
    let stage = try Stage(size: Size(640, 240), root: root, clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    #expect(stage.statistics.contentsBytes <= 128 * 40)
    let before = stage.statistics.damagedPixels
    node.color = Color(rgb: 0xAA0000)
    try stage.settle()
    #expect((1...128 * 40).contains(stage.statistics.damagedPixels - before))
    // Content under or over letters may be anywhere in the box.
    node.highlightedRange = 0..<2
    try stage.settle()
    #expect(stage.statistics.contentsBytes >= 600 * 200)
  }

  /// Several workers measure changed texts in parallel, each text as often as one worker does.
  @Test func manyChangedTextsAreMeasuredAheadOnce() throws {
    TestFonts.useNoSystemFonts()
    func counts(_ threads: Int) throws -> [Int] {
      let root = BoxNode()
      let nodes = (0..<100).map { number in
        let node = Node(CountedText(calls: Counter()))
        node.style.position = .absolute
        node.style.inset.top = .points(Double(number))
        root.addSubnode(node)
        return node
      }
      let stage = try Stage(size: Size(300, 200), root: root, clock: ManualClock(), workers: WorkerPool(threads: threads))
      try stage.settle()
      for node in nodes { node.length = 50 }
      try stage.settle()
      #expect(nodes.allSatisfy { $0.frame.size.width == 50 })
      return nodes.map { $0.calls.value }
    }
    #expect(try counts(3) == counts(0))
  }
}

/// Text that counts its measurements.
private struct CountedText: NodeType {
  static let typeName = "counted"
  var length = 20.0
  var calls = Counter()

  init() {}
  init(calls: Counter) { self.calls = calls }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    calls.increment()
    return range.clamp(Size(length, 10))
  }

  static func == (a: CountedText, b: CountedText) -> Bool { a.length == b.length && a.calls === b.calls }
}
