internal import TesseraGeometry
internal import TesseraKit

/// Cases `labels` and `paragraph`.
extension BenchHarness {
  private static let ink = Color(rgb: 0x202020)

  private func labelLayouts(_ texts: [String]) -> [TextLayout] { Self.layouts(texts) }

  private static func layouts(_ texts: [String]) -> [TextLayout] {
    let attributes = TextAttributes(font: Font("DejaVu Sans", size: 16), color: ink)
    return texts.map { TextLayout(AttributedText($0, attributes: attributes)) }
  }

  private func draw(_ layouts: [TextLayout], in canvas: borrowing Canvas) {
    canvas.fill(Rect(0, 0, 1920, 1080), .color(.white), blend: .copy)
    for (i, layout) in layouts.enumerated() { canvas.draw(layout, at: Point(Double(2 + (i % 10) * 192), Double(i / 10 * 10))) }
  }

  func labels() throws {
    let surface = try PixelBuffer(width: 1920, height: 1080, format: .argb8888)
    let canvas = try Canvas(surface)
    // Opens library and font file, and touches the surface's pages. The glyph cache has no glyphs of 16 px.
    canvas.fill(Rect(0, 0, 1920, 1080), .color(.white), blend: .copy)
    canvas.draw(TextLayout(AttributedText("x", attributes: TextAttributes(font: Font("DejaVu Sans", size: 31)))), at: .zero)
    let sets = (0..<60).map { frame in (0..<1000).map { BenchData.label(frame, $0) } }
    var kept: [TextLayout] = []
    measure("cold", "1,000 TextLayouts made and drawn", warm: 0, least: 1, most: 1) { _ in
      kept = labelLayouts(sets[0])
      draw(kept, in: canvas)
    }
    try picture("cold", surface)
    measure("warm_glyphs", "kept TextLayouts drawn glyph by glyph") { _ in draw(kept, in: canvas) }
    measure("change", "1,000 new TextLayouts a frame") { n in draw(labelLayouts(sets[n % 60]), in: canvas) }
    try picture("change", surface)
    try labelNodes(sets[0])
    try labelThreads(sets)
  }

  /// Draws the same labels as nodes of a stage, as an application does.
  private func labelNodes(_ texts: [String]) throws {
    let root = BoxNode()
    for (i, text) in texts.enumerated() {
      let node = TextNode(text, font: Font("DejaVu Sans", size: 16), color: Self.ink)
      node.style.position = .absolute
      node.style.inset.left = .points(Double(2 + (i % 10) * 192))
      node.style.inset.top = .points(Double(i / 10 * 10))
      root.addSubnode(node)
    }
    let stage = try Stage(size: Size(1920, 1080), root: root, clock: ManualClock(), workers: WorkerPool(threads: 0))
    try stage.settle()
    try measure("warm", "whole frame of 1,000 text nodes painted from their contents") { _ in
      stage.setNeedsRepaint()
      try stage.frame()
    }
    try picture("warm", stage.framebuffer)
  }

  /// Lays out and draws the same 1,000 labels by one thread and by two in parallel, with new and with retained layouts.
  private func labelThreads(_ sets: [[String]]) throws {
    let surfaces = try (0..<2).map { _ in try PixelBuffer(width: 1920, height: 1080, format: .argb8888) }
    let canvases = ThreadCanvases(surfaces: surfaces)
    func shortest(_ threads: Int, _ body: @escaping @Sendable (Int, Int) -> Void) -> Double {
      let crew = BenchThreads(threads)
      defer { crew.stop() }
      return (0..<40).map { n in time { crew.run { body(n, $0) } }.wall }.min() ?? 0
    }
    for (metric, note) in [("change", "new TextLayouts"), ("warm", "kept TextLayouts")] {
      let kept = labelLayouts(sets[0])
      func work(_ threads: Int) -> Double {
        shortest(threads) { n, thread in
          let part = thread * 1000 / threads..<(thread + 1) * 1000 / threads
          // Not a recently shaped set: `kept` is the first one.
          let layouts = metric == "warm" ? Array(kept[part]) : Self.layouts(Array(sets[(n + 1) % 60][part]))
          canvases.draw(layouts, thread)
        }
      }
      let (one, two) = (work(1), work(2))
      value("\(metric)_two_threads", one / two, "x", "1,000 \(note) by two threads, times as fast as by one; shortest of 40 each")
    }
  }

  func paragraph() throws {
    // This case is first, so that its memory is measured before other allocations.
    try opening()
    for (name, file, family) in [("en", "en.txt", "Noto Sans"), ("bidi", "bidi.txt", "Noto Sans"), ("zh", "zh.txt", "Noto Sans CJK SC")] {
      let lines = try BenchData.lines("\(data)/\(file)")
      let size = Double(try BenchData.read("\(data)/\(file)").count)
      let attributes = TextAttributes(font: Font(family, size: 16), color: .black)
      var kept: [TextLayout] = []
      func layOut(_ n: Int) {
        kept.removeAll(keepingCapacity: true)
        for (p, line) in lines.enumerated() {
          let digits = String((n * 7919 + p) % 10000)
          let prefix = String(repeating: "0", count: 4 - digits.count) + digits + " "
          kept.append(TextLayout(AttributedText(prefix + line, attributes: attributes), width: 600))
        }
      }
      measure("\(name)_first", "first time in the process", warm: 0, least: 1, most: 1) { layOut($0) }
      let time = measure("\(name)_layout", "a TextLayout a paragraph, 600 px wide", warm: 1, least: 7, most: 60) { layOut($0 + 1) }
      value("\(name)_mbs", size / 1e3 / time, "MB/s", "\(kept.map(\.lines.count).reduce(0, +)) lines")
      let surface = try PixelBuffer(width: 600, height: 1000, format: .argb8888)
      let canvas = try Canvas(surface)
      measure("\(name)_screen", "the first screen drawn") { _ in
        canvas.fill(Rect(0, 0, 600, 1000), .color(.white), blend: .copy)
        var y = 0.0
        for layout in kept where y < 1000 {
          canvas.draw(layout, at: Point(0, y))
          y += layout.size.height
        }
      }
      try picture("\(name)_screen", surface)
    }
    try editing()
  }
}
