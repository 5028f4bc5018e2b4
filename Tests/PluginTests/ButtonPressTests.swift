import TesseraKit
import TesseraTestSupport
import Testing

/// Look and duration of a press.
@Suite struct ButtonPressTests {
  static let blue = Color(red: 0, green: 0, blue: 1)

  /// Creates a stage of 120 x 60 with a button of 100 x 40 at 0, 0. With `scrolls`, the button is in a scroll container with content of height 400.
  func stage(_ button: ButtonNode, scrolls: Bool = false) throws -> HeadlessStage {
    button.style.width = .points(100)
    button.style.height = .points(40)
    button.style.flexShrink = 0
    return try HeadlessStage(width: 120, height: 60) {
      let root = BoxNode()
      guard scrolls else {
        root.style.alignItems = .flexStart
        root.addSubnode(button)
        return root
      }
      let scroll = ScrollNode()
      scroll.style.flexGrow = 1
      scroll.style.alignItems = .flexStart
      let tall = BoxNode()
      tall.style.height = .points(400)
      tall.style.flexShrink = 0
      scroll.addSubnode(button)
      scroll.addSubnode(tall)
      root.addSubnode(scroll)
      return root
    }
  }

  @Test func theNodesBackgroundAndBorderFollowTheRounding() throws {
    let button = ButtonNode("")
    button.background = .color(Self.blue)
    button.border = Border(width: 2, color: .black)
    button.rounding = CornerRadii(12)
    let h = try stage(button)
    #expect(h.framebuffer.color(x: 1, y: 1) == .white && h.framebuffer.color(x: 98, y: 38) == .white)
    #expect(h.framebuffer.color(x: 50, y: 0) == .black && h.framebuffer.color(x: 50, y: 20) == Self.blue)
    #expect(button.cornerRadii.isZero, "what the program set stays")
    button.rounding = .zero
    try h.settle()
    #expect(h.framebuffer.color(x: 0, y: 0) == .black && h.framebuffer.color(x: 2, y: 2) == Self.blue)
    button.cornerRadius = 20
    try h.settle()
    #expect(h.framebuffer.color(x: 4, y: 4) == .white)
  }

  @Test(arguments: [true, false]) func aPressChangesBackgroundBorderAndTitle(ofNode: Bool) throws {
    let button = ButtonNode("Toucan")
    button.titleColor = .black
    let (fill, line) = (Paint.color(Color(rgb: 0x80c0ff)), Border(width: 2, color: Color(rgb: 0xc04000)))
    if ofNode { (button.background, button.border) = (fill, line) } else { (button.normal.background, button.normal.border) = (fill, line) }
    let h = try stage(button)
    /// Returns whether a letter's stem is as black as the title's colour.
    func hasBlack() -> Bool { (8..<32).contains { y in (10..<90).contains { h.framebuffer.color(x: $0, y: y) == .black } } }
    #expect(hasBlack())
    let before = try h.snapshot()
    try h.touch(.began, at: Point(50, 20))
    func isChanged(_ x: Int, _ y: Int) -> Bool { before.color(x: x, y: y) != h.framebuffer.color(x: x, y: y) }
    #expect(isChanged(50, 0) && isChanged(8, 6))
    #expect(!hasBlack())
    #expect(button.background == (ofNode ? fill : nil), "what the program set stays")
    try h.touch(.cancelled, at: Point(50, 20))
    try h.advance(by: StandardMotion.release.seconds + 0.01)
    try expectEqualPixels(before, h.framebuffer)
  }

  @Test func aDisabledButtonFadesTheNodesBackgroundAndBorder() throws {
    let button = ButtonNode("")
    button.background = .color(.black)
    button.border = Border(width: 2, color: Self.blue)
    button.isEnabled = false
    let h = try stage(button)
    #expect(h.framebuffer.color(x: 50, y: 20) == Color(rgb: 0x999999))
    button.isEnabled = true
    try h.advance(by: StandardMotion.enabled.seconds + 0.01)
    #expect(h.framebuffer.color(x: 50, y: 20) == .black)
  }

  @Test func aTapWithinOneFrameIsShown() throws {
    let button = ButtonNode("")
    button.normal.background = .color(Self.blue)
    button.highlighted.background = .color(.black)
    let h = try stage(button)
    try h.tap(at: Point(50, 20))
    #expect(button.isHighlighted && h.framebuffer.color(x: 50, y: 20) == .black)
    try h.advance(by: 0.06)
    #expect(button.isHighlighted)
    try h.advance(by: 0.01)
    #expect(!button.isHighlighted)
    try h.advance(by: StandardMotion.release.seconds + 0.01)
    #expect(h.framebuffer.color(x: 50, y: 20) == Self.blue)
  }

  @Test func aLongerPressEndsWithTheFinger() throws {
    let button = ButtonNode("")
    let h = try stage(button)
    try h.touch(.began, at: Point(50, 20))
    try h.advance(by: 0.2)
    #expect(button.isHighlighted)
    try h.touch(.ended, at: Point(50, 20))
    #expect(!button.isHighlighted)
  }

  @Test func aTapRightAfterAnotherIsShownForTheSameTime() throws {
    let button = ButtonNode("")
    let h = try stage(button)
    try h.tap(at: Point(50, 20))
    try h.advance(by: 0.05)
    try h.tap(at: Point(50, 20))
    try h.advance(by: 0.05)
    #expect(button.isHighlighted)
    try h.advance(by: 0.02)
    #expect(!button.isHighlighted)
  }

  @Test func inContentThatScrollsAPressWaits() throws {
    let button = ButtonNode("")
    let log = SignalLog(button)
    let h = try stage(button, scrolls: true)
    try h.touch(.began, at: Point(50, 20))
    try h.advance(by: 0.11)
    #expect(!button.isHighlighted)
    try h.advance(by: 0.02)
    #expect(button.isHighlighted)
    try h.touch(.ended, at: Point(50, 20))
    try h.advance(by: 0.07)
    #expect(!button.isHighlighted)
    #expect(log.all == ["touchDown", "tap"])
  }

  @Test func aTapInScrollingContentIsShownAfterwards() throws {
    let button = ButtonNode("")
    let h = try stage(button, scrolls: true)
    try h.tap(at: Point(50, 20))
    #expect(button.isHighlighted)
    try h.advance(by: 0.07)
    #expect(!button.isHighlighted)
  }

  @Test func aFingerThatScrollsPressesNothing() throws {
    let button = ButtonNode("")
    let log = SignalLog(button)
    let h = try stage(button, scrolls: true)
    try h.touch(.began, at: Point(50, 20))
    var wasHighlighted = false
    for step in 1...12 {
      try h.advance(by: 1.0 / 60)
      try h.touch(.moved, at: Point(50, 20 - Double(step) * 3))
      wasHighlighted = wasHighlighted || button.isHighlighted
    }
    try h.touch(.ended, at: Point(50, -16))
    #expect(!wasHighlighted && !button.isHighlighted)
    #expect(log.all == ["touchDown", "touchCancel"])
  }

  @Test func contentThatFitsKeepsNoPressWaiting() throws {
    let button = ButtonNode("")
    let h = try stage(button, scrolls: true)
    let scroll = try #require(button.supernode as? ScrollNode)
    scroll.isScrollEnabled = false
    try h.settle()
    #expect(!button.isInScrollingContent)
    try h.touch(.began, at: Point(50, 20))
    #expect(button.isHighlighted)
  }

  @Test func aTouchInTheCornerOfARoundButtonHitsTheNodeBelow() throws {
    let (below, round, taps) = (ButtonNode("below"), ButtonNode(""), Locked<[String]>([]))
    round.rounding = CornerRadii(20)
    for (name, button) in [("below", below), ("round", round)] {
      button.style.position = .absolute
      button.style.width = .points(40)
      button.style.height = .points(40)
      button.onTap { taps.withLock { $0.append(name) } }
    }
    let h = try HeadlessStage(width: 60, height: 60) {
      let root = BoxNode()
      root.addSubnode(below)
      root.addSubnode(round)
      return root
    }
    func tapped(_ point: Point) throws -> [String] {
      taps.withLock { $0 = [] }
      try h.tap(at: point)
      return taps.withLock { $0 }
    }
    #expect(try tapped(Point(20, 20)) == ["round"] && tapped(Point(4, 4)) == ["below"])
    // The button below has a smaller rounding.
    #expect(try tapped(Point(1, 1)) == [])
    // A larger touch area includes the corners.
    round.hitTestSlop = Insets(4)
    try h.settle()
    #expect(try tapped(Point(4, 4)) == ["round"] && tapped(Point(1, 1)) == ["round"])
  }
}
