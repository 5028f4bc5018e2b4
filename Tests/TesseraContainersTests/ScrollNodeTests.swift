import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct ScrollNodeTests {
  /// A list of rows of 50 that fills a stage of 100 x 200.
  private func list(_ count: Int = 40, _ log: Log? = nil, _ change: (inout Scroll) -> Void = { _ in }) throws -> (HeadlessStage, ScrollNode)
  {
    let scroll = ScrollNode()
    scroll.update { change(&$0) }
    scroll.showsIndicators = false
    for i in 0..<count { scroll.addSubnode(row(i, log)) }
    return (try HeadlessStage(width: 100, height: 200) { scroll }, scroll)
  }

  /// What a stage shows whose rows were laid out where the others were scrolled to.
  private func picture(of count: Int, at offset: Double, width: Double = 100, height: Double = 200) throws -> PixelBuffer {
    let h = try HeadlessStage(width: width, height: height) {
      let root = BoxNode()
      for i in 0..<count {
        let node = row(i)
        node.style.position = .absolute
        node.style.inset.left = .points(0)
        node.style.inset.top = .points(Double(i) * 50 - offset)
        node.style.width = .points(width)
        root.addSubnode(node)
      }
      return root
    }
    return h.framebuffer
  }

  private func differs(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
    precondition(a.width == b.width && a.height == b.height)
    return a.withUnsafeBytes { first in
      b.withUnsafeBytes { second in
        (0..<a.height).reduce(0) { count, y in
          count
            + (0..<a.width).count { x in
              (0..<4).contains { first[y * a.stride + x * 4 + $0] != second[y * b.stride + x * 4 + $0] }
            }
        }
      }
    }
  }

  @Test(arguments: [0.0, 1, 37, 49.6, 1000, 1799.9, 1800]) func scrolledSubnodesMatchOnesLaidOutThere(offset: Double) throws {
    let (h, scroll) = try list()
    scroll.contentOffset = Point(0, offset)
    try h.settle()
    #expect(differs(h.framebuffer, try picture(of: 40, at: offset.rounded())) == 0)
  }

  @Test func anyWayOfScrollsLooksLikeItsEnd() throws {
    var random = SeededGenerator(seed: 7)
    let (h, scroll) = try list()
    for _ in 0..<60 {
      let offset = Double(Int.random(in: 0...1800, using: &random))
      scroll.contentOffset = Point(0, offset)
      try h.stage.frame()
      if Bool.random(using: &random) { try h.settle() }
    }
    scroll.contentOffset = Point(0, 333)
    try h.settle()
    #expect(differs(h.framebuffer, try picture(of: 40, at: 333)) == 0)
  }

  @Test func scrollingRunsNoLayoutAndDrawsOnlyNewContent() throws {
    let (h, scroll) = try list()
    try h.drag(from: Point(50, 150), to: Point(50, 130), steps: 4, over: 2)
    try h.advance(by: 1)
    let before = h.stage.statistics
    for step in 0..<100 {
      scroll.contentOffset = Point(0, 12 + Double(step) * 10)
      try h.settle()
    }
    #expect(h.stage.statistics.layouts == before.layouts)
    #expect(h.stage.statistics.measures == before.measures)
    // Twenty rows came into range: each is drawn once.
    #expect((18...24).contains(h.stage.statistics.draws - before.draws))
  }

  @Test func offsetsStayWithinTheContent() throws {
    let (h, scroll) = try list(10)
    scroll.contentOffset = Point(40, 9999)
    #expect(scroll.contentOffset == Point(0, 300))
    scroll.contentOffset = Point(0, -5)
    #expect(scroll.contentOffset == .zero)
    scroll.contentOffset = Point(.nan, 5)
    #expect(scroll.contentOffset == .zero)
    scroll.contentInsets = Insets(top: 20, bottom: 30)
    scroll.contentOffset = Point(0, -100)
    #expect(scroll.contentOffset == Point(0, -20))
    scroll.contentOffset = Point(0, 9999)
    #expect(scroll.contentOffset == Point(0, 330))
    // Content that gets shorter takes the offset with it.
    for node in scroll.subnodes.dropFirst(5) { node.removeFromSupernode() }
    try h.settle()
    #expect(scroll.contentOffset == Point(0, 80))
    #expect(scroll.contentBounds == Rect(0, 0, 100, 250))
  }

  /// Content that comes back to an edge comes back to where that is by then, however long it was on its way.
  @Test(arguments: [-3, 0, 2]) func returningContentEndsAtItsEdge(more: Int) throws {
    let (h, scroll) = try list(10)
    scroll.contentOffset.y = 300
    try h.settle()
    try h.drag(from: Point(50, 190), to: Point(50, 60), steps: 10, over: 0.5)
    try h.advance(by: 0.1)
    let beyond = scroll.contentOffset.y
    #expect(beyond > 305 && scroll.isMoving && scroll.velocity.y < -20)
    for number in 10..<10 + max(0, more) { scroll.addSubnode(row(number)) }
    for node in scroll.subnodes.dropFirst(10 + min(0, more)) where more < 0 { node.removeFromSupernode() }
    try h.settle()
    try h.advance(by: 2)
    // With more content it lies within that, and has the speed that it had.
    #expect(more > 0 ? scroll.contentOffset.y <= 400 : scroll.contentOffset.y == 300 + Double(more) * 50)
  }

  /// An offset of zero is one that content is told as any other is, though the node says zero before it is told any.
  @Test func anOffsetOfZeroBeforeTheFirstLayoutHolds() throws {
    for isTold in [false, true] {
      let scroll = ScrollNode()
      for number in 0..<10 { scroll.addSubnode(row(number)) }
      scroll.contentInsets.top = 20
      let table = TableNode(ListSnapshot(items: Array(0..<10))) { row($0) }
      table.contentInsets.top = 20
      if isTold {
        scroll.contentOffset = .zero
        table.contentOffset = .zero
      }
      for node in [scroll, table] as [AnyNode] { try HeadlessStage(width: 100, height: 200) { node }.settle() }
      #expect(scroll.contentOffset == Point(0, isTold ? 0 : -20))
      #expect(table.contentOffset == Point(0, isTold ? 0 : -20))
    }
  }

  @Test func contentBeginsBehindItsInsets() throws {
    let insets = Insets(top: 20, right: 12, bottom: 30, left: 7)
    let (h, scroll) = try list(10)
    // What is at its start stays there whatever covers it.
    scroll.contentInsets = insets
    #expect(scroll.contentOffset == Point(0, -20))
    try h.settle()
    #expect(h.seen(scroll.subnodes[0])?.minY == 20)
    scroll.contentInsets.top = 5
    #expect(scroll.contentOffset == Point(0, -5))
    // Elsewhere nothing moves that need not.
    scroll.contentOffset.y = 100
    scroll.contentInsets.top = 50
    #expect(scroll.contentOffset == Point(0, 100))
    scroll.contentOffset.y = 9999
    scroll.contentInsets.bottom = 0
    #expect(scroll.contentOffset == Point(0, 300))

    for direction in [LayoutDirection.ltr, .rtl] {
      for count in [1, 10] {
        let scroll = ScrollNode(Scroll(.horizontal))
        scroll.contentInsets = insets
        for i in 0..<count { scroll.addSubnode(row(i, width: 50)) }
        let h = try HeadlessStage(width: 100, height: 60, direction: direction) { scroll }
        #expect(scroll.contentOffset == Point(direction == .ltr ? -7 : 12, 0), "\(direction), \(count)")
        #expect(h.seen(scroll.subnodes[0])?.minX == (direction == .ltr ? 7 : 38), "\(direction), \(count)")
      }
    }
    // What the program said holds.
    let placed = ScrollNode()
    placed.contentInsets = insets
    placed.contentOffset.y = 10
    for i in 0..<10 { placed.addSubnode(row(i)) }
    _ = try HeadlessStage(width: 100, height: 60) { placed }
    #expect(placed.contentOffset == Point(0, 10))
  }

  @Test func theFirstPictureIsThatOfContentBehindItsInsets() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<40))) { row($0) }
    table.contentInsets = Insets(top: 30)
    let scroll = ScrollNode()
    scroll.contentInsets = Insets(top: 30)
    for i in 0..<40 { scroll.addSubnode(row(i)) }
    for list in [table, scroll] as [AnyNode] {
      let h = try HeadlessStage(width: 100, height: 200) { list }
      #expect(h.root.find("r0").flatMap(h.seen)?.minY == 30)
      let frames = h.stage.statistics.paintedFrames
      try h.advance(by: 1)
      #expect(h.stage.statistics.paintedFrames == frames)
    }
  }

  @Test func contentKeepsItsSizeAndTheWindowDoesNotGrow() throws {
    let scroll = ScrollNode()
    scroll.style.flexGrow = 1
    scroll.style.flexBasis = .points(0)
    scroll.style.padding = LayoutEdges(.points(10))
    for i in 0..<20 { scroll.addSubnode(row(i)) }
    let header = row(99, height: 30)
    let h = try HeadlessStage(width: 100, height: 200) {
      let root = BoxNode()
      root.style.direction = .column
      root.addSubnode(header)
      root.addSubnode(scroll)
      return root
    }
    #expect(h.frame(of: scroll) == Rect(0, 30, 100, 170))
    #expect(scroll.subnodes[19].frame == Rect(10, 960, 80, 50))
    #expect(scroll.contentBounds == Rect(0, 0, 100, 1020))
  }

  @Test func rowsScrollSidewaysAndFromRightToLeftTheOtherWay() throws {
    for direction in [LayoutDirection.ltr, .rtl] {
      let scroll = ScrollNode(Scroll(.horizontal))
      for i in 0..<10 { scroll.addSubnode(row(i, width: 50)) }
      let h = try HeadlessStage(width: 100, height: 60, direction: direction) { scroll }
      #expect(scroll.contentBounds == (direction == .ltr ? Rect(0, 0, 500, 60) : Rect(-400, 0, 500, 60)))
      scroll.contentOffset = Point(direction == .ltr ? 120 : -120, 0)
      try h.settle()
      #expect(scroll.contentOffset.x == (direction == .ltr ? 120 : -120))
      #expect(h.stage.hitTest(Point(50, 20)) === scroll.subnodes[3])
    }
  }

  // MARK: Touch, wheel, program

  @Test func contentFollowsTheFingerAndContinuesAtItsSpeed() throws {
    let (h, scroll) = try list()
    try h.touch(.began, at: Point(50, 180))
    for step in 1...10 {
      h.clock.advance(by: 0.01)
      try h.touch(.moved, at: Point(50, 180 - Double(step) * 10))
    }
    // All but the 8 that tell a drag from a tap.
    #expect(scroll.contentOffset == Point(0, 92))
    #expect(scroll.isDragging && abs(scroll.velocity.y - 1000) < 1e-6)
    try h.touch(.ended, at: Point(50, 80))
    #expect(!scroll.isDragging && scroll.isMoving)
    try h.advance(by: 0.5)
    let expected = 92 + Deceleration.normal.distance(1000, after: 0.5)
    #expect(abs(scroll.contentOffset.y - expected) < 1e-6)
    try h.advance(by: 6)
    #expect(!scroll.isMoving && abs(scroll.contentOffset.y - 92 - Deceleration.normal.distance(1000)) < 1e-9)
  }

  @Test func theMotionDoesNotDependOnTheFrameRate() throws {
    var ends: [Double] = []
    for step in [1.0 / 240, 1.0 / 60, 1.0 / 7] {
      let (h, scroll) = try list()
      try h.drag(from: Point(50, 180), to: Point(50, 80), steps: 10, over: 0.1)
      try h.advance(by: 1, step: step)
      ends.append(scroll.contentOffset.y)
    }
    #expect(abs(ends[0] - ends[1]) < 1e-6 && abs(ends[1] - ends[2]) < 1e-6)
  }

  @Test func movingContentIsCaughtAndFlungAgain() throws {
    let log = Log()
    let (h, scroll) = try list(200, log)
    for node in scroll.subnodes { (node as? Node<Row>)?.handles = true }
    try h.drag(from: Point(50, 180), to: Point(50, 80), steps: 10, over: 0.1)
    try h.advance(by: 0.2)
    let caught = scroll.contentOffset
    log.clear()
    try h.touch(.began, at: Point(50, 100))
    #expect(!scroll.isMoving && scroll.isDragging && scroll.contentOffset == caught)
    // A finger that stops the content presses nothing.
    #expect(!log.all.contains { $0.hasSuffix("began") })
    // One that rests takes nothing over of the throw that it caught.
    h.clock.advance(by: 0.4)
    for step in 1...5 {
      h.clock.advance(by: 0.01)
      try h.touch(.moved, at: Point(50, 100 - Double(step) * 12))
    }
    #expect(scroll.contentOffset == Point(0, caught.y + 60))
    try h.touch(.ended, at: Point(50, 40))
    #expect(abs(scroll.velocity.y - 1200) < 1e-6)
    try h.advance(by: 0.1)
    #expect(abs(scroll.contentOffset.y - caught.y - 60 - Deceleration.normal.distance(1200, after: 0.1)) < 1e-6)
    try h.advance(by: 10)
    // At rest it is pressed again.
    try h.tap(at: Point(50, 100))
    #expect(log.all.contains { $0.hasSuffix("began") })
  }

  @Test func contentIsPulledBeyondItsEdgeAndReturns() throws {
    let (h, scroll) = try list()
    try h.touch(.began, at: Point(50, 20))
    try h.touch(.moved, at: Point(50, 28))
    try h.touch(.moved, at: Point(50, 128))
    #expect(abs(scroll.contentOffset.y + RubberBand(length: 200).overscroll(100)) < 1e-9)
    try h.touch(.ended, at: Point(50, 130))
    try h.advance(by: 1.2)
    #expect(scroll.contentOffset == .zero && !scroll.isMoving)
    scroll.bounces = false
    try h.drag(from: Point(50, 20), to: Point(50, 150))
    #expect(scroll.contentOffset == .zero)
  }

  @Test func aThrowAgainstTheEdgeSwingsBack() throws {
    let (h, scroll) = try list(8)
    try h.drag(from: Point(50, 190), to: Point(50, 40), steps: 10, over: 0.05)
    var farthest = 0.0
    for _ in 0..<120 {
      try h.advance(by: 1.0 / 60)
      farthest = max(farthest, scroll.contentOffset.y)
    }
    #expect(farthest > 215 && scroll.contentOffset.y == 200)
  }

  @Test func aTouchThatPressesARowIsCancelledWhenItScrolls() throws {
    let log = Log()
    let (h, _) = try list(20, log)
    for node in h.root.subnodes { (node as? Node<Row>)?.handles = true }
    log.clear()
    try h.drag(from: Point(50, 110), to: Point(50, 60), steps: 5)
    #expect(log.all.filter { $0.hasPrefix("r2 ") && !$0.hasSuffix("drawn") } == ["r2 began", "r2 cancelled"])
  }

  @Test func theWheelScrollsTheNextNodeAtTheEdge() throws {
    let (h, scroll) = try list()
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 120)))
    try h.advance(by: 1)
    #expect(scroll.contentOffset == Point(0, 120))
    #expect(h.stage.statistics.layouts == 1)
    try h.send(.wheel(location: Point(50, 50), delta: Point(30, 0)))
    try h.advance(by: 1)
    #expect(scroll.contentOffset == Point(0, 120))
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, -1e9)))
    try h.advance(by: 2)
    #expect(scroll.contentOffset == .zero)
  }

  @Test func theProgramScrollsFromAnyThreadAndKeepsTheVelocity() throws {
    let (h, scroll) = try list()
    scroll.scroll(to: Point(0, 700))
    try h.settle()
    #expect(scroll.contentOffset == .zero)
    try h.advance(by: 0.1)
    #expect(scroll.contentOffset.y > 100 && scroll.contentOffset.y < 690)
    let speed = scroll.velocity.y
    scroll.scroll(to: Point(0, 1700))
    try h.stage.frame()
    #expect(abs(scroll.velocity.y - speed) < 0.35 * speed)
    try h.advance(by: 2)
    #expect(scroll.contentOffset == Point(0, 1700) && !scroll.isMoving)
    scroll.scroll(to: Point(0, 100), animated: false)
    try h.settle()
    #expect(scroll.contentOffset == Point(0, 100))
    scroll.scrollToVisible(scroll.subnodes[9].frame, animated: false)
    #expect(scroll.contentOffset == Point(0, 300))
    scroll.scrollToVisible(scroll.subnodes[3].frame, animated: false)
    #expect(scroll.contentOffset == Point(0, 150))
    scroll.scrollToVisible(scroll.subnodes[4].frame, animated: false)
    #expect(scroll.contentOffset == Point(0, 150))
  }

  @Test func pagesTurnOneAtATime() throws {
    let (h, scroll) = try list { $0.isPaging = true }
    for (from, to, page) in [(150.0, 60.0, 1), (150, 60, 2), (60, 150, 1)] {
      try h.drag(from: Point(50, from), to: Point(50, to), steps: 6, over: 0.06)
      try h.advance(by: 2)
      #expect(scroll.contentOffset == Point(0, Double(page) * 200))
    }
    try h.drag(from: Point(50, 150), to: Point(50, 100), steps: 6, over: 2)
    try h.advance(by: 2)
    #expect(scroll.contentOffset == Point(0, 200))
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 40)))
    try h.advance(by: 2)
    #expect(scroll.contentOffset == Point(0, 400))
  }

  @Test(arguments: [(Scroll.Snap.start, 100.0), (.center, 75), (.end, 100)]) func subnodesSnapIntoPlace(snap: Scroll.Snap, offset: Double)
    throws
  {
    let (h, scroll) = try list { $0.snap = snap }
    try h.drag(from: Point(50, 180), to: Point(50, 88), steps: 6, over: 3)
    #expect(scroll.contentOffset.y < 85)
    try h.advance(by: 2)
    #expect(scroll.contentOffset.y == offset)
  }

  @Test func aFingerIsLockedToTheAxisThatItTakes() throws {
    let scroll = ScrollNode(Scroll(.both))
    scroll.isDirectionalLocked = true
    scroll.style.direction = .column
    for i in 0..<10 { scroll.addSubnode(row(i, width: 500, height: 100)) }
    let h = try HeadlessStage(width: 200, height: 200) { scroll }
    #expect(scroll.contentBounds == Rect(0, 0, 500, 1000))
    try h.drag(from: Point(150, 150), to: Point(140, 60), steps: 10, over: 1)
    #expect(scroll.contentOffset.x == 0 && scroll.contentOffset.y > 60)
    try h.advance(by: 5)
    scroll.isDirectionalLocked = false
    try h.drag(from: Point(150, 150), to: Point(100, 60), steps: 10, over: 1)
    #expect(scroll.contentOffset.x > 30)
  }

  @Test func nodesAreHitAtTheirVisiblePosition() throws {
    let (h, scroll) = try list()
    scroll.contentOffset = Point(0, 125)
    try h.settle()
    #expect(h.stage.hitTest(Point(50, 10)) === scroll.subnodes[2])
    #expect(h.stage.convert(Point(50, 10), to: scroll.subnodes[2]) == Point(50, 35))
  }

  // MARK: Nested

  /// A window of 100 x 200 on rows of 50, the third of which is a window of 100 x 100 on ten rows.
  private func nested(_ axes: Scroll.Axes = .vertical, _ log: Log? = nil) throws -> (HeadlessStage, outer: ScrollNode, inner: ScrollNode) {
    let (outer, inner) = (ScrollNode(), ScrollNode(Scroll(axes)))
    (outer.showsIndicators, inner.showsIndicators) = (false, false)
    inner.style.height = .points(100)
    for i in 0..<10 { inner.addSubnode(row(100 + i, log, width: axes == .horizontal ? 50 : nil)) }
    for i in 0..<20 { outer.addSubnode(i == 1 ? inner : row(i, log)) }
    return (try HeadlessStage(width: 100, height: 200) { outer }, outer, inner)
  }

  @Test func theInnerWindowHandsOverAtItsEdge() throws {
    let (h, outer, inner) = try nested()
    try h.touch(.began, at: Point(50, 140))
    try h.touch(.moved, at: Point(50, 132))
    try h.touch(.moved, at: Point(50, -258))
    #expect(inner.contentOffset == Point(0, 390) && outer.contentOffset == .zero)
    // Ten are left here, the rest moves the outer one.
    try h.touch(.moved, at: Point(50, -328))
    #expect(inner.contentOffset == Point(0, 400) && outer.contentOffset == Point(0, 60))
    try h.touch(.moved, at: Point(50, -308))
    #expect(inner.contentOffset == Point(0, 380) && outer.contentOffset == Point(0, 60))
    try h.touch(.cancelled, at: Point(50, -310))
  }

  @Test func aThrowStoppedByTheInnerEdgeContinuesOutside() throws {
    let (h, outer, inner) = try nested()
    try h.drag(from: Point(50, 140), to: Point(50, 60), steps: 8, over: 0.04)
    #expect(inner.isMoving && !outer.isMoving)
    try h.advance(by: 5)
    #expect(inner.contentOffset == Point(0, 400))
    #expect(outer.contentOffset.y > 100 && !outer.isMoving && !inner.isMoving)
  }

  @Test func theAxisOfTheDragSelectsTheScrollNode() throws {
    let (h, outer, inner) = try nested(.horizontal)
    try h.drag(from: Point(90, 100), to: Point(30, 104), steps: 8, over: 1)
    #expect(inner.contentOffset.x > 40 && outer.contentOffset == .zero)
    try h.advance(by: 5)
    let before = inner.contentOffset
    try h.drag(from: Point(50, 140), to: Point(54, 80), steps: 8, over: 1)
    #expect(inner.contentOffset == before && outer.contentOffset.y > 40)
  }

  // MARK: Interface states

  /// Takes what rows wrote since the last call through their steps, from `states` on. Returns what is wrong, and the last state of each.
  private func follow(
    _ log: Log, from states: [String: InterfaceState] = [:]
  ) -> (wrong: [String], states: [String: InterfaceState]) {
    var states = states
    var wrong: [String] = []
    defer { log.clear() }
    for line in log.all {
      let words = line.split(separator: " ")
      let steps = words[1].split(separator: ">")
      guard steps.count == 2, let from = InterfaceState.named(steps[0]), let to = InterfaceState.named(steps[1]) else { continue }
      let name = String(words[0])
      if states[name, default: .idle] != from || abs(from.rawValue - to.rawValue) != 1 { wrong.append(line) }
      states[name] = to
    }
    return (wrong, states)
  }

  @Test func rowsHaveStatesByTheirDistance() throws {
    let log = Log()
    let (h, scroll) = try list(40, log)
    // Before anybody scrolled: a quarter of a screen drawn ahead, half a screen loaded.
    let first = follow(log)
    var states = first.states
    #expect(first.wrong.isEmpty)
    #expect((0..<8).map { states["r\($0)"] } == [.visible, .visible, .visible, .visible, .display, .preload, .measured, .measured])
    try h.touch(.began, at: Point(50, 150))
    try h.touch(.moved, at: Point(50, 142))
    try h.touch(.moved, at: Point(50, 92))
    try h.touch(.ended, at: Point(50, 92))
    try h.advance(by: 1)
    #expect(scroll.contentOffset == Point(0, 50))
    states = Dictionary(uniqueKeysWithValues: scroll.subnodes.map { ($0.id, $0.interfaceState) })
    // A screen drawn ahead, two and a half loaded.
    #expect(
      (0..<17).map { states["r\($0)"] } == [.display] + [InterfaceState](repeating: .visible, count: 4)
        + [InterfaceState](repeating: .display, count: 4) + [InterfaceState](repeating: .preload, count: 6) + [.measured, .measured])
    #expect(h.errors.isEmpty)
  }

  @Test func nodesThatLeaveTheirRangeReleaseTheirContents() throws {
    let (h, scroll) = try list(400) { $0.ready = .full }
    let bytes = h.stage.statistics.contentsBytes
    for y in stride(from: 0.0, through: 19_000, by: 95) {
      scroll.contentOffset = Point(0, y)
      try h.settle()
      #expect(h.stage.statistics.contentsBytes <= bytes * 2)
    }
    #expect(scroll.subnodes[0].interfaceState == .measured)
  }

  @Test func visibleNodesAreDrawnFirst() throws {
    let log = Log()
    let scroll = ScrollNode()
    scroll.ready = .full
    for i in 0..<40 { scroll.addSubnode(row(i, log)) }
    _ = try HeadlessStage(width: 100, height: 200) {
      scroll.contentOffset = Point(0, 500)
      return scroll
    }
    let drawn = log.all.filter { $0.hasSuffix("drawn") }
    #expect(Set(drawn.prefix(4)) == ["r10 drawn", "r11 drawn", "r12 drawn", "r13 drawn"])
    #expect(drawn[4...] == ["r14 drawn", "r15 drawn", "r16 drawn", "r17 drawn", "r9 drawn", "r8 drawn"])
  }

  @Test func aDrawAheadIsPrioritizedWhenItsRowBecomesVisible() throws {
    let log = Log()
    let scroll = ScrollNode()
    scroll.ready = .full
    for i in 0..<40 { scroll.addSubnode(row(i, log)) }
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { scroll }
    try h.stage.frame()
    h.workers.runOne()
    try h.stage.frame()
    // All draws wait. Rows 4 to 7 wait behind the others until they are seen; row 0 goes.
    scroll.contentOffset = Point(0, 200)
    try h.stage.frame()
    log.clear()
    try h.settle()
    let drawn = log.all.filter { $0.hasSuffix("drawn") }
    #expect(Set(drawn.prefix(7)) == Set((1..<8).map { "r\($0) drawn" }))
    #expect(Set(drawn).count == drawn.count)
  }

  @Test func itemsOfAnInnerWindowAreNeverCloserThanTheWindow() throws {
    let log = Log()
    let (h, outer, inner) = try nested(.horizontal, log)
    (outer.ready, inner.ready) = (.full, .full)
    try h.settle()
    #expect(inner.subnodes[0].interfaceState == .visible && inner.subnodes[4].interfaceState == .preload)
    outer.contentOffset = Point(0, 160)
    try h.settle()
    #expect(inner.interfaceState == .display && inner.subnodes[0].interfaceState == .display)
    #expect(inner.subnodes[2].interfaceState == .preload && inner.subnodes[5].interfaceState == .measured)
    outer.contentOffset = Point(0, 850)
    try h.settle()
    #expect(inner.interfaceState == .measured && inner.subnodes.allSatisfy { $0.interfaceState == .measured })
    #expect(follow(log).wrong.isEmpty)
  }

  @Test(arguments: 0..<24) func rowsChangeStateInSingleSteps(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let log = Log()
    let (h, outer, inner) = try nested(seed % 2 == 0 ? .vertical : .horizontal, log)
    var known: [String: InterfaceState] = [:]
    var next = 1000
    var spare: [AnyNode] = []
    for step in 0..<120 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: outer.insertSubnode(row(next, log), at: Int.random(in: 0...outer.subnodes.count, using: &random))
      case 1:
        if let node = outer.subnodes.randomElement(using: &random), node !== inner { node.removeFromSupernode() }
      case 2: inner.insertSubnode(row(next, log), at: Int.random(in: 0...inner.subnodes.count, using: &random))
      case 3:
        // A row goes to the other window, or another place in its own.
        if let node = (outer.subnodes + inner.subnodes).randomElement(using: &random), node !== inner {
          (Bool.random(using: &random) ? outer : inner).insertSubnode(node, at: Int.random(in: 0...5, using: &random))
        }
      case 4: (outer.subnodes + inner.subnodes).randomElement(using: &random)?.isHidden.toggle()
      case 5:
        if let node = spare.popLast() {
          outer.addSubnode(node)
        } else if let node = outer.subnodes.last {
          spare.append(node)
          node.removeFromSupernode()
        }
      case 6: outer.ready = .allCases.randomElement(using: &random)!
      case 7: h.clock.advance(by: 0.1)
      case 8:
        try h.drag(
          from: Point(50, 100), to: Point(Double.random(in: 0...100, using: &random), Double.random(in: 0...200, using: &random)), steps: 3,
          over: 0.03)
      case 9: inner.contentOffset = Point(Double.random(in: 0...400, using: &random), Double.random(in: 0...400, using: &random))
      default: outer.contentOffset = Point(0, Double.random(in: 0...800, using: &random))
      }
      next += 1
      if Bool.random(using: &random) { try h.settle() } else { try h.stage.frame() }
      let (wrong, states) = follow(log, from: known)
      known = states
      if !wrong.isEmpty { throw TestFailure("step \(step): \(wrong)") }
      for node in outer.subnodes + inner.subnodes where node !== inner && node.interfaceState != states[node.id, default: .idle] {
        throw TestFailure("step \(step): \(node.id) is \(node.interfaceState) and was told \(states[node.id, default: .idle])")
      }
    }
    // All at rest: what is seen is what touches the window.
    try h.advance(by: 8, step: 0.2)
    for node in outer.subnodes {
      let frame = node.frame.offset(by: outer.contentOffset * -1)
      let isSeen = !node.isHidden && frame.maxY > 0 && frame.minY < 200
      #expect((node.interfaceState == .visible) == isSeen, "\(node.id) at \(frame)")
    }
    h.stage.root = BoxNode()
    try h.settle()
    let (wrong, states) = follow(log, from: known)
    #expect(wrong.isEmpty && states.values.allSatisfy { $0 == .idle })
  }

  @Test func aWindowInARasterizedSubtreeScrollsToo() throws {
    let (h, scroll) = try list()
    let root = BoxNode()
    root.rasterizesSubtree = true
    h.stage.root = root
    root.addSubnode(scroll)
    scroll.style.flexGrow = 1
    try h.settle()
    scroll.contentOffset = Point(0, 333)
    try h.settle()
    #expect(differs(h.framebuffer, try picture(of: 40, at: 333)) == 0)
  }

  @Test func signalsAreSentWhenScrollingBeginsContinuesAndEnds() throws {
    let (h, scroll) = try list()
    let log = Log()
    scroll.onScrollBegan { log.note("scrollBegan") }
    for signal in [Scroll.scroll, Scroll.scrollEnded] {
      scroll.on(signal) { [weak scroll] offset in
        log.note(signal.name)
        #expect(offset == scroll?.contentOffset)
      }
    }
    try h.drag(from: Point(50, 180), to: Point(50, 80), steps: 5, over: 0.1)
    try h.advance(by: 8)
    #expect(log.all.first == "scrollBegan" && log.all.last == "scrollEnded")
    #expect(log.all.filter { $0 != "scroll" }.count == 2 && log.all.count > 50)
  }

  @Test func barsShowWhileContentMovesAndFadeAfterwards() throws {
    let (h, scroll) = try list()
    scroll.showsIndicators = true
    let bare = try h.snapshot()
    try h.send(.wheel(location: Point(50, 50), delta: Point(0, 50)))
    try h.advance(by: 0.4)
    #expect(differs(h.framebuffer, try picture(of: 40, at: 50)) > 0)
    let layouts = h.stage.statistics.layouts
    try h.advance(by: 1)
    #expect(differs(h.framebuffer, try picture(of: 40, at: 50)) == 0)
    scroll.contentOffset = .zero
    try h.settle()
    #expect(differs(h.framebuffer, bare) == 0 && h.stage.statistics.layouts == layouts)
  }

  @Test func extremesNeitherTrapNorHang() throws {
    for size in [0.0, 1e-9, 1e9] {
      let scroll = ScrollNode(Scroll(.both))
      scroll.contentInsets = Insets(size)
      scroll.isPaging = true
      for _ in 0..<5 {
        let node = BoxNode()
        node.style.width = .points(size)
        node.style.height = .points(size)
        node.background = .color(.black)
        scroll.addSubnode(node)
      }
      let h = try HeadlessStage(width: 100, height: 100) { scroll }
      for offset in [Point(1e300, -1e300), Point(.infinity, 0), Point(1e9, 1e9)] {
        scroll.contentOffset = offset
        try h.settle()
      }
      try h.drag(from: Point(50, 80), to: Point(50, 10))
      try h.send(.wheel(location: Point(5, 5), delta: Point(.nan, 1)))
      try h.send(.wheel(location: Point(5, 5), delta: Point(1e300, 1e300)))
      try h.advance(by: 1)
      #expect(scroll.contentOffset.isFinite)
    }
    let empty = ScrollNode()
    let h = try HeadlessStage(width: 0, height: 0) { empty }
    try h.advance(by: 0.1)
    #expect(empty.contentOffset == .zero)
  }
}

extension InterfaceState {
  static func named(_ name: Substring) -> InterfaceState? { allCases.first { "\($0)" == name } }
}
