import TesseraKit
import TesseraTestSupport
import Testing

/// What passes under a pointer that rests.
@Suite struct HoverScrollTests {
  @Test func rowsThatPassAreNotMarkedUntilScrollingEnds() throws {
    let rows = (0..<20).map { number in
      let row = BoxNode()
      row.id = "row\(number)"
      row.style.height = .points(20)
      row.style.flexShrink = 0
      return row
    }
    let scroll = ScrollNode()
    scroll.style.flexGrow = 1
    for row in rows { scroll.addSubnode(row) }
    let h = try HeadlessStage(width: 100, height: 100) {
      let root = BoxNode()
      root.addSubnode(scroll)
      return root
    }
    h.stage.movePointer(to: Point(50, 10))
    try h.settle()
    #expect(rows[0].isHovered)
    for step in 1...5 {
      scroll.scroll(to: Point(0, Double(step) * 20), animated: false)
      try h.advance(by: 0.05, step: 0.05)
      #expect(rows[0].isHovered && !rows[step].isHovered)
    }
    try h.advance(by: 0.12)
    #expect(!rows[0].isHovered && rows[5].isHovered)
    // A pointer that moves is followed at once.
    scroll.scroll(to: Point(0, 140), animated: false)
    try h.settle()
    h.stage.movePointer(to: Point(51, 10))
    try h.settle()
    #expect(rows[7].isHovered)
    let painted = h.stage.statistics.paintedFrames
    try h.advance(by: 1)
    #expect(h.stage.statistics.paintedFrames - painted <= 40, "nothing goes on at rest")
  }
}
