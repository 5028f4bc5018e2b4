import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// Scrolling moves pixels that are on the screen already. What is shown is what painting anew shows, byte by byte.
@Suite struct ScrollCopyTests {
  private let red = Color(rgb: 0xCC2211)
  private let blue = Color(rgb: 0x2244CC)
  private let gray = Color(rgb: 0x888888)

  private func bytes(_ buffer: PixelBuffer) -> [UInt8] { buffer.withUnsafeBytes { Array($0) } }

  /// A column of a header, a window on rows, and a footer.
  private func stage(_ scale: Double = 1, _ dress: (ScrollNode, BoxNode) -> Void = { _, _ in }) throws -> (HeadlessStage, ScrollNode) {
    let scroll = ScrollNode()
    scroll.style.flexGrow = 1
    scroll.style.flexBasis = .points(0)
    for i in 0..<60 { scroll.addSubnode(row(i)) }
    let root = BoxNode()
    root.style.direction = .column
    root.background = .color(.white)
    let (header, footer) = (row(90, height: 20), row(91, height: 30))
    for node in [header, footer] { node.style.flexShrink = 0 }
    root.addSubnode(header)
    root.addSubnode(scroll)
    root.addSubnode(footer)
    dress(scroll, root)
    let h = try HeadlessStage(width: 100, height: 250, scale: scale) { root }
    // Ranges reach as far as they will from the first move on.
    scroll.contentOffset = Point(0, 1)
    try h.settle()
    scroll.contentOffset = .zero
    try h.settle()
    return (h, scroll)
  }

  @Test func onlyTheExposedAreaIsPainted() throws {
    let (h, scroll) = try stage()
    scroll.showsIndicators = false
    let before = h.stage.statistics.damagedPixels
    scroll.contentOffset = Point(0, 12)
    try h.settle()
    #expect(h.stage.statistics.damagedPixels - before == 100 * 12)
    scroll.contentOffset = Point(0, 5)
    try h.settle()
    #expect(h.stage.statistics.damagedPixels - before == 100 * 19)
  }

  @Test func theDisplayReceivesAllMovedDamage() throws {
    final class Screen: Display {
      var rects: [PixelRect] = []
      func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws { rects = damage }
    }
    let (h, scroll) = try stage()
    let screen = Screen()
    h.stage.display = screen
    try h.settle()
    scroll.contentOffset = Point(0, 12)
    try h.settle()
    #expect(screen.rects == [PixelRect(x: 0, y: 20, width: 100, height: 200)])
  }

  /// What makes a picture that does not move as a whole: all of the window is painted then.
  @Test(arguments: 0..<9) func ifMovingPixelsIsImpossibleAllIsPainted(_ kind: Int) throws {
    let (h, scroll) = try stage { scroll, root in
      let gradient = Paint.gradient(.linear(from: .zero, to: Point(0, 1), stops: [GradientStop(0, red), GradientStop(1, blue)]))
      switch kind {
      case 0: scroll.background = gradient
      case 1: root.background = gradient
      case 2: scroll.opacity = 0.5
      case 3: scroll.cornerRadius = 10
      case 4:
        let badge = row(92, width: 20, height: 20)
        badge.style.position = .absolute
        badge.style.inset.top = .points(100)
        root.addSubnode(badge)
      case 5: root.transform = .scale(0.9, 0.9)
      case 6: root.rasterizesSubtree = true
      case 7: scroll.border = Border(width: 2, color: .black)
      default: scroll.clipsToBounds = false
      }
    }
    scroll.showsIndicators = false
    let before = h.stage.statistics.damagedPixels
    scroll.contentOffset = Point(0, 12)
    try h.settle()
    #expect(h.stage.statistics.damagedPixels - before >= 100 * 190)
    let shown = bytes(h.framebuffer)
    h.stage.setNeedsRepaint()
    try h.settle()
    #expect(bytes(h.framebuffer) == shown)
  }

  @Test(arguments: 0..<16) func anySequenceOfScrollsEqualsAFullRepaint(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let inner = ScrollNode(Scroll(.horizontal))
    inner.style.height = .points(60)
    for i in 0..<12 { inner.addSubnode(row(200 + i, width: 40)) }
    let (h, scroll) = try stage([1, 1.5, 2][seed % 3]) { scroll, root in
      scroll.style.gap = .points(3)
      scroll.insertSubnode(inner, at: 2)
      if seed % 4 == 0 { scroll.background = .color(.init(red: 0.9, green: 0.8, blue: 0.7)) }
      for node in scroll.subnodes where node !== inner {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: node.cornerRadius = Double.random(in: 0...20, using: &random)
        case 1: node.opacity = Double.random(in: 0...1, using: &random)
        case 2: node.shadow = Shadow(color: .black, offset: Point(0, 3), radius: 6)
        case 3:
          node.background = .gradient(.linear(from: .zero, to: Point(1, 1), stops: [GradientStop(0, red), GradientStop(1, .clear)]))
        case 4: node.drawsDirectly = true
        case 5: node.border = Border(width: 1.5, color: blue)
        case 6: node.placeholder = Placeholder(.color(gray), fadeDuration: 0.2)
        default: break
        }
      }
    }
    var y = 0.0
    for step in 0..<70 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: (scroll.subnodes.randomElement(using: &random) as? Node<Row>)?.number += 1
      case 1: scroll.subnodes.randomElement(using: &random)?.background = Paint.color(Color(rgb: 0x118844))
      case 2: inner.contentOffset = Point(Double.random(in: 0...300, using: &random), 0)
      case 3: scroll.subnodes.randomElement(using: &random)?.removeFromSupernode()
      case 4: scroll.insertSubnode(row(300 + step), at: Int.random(in: 0...3, using: &random))
      case 5: try h.drag(from: Point(50, 150), to: Point(50, Double.random(in: 20...230, using: &random)), steps: 3, over: 0.05)
      case 6: h.stage.background = [gray, .white].randomElement(using: &random)!
      case 7: y = Double.random(in: 0...2000, using: &random)
      default: y += Double.random(in: -40...60, using: &random)
      }
      if Bool.random(using: &random) { scroll.contentOffset = Point(0, y) }
      // Often work is under way while it scrolls on.
      if Bool.random(using: &random) { try h.stage.frame() }
      h.clock.advance(by: 0.05)
      try h.stage.frame()
      if Bool.random(using: &random) { h.workers.runOne() }
      try h.stage.frame()
      let shown = bytes(h.framebuffer)
      h.stage.setNeedsRepaint()
      try h.stage.frame()
      let painted = bytes(h.framebuffer)
      if shown != painted { throw TestFailure("step \(step)") }
    }
  }
}
