import Tessera
import TesseraGeometry
import TesseraTestSupport
import Testing

@Suite struct GestureTests {
  /// Feeds one gesture with `(phase, x, y, time)` and returns its phases.
  private func phases(_ start: some Gesture, _ script: [(Touch.Phase, Double, Double, Double)], id: Int = 0) -> [GesturePhase] {
    var gesture: any Gesture = start
    return script.map { phase, x, y, time in
      if let deadline = gesture.deadline, deadline <= time { gesture.pass(time) }
      gesture.handle(Touch(id: id, phase: phase, location: Point(x, y), time: time))
      return gesture.phase
    }
  }

  @Test func aTapIsAFingerDownAndUpInOnePlace() {
    #expect(phases(TapGesture(), [(.began, 5, 5, 0), (.moved, 9, 5, 0.1), (.ended, 9, 5, 0.2)]) == [.possible, .possible, .ended])
    #expect(phases(TapGesture(), [(.began, 5, 5, 0), (.moved, 25, 5, 0.1)]).last == .failed)
    #expect(phases(TapGesture(), [(.began, 5, 5, 0), (.ended, 5, 5, 3)]).last == .failed)
    #expect(phases(TapGesture(), [(.began, 5, 5, 0), (.cancelled, 5, 5, 0.1)]).last == .failed)
    #expect(phases(TapGesture(touches: 2), [(.began, 5, 5, 0), (.ended, 5, 5, 0.1)]).last == .failed)
  }

  @Test func twoTapsAreADoubleTapIfTheyAreNearInTimeAndPlace() {
    let first: [(Touch.Phase, Double, Double, Double)] = [(.began, 5, 5, 0), (.ended, 5, 5, 0.1)]
    #expect(phases(TapGesture(count: 2), first + [(.began, 8, 8, 0.3), (.ended, 8, 8, 0.35)]).last == .ended)
    #expect(phases(TapGesture(count: 2), first + [(.began, 8, 8, 0.6), (.ended, 8, 8, 0.65)]).last == .failed)
    #expect(phases(TapGesture(count: 2), first + [(.began, 80, 8, 0.3), (.ended, 80, 8, 0.35)]).last == .failed)
  }

  @Test func aPressBeginsWithTimeAndThenFollowsTheFinger() {
    var press = LongPressGesture()
    press.handle(Touch(phase: .began, location: Point(5, 5), time: 1))
    #expect(press.deadline == 1.5)
    press.pass(1.4)
    #expect(press.phase == .possible)
    press.pass(1.5)
    #expect(press.phase == .began && press.deadline == nil)
    press.handle(Touch(phase: .moved, location: Point(45, 5), time: 2))
    #expect(press.phase == .changed && press.reading.translation == Point(40, 0))
    press.handle(Touch(phase: .ended, location: Point(45, 5), time: 2))
    #expect(press.phase == .ended)
    #expect(phases(LongPressGesture(), [(.began, 5, 5, 0), (.moved, 30, 5, 0.1)]).last == .failed)
  }

  @Test func aPanReportsTranslationFromItsStartAndItsVelocity() {
    var pan = PanGesture()
    pan.handle(Touch(phase: .began, location: .zero, time: 1))
    for step in 1...20 { pan.handle(Touch(phase: .moved, location: Point(0, Double(step) * 5), time: 1 + Double(step) / 100)) }
    // The distance except for the 8 units that make it a pan.
    #expect(pan.phase == .changed && pan.reading.translation == Point(0, 92))
    #expect(abs(pan.reading.velocity.y - 500) < 1e-6 && pan.reading.velocity.x == 0)
    pan.handle(Touch(phase: .ended, location: Point(0, 100), time: 1.2))
    #expect(pan.phase == .ended && abs(pan.reading.velocity.y - 500) < 1e-6)
    // A finger that rests before it leaves the screen has no velocity.
    var rested = PanGesture()
    rested.handle(Touch(phase: .began, location: .zero, time: 1))
    for step in 1...20 { rested.handle(Touch(phase: .moved, location: Point(0, Double(step) * 5), time: 1 + Double(step) / 100)) }
    rested.handle(Touch(phase: .ended, location: Point(0, 100), time: 2))
    #expect(rested.reading.velocity == .zero)
  }

  @Test func aPanAlongAnAxisFailsAcrossIt() {
    #expect(phases(PanGesture(axis: .vertical), [(.began, 0, 0, 0), (.moved, 9, 3, 0.1)]).last == .failed)
    #expect(phases(PanGesture(axis: .vertical), [(.began, 0, 0, 0), (.moved, 3, 9, 0.1)]).last == .began)
    #expect(phases(PanGesture(minimumDistance: 0), [(.began, 0, 0, 0)]).last == .began)
  }

  @Test func aFingerThatJoinsOrLeavesDoesNotMakeAPanJump() {
    var pan = PanGesture(minimumDistance: 0)
    func touch(_ id: Int, _ phase: Touch.Phase, _ y: Double, _ time: Double) {
      pan.handle(Touch(id: id, phase: phase, location: Point(0, y), time: time))
    }
    touch(0, .began, 0, 0)
    touch(0, .moved, 10, 0.1)
    touch(1, .began, 300, 0.2)
    #expect(pan.reading.translation.y == 10)
    touch(0, .moved, 20, 0.3)
    touch(1, .moved, 310, 0.3)
    #expect(pan.reading.translation.y == 20)
    touch(0, .ended, 20, 0.4)
    touch(1, .moved, 315, 0.5)
    #expect(pan.phase == .changed && pan.reading.translation.y == 25)
    touch(1, .ended, 315, 0.6)
    #expect(pan.phase == .ended)
  }

  @Test func twoFingersPinchAndTurn() {
    var pinch = PinchGesture()
    var turn = RotationGesture()
    func both(_ id: Int, _ phase: Touch.Phase, _ x: Double, _ y: Double) {
      let touch = Touch(id: id, phase: phase, location: Point(x, y), time: 1)
      pinch.handle(touch)
      turn.handle(touch)
    }
    both(0, .began, 0, 0)
    both(1, .began, 100, 0)
    both(1, .moved, 110, 0)
    #expect(pinch.phase == .began && turn.phase == .possible)
    both(1, .moved, 220, 0)
    #expect(pinch.phase == .changed && pinch.reading.scale == 2 && pinch.reading.location == Point(110, 0))
    // One and a quarter turns, clockwise.
    for step in 1...25 {
      let angle = Double(step) / 20 * 2 * .pi
      both(1, .moved, 220 * cosine(angle), 220 * sine(angle))
    }
    #expect(turn.phase == .changed)
    // The rotation until recognition does not count.
    #expect(abs(turn.reading.rotation - 2 * .pi * (1.25 - 1.0 / 20)) < 1e-9)
    both(0, .ended, 0, 0)
    #expect(pinch.phase == .ended && turn.phase == .ended)
  }

  private func cosine(_ angle: Double) -> Double { Transform.rotation(angle).a }
  private func sine(_ angle: Double) -> Double { Transform.rotation(angle).b }

  @Test(arguments: [
    (Point(-60, 5), 0.2, SwipeDirection.left), (Point(60, -5), 0.2, .right), (Point(2, 70), 0.2, .down), (Point(2, -70), 0.2, .up),
    (Point(60, 50), 0.2, nil), (Point(30, 0), 0.2, nil), (Point(60, 0), 0.9, nil),
  ]) func aSwipeIsQuickAndStraight(way: Point, time: Double, direction: SwipeDirection?) {
    var swipe = SwipeGesture()
    swipe.handle(Touch(phase: .began, location: .zero, time: 1))
    for step in 1...10 {
      let now = 1 + time * Double(step) / 10
      if let deadline = swipe.deadline, deadline <= now { swipe.pass(now) }
      swipe.handle(Touch(phase: .moved, location: way * (Double(step) / 10), time: now))
    }
    swipe.handle(Touch(phase: .ended, location: way, time: 1 + time))
    #expect((swipe.phase == .ended) == (direction != nil))
    #expect(swipe.reading.direction == direction)
  }

  // MARK: On a stage

  /// Stage of a parent and a child whose gestures log their events.
  private final class Table {
    let log = Log()
    let parent: AnyNode
    let child: AnyNode
    let h: HeadlessStage

    init(childHandles: Bool = false) throws {
      let parent = PatchNode("parent").placed(10, 10, 80, 80)
      let child = PatchNode("child", log: childHandles ? log : nil).placed(10, 10, 20, 20)
      child.handles = childHandles
      (self.parent, self.child) = (parent, child)
      h = try HeadlessStage(width: 100, height: 100) {
        let root = BoxNode()
        parent.addSubnode(child)
        root.addSubnode(parent)
        return root
      }
      log.clear()
    }

    func watch(_ node: AnyNode, _ name: String, _ gesture: some Gesture, priority: Int = 0, cancels: Bool = true) -> GestureRecognizer {
      let recognizer = GestureRecognizer(gesture, priority: priority, cancelsTouches: cancels) { [log] event in
        log.note("\(name) \(event.phase) \(Int(event.reading.location.x)),\(Int(event.reading.location.y))")
      }
      node.addRecognizer(recognizer)
      return recognizer
    }
  }

  @Test func aGestureIsReportedInTheCoordinatesOfItsNode() throws {
    let table = try Table()
    _ = table.watch(table.parent, "tap", TapGesture())
    try table.h.tap(at: Point(25, 26))
    #expect(table.log.all == ["tap ended 15,16"])
  }

  @Test func theInnermostOfTwoGesturesOfAKindWins() throws {
    let table = try Table()
    _ = table.watch(table.parent, "outer", TapGesture())
    _ = table.watch(table.child, "inner", TapGesture())
    try table.h.tap(at: Point(25, 26))
    #expect(table.log.all == ["inner ended 5,6"])
    try table.h.tap(at: Point(60, 60))
    #expect(table.log.all == ["inner ended 5,6", "outer ended 50,50"])
  }

  @Test func priorityOverridesDepth() throws {
    let table = try Table()
    _ = table.watch(table.parent, "outer", PanGesture(), priority: 1)
    _ = table.watch(table.child, "inner", PanGesture())
    try table.h.drag(from: Point(25, 26), to: Point(25, 46), steps: 2)
    #expect(table.log.all.map { $0.prefix(5) } == ["outer", "outer", "outer"])
  }

  @Test func aWinnerTakesTheTouchFromTheNodeThatHandledIt() throws {
    let table = try Table(childHandles: true)
    _ = table.watch(table.parent, "pan", PanGesture(axis: .vertical))
    try table.h.drag(from: Point(25, 25), to: Point(25, 45), steps: 4)
    #expect(
      table.log.all == [
        "child began 5,5", "child moved 5,10", "child cancelled 5,10", "pan began 15,25", "pan changed 15,30", "pan changed 15,35",
        "pan ended 15,35",
      ])
  }

  @Test func aNodeThatHandlesTouchesIsNotTappedThrough() throws {
    let table = try Table(childHandles: true)
    _ = table.watch(table.parent, "tap", TapGesture())
    _ = table.watch(table.parent, "press", LongPressGesture())
    try table.h.touch(.began, at: Point(25, 25))
    try table.h.advance(by: 0.7)
    try table.h.touch(.ended, at: Point(25, 25))
    #expect(table.log.all == ["child began 5,5", "child ended 5,5"])
  }

  @Test func aTapWaitsForTheDoubleTapToFail() throws {
    let table = try Table()
    let once = table.watch(table.parent, "once", TapGesture())
    let twice = table.watch(table.parent, "twice", TapGesture(count: 2))
    once.requireFailure(of: twice)
    try table.h.tap(at: Point(25, 26))
    #expect(table.log.all.isEmpty)
    // The loop wakes up for it although nothing else happens.
    try table.h.advance(by: 0.4)
    #expect(table.log.all == ["once ended 15,16"])
    table.log.clear()
    try table.h.tap(at: Point(25, 26))
    try table.h.advance(by: 0.1)
    try table.h.tap(at: Point(25, 26))
    try table.h.advance(by: 1)
    #expect(table.log.all == ["twice ended 15,16"])
  }

  @Test func aPressAndATapShareANode() throws {
    let table = try Table()
    _ = table.watch(table.parent, "press", LongPressGesture())
    _ = table.watch(table.parent, "tap", TapGesture())
    try table.h.touch(.began, at: Point(25, 25))
    try table.h.advance(by: 0.6)
    try table.h.touch(.ended, at: Point(25, 25))
    #expect(table.log.all == ["press began 15,15", "press ended 15,15"])
    table.log.clear()
    try table.h.tap(at: Point(25, 25))
    #expect(table.log.all == ["tap ended 15,15"])
  }

  @Test func gesturesThatGoTogetherBothWin() throws {
    let table = try Table()
    let pinch = table.watch(table.parent, "pinch", PinchGesture())
    let turn = table.watch(table.parent, "turn", RotationGesture())
    pinch.allowTogether(with: turn)
    try table.h.touch(.began, at: Point(30, 50), id: 1)
    try table.h.touch(.began, at: Point(60, 50), id: 2)
    try table.h.touch(.moved, at: Point(75, 70), id: 2)
    try table.h.touch(.ended, at: Point(75, 70), id: 2)
    #expect(
      table.log.all.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "pinch began", "turn began", "pinch ended", "turn ended",
      ])
  }

  @Test func aSecondFingerOnARunningPanPressesNothing() throws {
    let table = try Table(childHandles: true)
    _ = table.watch(table.parent, "pan", PanGesture())
    try table.h.touch(.began, at: Point(60, 40), id: 1)
    try table.h.touch(.moved, at: Point(60, 55), id: 1)
    try table.h.touch(.began, at: Point(25, 25), id: 2)
    try table.h.touch(.ended, at: Point(25, 25), id: 2)
    try table.h.touch(.ended, at: Point(60, 55), id: 1)
    #expect(!table.log.all.contains { $0.hasPrefix("child") })
    #expect(table.log.all.last?.hasPrefix("pan ended") == true)
  }

  @Test func aGestureOfARemovedNodeIsCancelled() throws {
    let table = try Table()
    _ = table.watch(table.child, "pan", PanGesture(minimumDistance: 0))
    try table.h.touch(.began, at: Point(25, 25))
    table.child.removeFromSupernode()
    try table.h.settle()
    #expect(table.log.all == ["pan began 5,5", "pan cancelled 5,5"])
    try table.h.touch(.moved, at: Point(60, 60))
    try table.h.touch(.ended, at: Point(60, 60))
    #expect(table.log.all.count == 2)
  }

  @Test func aSwitchedOffOrRemovedRecognizerIsSilent() throws {
    let table = try Table()
    let tap = table.watch(table.parent, "tap", TapGesture())
    tap.isEnabled = false
    try table.h.tap(at: Point(25, 25))
    tap.isEnabled = true
    table.parent.removeRecognizer(tap)
    try table.h.tap(at: Point(25, 25))
    #expect(table.log.all.isEmpty)
  }

  @Test(arguments: 0..<30) func anyTouchesLeaveNothingBehindAndNotifyEveryGestureInOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let table = try Table(childHandles: seed % 2 == 0)
    let names = ["tap", "twice", "press", "pan", "pinch", "turn", "swipe"]
    var recognizers: [GestureRecognizer] = []
    for node in [table.parent, table.child] {
      let gestures: [any Gesture] = [
        TapGesture(), TapGesture(count: 2), LongPressGesture(), PanGesture(axis: .vertical), PinchGesture(), RotationGesture(),
        SwipeGesture(),
      ]
      for (i, gesture) in gestures.enumerated() where Bool.random(using: &random) {
        recognizers.append(
          table.watch(
            node, "\(node === table.parent ? "outer" : "inner")-\(names[i])", gesture, priority: Int.random(in: 0...1, using: &random)))
      }
    }
    for a in recognizers {
      for b in recognizers where a !== b {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: a.requireFailure(of: b)
        case 1: a.allowTogether(with: b)
        default: break
        }
      }
    }
    var down: [Int: Point] = [:]
    for _ in 0..<300 {
      let id = Int.random(in: 0...2, using: &random)
      if Int.random(in: 0..<12, using: &random) == 0 { try table.h.advance(by: Double.random(in: 0...1, using: &random), step: 0.1) }
      table.h.clock.advance(by: 0.01)
      if let at = down[id] {
        let to = Point(at.x + Double.random(in: -12...12, using: &random), at.y + Double.random(in: -12...12, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0: try table.h.touch(.ended, at: at, id: id)
        case 1: try table.h.touch(.cancelled, at: at, id: id)
        default:
          try table.h.touch(.moved, at: to, id: id)
          down[id] = to
          continue
        }
        down[id] = nil
      } else {
        let at = Point(Double.random(in: 0...100, using: &random), Double.random(in: 0...100, using: &random))
        try table.h.touch(.began, at: at, id: id)
        down[id] = at
      }
    }
    for (id, at) in down { try table.h.touch(.ended, at: at, id: id) }
    try table.h.advance(by: 3, step: 0.5)
    // The phases of each gesture are in the order began, changed, ended.
    var under: [Substring: Bool] = [:]
    for line in table.log.all {
      let words = line.split(separator: " ")
      guard words[0].contains("-") else { continue }
      let isInstant = ["tap", "twice", "swipe"].contains { words[0].hasSuffix("-" + $0) }
      switch words[1] {
      case "began":
        #expect(under[words[0]] != true && !isInstant, "\(line)")
        under[words[0]] = true
      case "changed": #expect(under[words[0]] == true, "\(line)")
      default:
        #expect((under[words[0]] ?? false) != isInstant, "\(line)")
        under[words[0]] = false
      }
    }
    #expect(!under.values.contains(true))
    // No state remains: the next tap is recognized by all.
    #expect(table.h.stage.hasWorkUnderWay == false)
  }
}
