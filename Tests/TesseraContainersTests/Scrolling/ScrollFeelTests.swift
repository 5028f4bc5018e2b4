import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraTestSupport
import Testing

/// What wheels, keys and fingers do to content, as people feel it.
@Suite struct ScrollFeelTests {
  /// 40 rows of 50 in a window of 100 x 200.
  private func list(_ change: (inout Scroll) -> Void = { _ in }) throws -> (HeadlessStage, ScrollNode) {
    let scroll = ScrollNode()
    scroll.update { change(&$0) }
    scroll.showsIndicators = false
    for i in 0..<40 { scroll.addSubnode(row(i, height: 50)) }
    return (try HeadlessStage(width: 100, height: 200) { scroll }, scroll)
  }

  // MARK: Wheel

  @Test func aWheelNotchIsVisibleDuringItsMotion() throws {
    let (h, scroll) = try list()
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 48)))
    #expect(scroll.contentOffset == .zero && scroll.isMoving)
    var offsets: [Double] = []
    for _ in 0..<12 {
      try h.advance(by: 1.0 / 60)
      offsets.append(scroll.contentOffset.y)
    }
    #expect(offsets == offsets.sorted() && offsets[3] > 10 && offsets[3] < 48)
    // After 0.18 s it is there, but for what nobody sees.
    #expect(abs(offsets[10] - 48) < 1)
    try h.advance(by: 0.5)
    #expect(scroll.contentOffset == Point(0, 48) && !scroll.isMoving)
  }

  @Test func notchesAddUpAndKeepTheirSpeed() throws {
    let (h, scroll) = try list()
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 48)))
    try h.advance(by: 0.05)
    let (at, speed) = (scroll.contentOffset.y, scroll.velocity.y)
    #expect(at > 0 && at < 48)
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 48)))
    // Neither the place nor the speed jumps.
    #expect((at...at + 8).contains(scroll.contentOffset.y) && abs(scroll.velocity.y - speed) < speed / 4)
    try h.advance(by: 0.5)
    #expect(scroll.contentOffset.y == 96)
  }

  @Test func touchPadScrollsApplyImmediately() throws {
    let (h, scroll) = try list()
    for _ in 0..<4 { try h.send(.wheel(location: Point(50, 50), delta: Point(0, 7))) }
    #expect(scroll.contentOffset == Point(0, 28) && !scroll.isMoving)
    // So is a wheel where motion is reduced.
    h.stage.reducesMotion = true
    try h.settle()
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 48)))
    #expect(scroll.contentOffset == Point(0, 76) && !scroll.isMoving)
  }

  // MARK: Keys

  @Test func keysTurnPages() throws {
    let (h, scroll) = try list()
    func press(_ key: KeyPress.Key, modifiers: KeyPress.Modifiers = []) throws -> Double {
      try h.key(key, modifiers: modifiers)
      try h.advance(by: 1.5)
      return scroll.contentOffset.y
    }
    #expect(try press(.pageDown) == 175)
    #expect(try press(.space) == 350)
    #expect(try press(.space, modifiers: .shift) == 175)
    #expect(try press(.end) == 1800)
    #expect(try press(.pageDown) == 1800)
    #expect(try press(.pageUp) == 1625)
    #expect(try press(.home) == 0)
    scroll.contentInsets = Insets(top: 40, right: 0, bottom: 0, left: 0)
    scroll.isPaging = true
    #expect(try press(.end) == 1800)
    scroll.isScrollEnabled = false
    #expect(try press(.home) == 1800)
  }

  @Test func keysGoToTheInnermostThatCanFollow() throws {
    let inner = ScrollNode()
    inner.showsIndicators = false
    inner.style.height = 100
    inner.style.flexShrink = 0
    for i in 0..<4 { inner.addSubnode(row(i, height: 50)) }
    let first = BoxNode()
    first.style.height = 20
    first.focusability = .always
    inner.insertSubnode(first, at: 0)
    let outer = ScrollNode()
    outer.showsIndicators = false
    outer.addSubnode(inner)
    for i in 0..<10 { outer.addSubnode(row(i, height: 50)) }
    let h = try HeadlessStage(width: 100, height: 200) { outer }
    first.becomeFocused()
    try h.settle()
    try h.key(.end)
    try h.advance(by: 1.5)
    #expect(inner.contentOffset.y == 120 && outer.contentOffset.y == 0)
    try h.key(.end)
    try h.advance(by: 1.5)
    #expect(outer.contentOffset.y == 400)
  }

  @Test func theFocusedNodeGetsTheSpaceKeyFirst() throws {
    let (h, scroll) = try list()
    let taps = Log()
    let card = scroll.subnodes[0]
    card.focusability = .always
    card.onTap { taps.note("tap") }
    card.becomeFocused()
    try h.settle()
    try h.key(.space)
    try h.advance(by: 1)
    #expect(taps.all == ["tap"] && scroll.contentOffset == .zero)
  }

  // MARK: Finger

  @Test func aFastFirstMoveLosesNoMoreThanTheSlop() throws {
    let (h, scroll) = try list()
    try h.touch(.began, at: Point(50, 180))
    h.clock.advance(by: 1.0 / 60)
    try h.touch(.moved, at: Point(50, 130))
    // 50 in one frame, as at 3,000 a second: all but the 8 that tell a drag from a tap.
    #expect(scroll.contentOffset.y == 42 && scroll.isDragging)
    h.clock.advance(by: 1.0 / 60)
    try h.touch(.moved, at: Point(50, 80))
    #expect(scroll.contentOffset.y == 92)
  }

  /// How fast content is after a flick by 60, and another after `pause` seconds.
  private func speedOfTwoFlicks(after pause: Double, hold: Double = 0, back: Bool = false) throws -> (first: Double, second: Double) {
    let scroll = ScrollNode()
    scroll.showsIndicators = false
    for i in 0..<400 { scroll.addSubnode(row(i, height: 50)) }
    let h = try HeadlessStage(width: 100, height: 200) { scroll }
    scroll.contentOffset = Point(0, 8000)
    try h.settle()
    func flick(_ way: Double, hold: Double = 0) throws -> Double {
      try h.touch(.began, at: Point(50, 100))
      h.clock.advance(by: hold)
      for step in 1...6 {
        h.clock.advance(by: 0.01)
        try h.touch(.moved, at: Point(50, 100 - way * Double(step) / 6))
      }
      try h.touch(.ended, at: Point(50, 100 - way))
      return scroll.velocity.y
    }
    let first = try flick(60)
    try h.advance(by: pause)
    return (first, try flick(back ? -60 : 60, hold: hold))
  }

  @Test func flicksThatFollowEachOtherAddUp() throws {
    let (first, second) = try speedOfTwoFlicks(after: 0.2)
    #expect(first > 800 && second > first * 1.5 && second < first * 2.1)
    // A finger that rests on the content has stopped it; one that throws it back, too.
    let (alone, held) = try speedOfTwoFlicks(after: 0.2, hold: 0.5)
    #expect(abs(alone - held) < 1)
    let (there, back) = try speedOfTwoFlicks(after: 0.2, back: true)
    #expect(abs(there + back) < 1)
  }

  @Test func manyFlicksHaveALimit() throws {
    let physicsLimit = 12_000.0
    let scroll = ScrollNode()
    scroll.showsIndicators = false
    for i in 0..<4000 { scroll.addSubnode(row(i, height: 50)) }
    let h = try HeadlessStage(width: 100, height: 200) { scroll }
    for _ in 0..<20 {
      try h.touch(.began, at: Point(50, 180))
      for step in 1...6 {
        h.clock.advance(by: 0.01)
        try h.touch(.moved, at: Point(50, 180 - 25 * Double(step)))
      }
      try h.touch(.ended, at: Point(50, 30))
      #expect(scroll.velocity.y <= physicsLimit)
      try h.advance(by: 0.02)
    }
    #expect(scroll.velocity.y > 8000)
  }
}
