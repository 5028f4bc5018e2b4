import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraContainers

@Suite struct HUDTests {
  private func start() throws -> (HeadlessStage, HUDNode, Node<Row>) {
    let hud = HUDNode()
    hud.style.position = .absolute
    hud.style.inset.left = .points(10)
    hud.style.inset.top = .points(10)
    let content = row(1, nil, width: 40, height: 40)
    let h = try HeadlessStage(width: 200, height: 200) {
      let root = BoxNode()
      root.addSubnode(content)
      root.addSubnode(hud)
      return root
    }
    return (h, hud, content)
  }

  @Test func theHUDShowsFramesWithoutWakeups() throws {
    let (h, _, content) = try start()
    let idle = h.stage.statistics.paintedFrames
    for _ in 0..<10 { try h.advance(by: 0.1) }
    #expect(h.stage.statistics.paintedFrames == idle)
    func bright() -> Int {
      (10..<138).reduce(0) { count, x in count + (10..<106).count { h.framebuffer.color(x: x, y: $0).green > 0.6 } }
    }
    #expect(bright() > 20)
    func picture() -> [String] { (10..<138).flatMap { x in (10..<106).map { h.framebuffer.color(x: x, y: $0).hex } } }
    let before = picture()
    for number in 0..<30 {
      content.number = number
      try h.settle()
    }
    #expect(h.stage.statistics.paintedFrames >= idle + 30 && picture() != before)
  }

  @Test func framesAreRecordedOnlyWhileTheHUDExists() throws {
    let (h, hud, content) = try start()
    #expect(h.stage.statistics.draws > 0)
    hud.removeFromSupernode()
    try h.settle()
    let drawn = h.stage.statistics.damagedPixels
    content.number = 5
    try h.settle()
    // What it covered is not painted with others any more.
    #expect(h.stage.statistics.damagedPixels - drawn <= 40 * 40)
  }

  /// Scrolled pixels are moved around it, never with it.
  @Test(arguments: 0..<4) func scrollingBelowTheHUDDoesNotSmearIt(corner: Int) throws {
    let hud = HUDNode()
    hud.style.position = .absolute
    if corner % 2 == 0 { hud.style.inset.left = .points(10) } else { hud.style.inset.right = .points(10) }
    if corner < 2 { hud.style.inset.top = .points(10) } else { hud.style.inset.bottom = .points(10) }
    let scroll = ScrollNode()
    scroll.style.flexGrow = 1
    scroll.style.flexBasis = .points(0)
    for i in 0..<60 { scroll.addSubnode(row(i)) }
    let root = BoxNode()
    root.background = .color(.white)
    root.addSubnode(scroll)
    root.addSubnode(hud)
    let h = try HeadlessStage(width: 300, height: 300) { root }
    let box = h.frame(of: hud)
    // Pixels whose centers are outside of the box.
    let columns = (0..<300).filter { Double($0) + 0.5 >= box.minX && Double($0) + 0.5 < box.maxX }
    func around() -> [UInt8] {
      h.framebuffer.withUnsafeBytes { pixels in
        var bytes = Array(pixels)
        for y in 0..<300 where Double(y) + 0.5 >= box.minY && Double(y) + 0.5 < box.maxY {
          let row = y * h.framebuffer.stride
          bytes.replaceSubrange(row + columns[0] * 4..<row + (columns.last! + 1) * 4, with: repeatElement(0, count: columns.count * 4))
        }
        return bytes
      }
    }
    for step in 0..<12 {
      scroll.contentOffset.y += step % 5 == 4 ? -35 : 12
      try h.advance(by: 1.0 / 60)
      let shown = around()
      let inside = h.framebuffer.color(x: Int(box.midX), y: Int(box.minY) + 2).hex
      h.stage.setNeedsRepaint()
      try h.settle()
      #expect(around() == shown, "step \(step)")
      #expect(h.framebuffer.color(x: Int(box.midX), y: Int(box.minY) + 2).hex == inside)
    }
  }

  @Test(arguments: [0.0, 1, .infinity, .nan]) func anyNumberIsFormatted(seconds: Double) throws {
    var record = FrameRecord()
    record.seconds = seconds
    #expect(HUD.lines([record], missed: 2).count == 4 && HUD.lines([], missed: 0) == ["NO FRAMES"])
    let history = FrameHistory(capacity: 4)
    for _ in 0..<9 { history.add(record) }
    let canvasBuffer = try PixelBuffer(width: 100, height: 100)
    let canvas = try Canvas(canvasBuffer)
    HUD().draw(in: canvas, context: DrawContext(size: Size(100, 100), frameHistory: history))
    #expect(canvas.failure == nil)
  }
}
