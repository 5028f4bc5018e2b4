import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraTestSupport
import Testing

@Suite struct RangeControllerTests {
  /// A list of rows of 50 in a viewport of 100 x 100, at `y`.
  private static let rows = ItemFrames((0..<100).map { Rect(0, Double($0) * 50, 100, 50) })

  private func viewport(_ y: Double, velocity: Double = 0, state: InterfaceState = .visible) -> RangeController.Viewport {
    RangeController.Viewport(visible: Rect(0, y, 100, 100), velocity: Point(0, velocity), containerState: state)
  }

  private func ranges(_ controller: RangeController) -> [[Range<Int>]] {
    [InterfaceState.visible, .display, .preload].map { controller.items(in: $0).ranges }
  }

  @Test(arguments: [
    (RangeMode.full, [[20..<22], [19..<24], [17..<27]]), (.minimum, [[20..<22], [19..<23], [19..<23]]),
    (.visibleOnly, [[20..<22], [20..<22], [20..<22]]), (.lowMemory, [[20..<22], [20..<22], [20..<22]]),
  ]) func theModeDeterminesTheRanges(mode: RangeMode, expected: [[Range<Int>]]) {
    var controller = RangeController(mode: mode)
    _ = controller.update(viewport(1000), items: Self.rows)
    #expect(ranges(controller) == expected)
  }

  @Test(arguments: [(RangeMode.full, [[20..<22], [18..<24], [16..<26]]), (.minimum, [[20..<22], [20..<22], [18..<24]])])
  func pagesHaveRangesOfTheirOwn(mode: RangeMode, expected: [[Range<Int>]]) {
    var controller = RangeController(tuning: .pages, mode: mode)
    _ = controller.update(viewport(1000), items: Self.rows)
    #expect(ranges(controller) == expected)
  }

  @Test(arguments: [
    (InterfaceState.visible, RangeMode.full, [[20..<22], [19..<24], [17..<27]]), (.display, .full, [[], [20..<22], [19..<24]]),
    (.preload, .full, [[], [], [20..<22]]), (.measured, .full, [[], [], []]), (.idle, .full, [[], [], []]),
    // Memory is short and nobody looks: data is kept, pictures are not.
    (.display, .lowMemory, [[], [], [20..<22]]), (.visible, .lowMemory, [[20..<22], [20..<22], [20..<22]]),
  ]) func itemsAreNeverCloserThanTheirContainer(state: InterfaceState, mode: RangeMode, expected: [[Range<Int>]]) {
    var controller = RangeController(mode: mode)
    _ = controller.update(viewport(1000, state: state), items: Self.rows)
    #expect(ranges(controller) == expected)
  }

  @Test func stepsAreOrderedByUrgency() {
    var controller = RangeController()
    let first = controller.update(viewport(1000), items: Self.rows)
    #expect(
      first == [
        RangeAction(.enter, .preload, 20..<22), RangeAction(.enter, .display, 20..<22), RangeAction(.enter, .visible, 20..<22),
        RangeAction(.enter, .preload, 22..<24), RangeAction(.enter, .preload, 19..<20, isBackward: true),
        RangeAction(.enter, .display, 22..<24), RangeAction(.enter, .display, 19..<20, isBackward: true),
        RangeAction(.enter, .preload, 24..<27), RangeAction(.enter, .preload, 17..<19, isBackward: true),
      ])
    // What leaves goes first, so that its memory is free for what comes. Rows 20 and 18 are not far enough beyond their ranges yet.
    let second = controller.update(viewport(1100), items: Self.rows)
    #expect(
      second == [
        RangeAction(.exit, .visible, 20..<22, isBackward: true), RangeAction(.exit, .display, 19..<20, isBackward: true),
        RangeAction(.exit, .preload, 17..<18, isBackward: true), RangeAction(.enter, .visible, 22..<24),
        RangeAction(.enter, .display, 24..<26), RangeAction(.enter, .preload, 27..<29),
      ])
  }

  @Test func theLeadingSideIsThatOfTravelAndIsRemembered() {
    var controller = RangeController()
    _ = controller.update(viewport(1000), items: Self.rows)
    _ = controller.update(viewport(950), items: Self.rows)
    #expect(!controller.isForward(along: .vertical))
    _ = controller.update(viewport(950), items: Self.rows)
    #expect(ranges(controller) == [[19..<21], [17..<23], [14..<25]])
  }

  @Test func aFingerThatJittersChangesNothing() {
    var controller = RangeController()
    _ = controller.update(viewport(1000), items: Self.rows)
    let ways = [1003, 999.5, 1001, 1003, 1000]
    for y in ways { _ = controller.update(viewport(y), items: Self.rows) }
    for y in ways {
      let steps = controller.update(viewport(y), items: Self.rows).filter { $0.state != .visible }
      #expect(steps.isEmpty, "at \(y)")
    }
    #expect(controller.isForward(along: .vertical))
  }

  @Test func fastScrollingPrefetchesFarther() {
    var slow = RangeController()
    var fast = RangeController()
    _ = slow.update(viewport(1000, velocity: 10), items: Self.rows)
    _ = fast.update(viewport(1000, velocity: 100_000), items: Self.rows)
    #expect(ranges(slow) == [[20..<22], [19..<25], [17..<28]])
    // One screenful more, however fast.
    #expect(ranges(fast) == [[20..<22], [19..<26], [17..<29]])
  }

  @Test func nodesDrawnEarlyStayDrawn() {
    var controller = RangeController()
    _ = controller.update(viewport(1040), items: Self.rows)
    #expect(ranges(controller) == [[20..<23], [19..<25], [17..<28]])
    // No farther than what was drawn would stay drawn: a tenth of a window.
    let early = controller.update(viewport(1042), items: Self.rows, ahead: 1000)
    #expect(early == [RangeAction(.enter, .display, 25..<26)])
    #expect(controller.update(viewport(1042), items: Self.rows).isEmpty)
    #expect(controller.update(viewport(1045), items: Self.rows, ahead: 1000).filter { $0.state == .display }.isEmpty)
    for ahead in [0, 4, -5, .nan] {
      var other = RangeController()
      _ = other.update(viewport(1040), items: Self.rows)
      #expect(other.update(viewport(1042), items: Self.rows, ahead: ahead).filter { $0.state == .display }.isEmpty, "\(ahead)")
    }
    // Whoever draws nothing ahead draws nothing early.
    var least = RangeController(mode: .visibleOnly)
    _ = least.update(viewport(1000), items: Self.rows, ahead: 50)
    #expect(ranges(least) == [[20..<22], [20..<22], [20..<22]])
  }

  @Test func twoAxesExtendBothWays() {
    let grid = ItemFrames((0..<100).map { Rect(Double($0 % 10) * 100, Double($0 / 10) * 100, 100, 100) })
    var controller = RangeController(axes: [.horizontal, .vertical], mode: .full)
    _ = controller.update(RangeController.Viewport(visible: Rect(400, 400, 100, 100)), items: grid)
    #expect(Array(controller.items(in: .visible).indexes) == [44])
    #expect(Set(controller.items(in: .display).indexes) == [33, 34, 35, 43, 44, 45, 53, 54, 55])
    #expect(controller.items(in: .preload).count == 36)
  }

  @Test func aViewportThatIsNotFiniteChangesNothingAndAnEmptyOneEndsAll() {
    var controller = RangeController()
    _ = controller.update(viewport(1000), items: Self.rows)
    let before = controller
    #expect(controller.update(viewport(.nan), items: Self.rows).isEmpty)
    #expect(ranges(controller) == ranges(before))
    _ = controller.update(RangeController.Viewport(visible: Rect(0, 1000, 100, 0)), items: Self.rows)
    #expect(ranges(controller) == [[], [], []])
  }

  // MARK: By the thousand

  /// What a controller should do, item by item, with nothing clever.
  private struct Oracle {
    var states: [InterfaceState]

    /// Walks the actions; returns what is wrong with them.
    mutating func follow(_ actions: [RangeAction]) -> String? {
      for action in actions {
        for item in action.ordered {
          let from: InterfaceState =
            action.kind == .enter ? InterfaceState(rawValue: action.state.rawValue - 1)! : action.state
          guard states[item] == from else { return "item \(item) is \(states[item]) and is told \(action)" }
          states[item] = action.target
        }
      }
      return nil
    }
  }

  @Test(arguments: 0..<40) func everyItemChangesStateInSingleStepsToItsFinalState(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let axes: Set<Axis> = [[.vertical], [.horizontal], [.horizontal, .vertical]].randomElement(using: &random)!
    func frames(_ count: Int) -> ItemFrames {
      var at = Point.zero
      return ItemFrames(
        (0..<count).map { _ in
          let size = Size(Double(Int.random(in: 0...60, using: &random)), Double(Int.random(in: 0...60, using: &random)))
          defer {
            if axes.contains(.vertical) { at.y += size.height }
            if axes.contains(.horizontal) { at.x += axes.count == 2 ? Double.random(in: -80...90, using: &random) : size.width }
          }
          return Rect(origin: at, size: size)
        })
    }
    var items = frames(Int.random(in: 0...120, using: &random))
    var controller = RangeController(axes: axes)
    controller.tuning.slack = seed % 2 == 0 ? 0 : 0.2
    var oracle = Oracle(states: [InterfaceState](repeating: .measured, count: items.count))
    var y = 0.0
    for step in 0..<150 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: controller.mode = RangeMode.allCases.randomElement(using: &random)!
      case 1:
        // Some items go, some come, the rest changes places.
        let gone = Set((0..<items.count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        var leaving = IndexRanges()
        for i in gone.sorted() { leaving.append(i..<i + 1) }
        if let wrong = oracle.follow(controller.leave(leaving)) { throw TestFailure("step \(step), leaving: \(wrong)") }
        #expect(gone.allSatisfy { oracle.states[$0] == .measured })
        let kept = (0..<items.count).filter { !gone.contains($0) }.shuffled(using: &random)
        let new = frames(kept.count + Int.random(in: 0...10, using: &random))
        var place: [Int: Int] = [:]
        for (index, old) in kept.enumerated() { place[old] = index }
        controller.move { place[$0] }
        var states = [InterfaceState](repeating: .measured, count: new.count)
        for (old, index) in place { states[index] = oracle.states[old] }
        (items, oracle.states) = (new, states)
      case 2: y = Double.random(in: -200...4000, using: &random)
      default: y += Double.random(in: -30...45, using: &random)
      }
      let state: InterfaceState = Int.random(in: 0..<6, using: &random) == 0 ? .allCases.randomElement(using: &random)! : .visible
      let viewport = RangeController.Viewport(
        visible: Rect(axes.contains(.horizontal) ? y : 0, axes.contains(.vertical) ? y : 0, 100, 120),
        velocity: Point(Double.random(in: -500...500, using: &random), Double.random(in: -500...500, using: &random)),
        containerState: state)
      let actions = controller.update(viewport, items: items)
      if let wrong = oracle.follow(actions) { throw TestFailure("step \(step): \(wrong)") }
      for i in 0..<items.count where oracle.states[i] != controller.state(of: i) {
        throw TestFailure("step \(step): item \(i) was led to \(oracle.states[i]) and counts as \(controller.state(of: i))")
      }
      // The same question asked anew gets the same answer, and where nothing lingers, so does a controller that was never asked before.
      #expect(controller.update(viewport, items: items).isEmpty)
      if controller.tuning.slack == 0 {
        var fresh = RangeController(
          axes: axes, tuning: controller.tuning, mode: controller.mode,
          beginsBackward: Set(Axis.allCases.filter { !controller.isForward(along: $0) }))
        _ = fresh.update(viewport, items: items)
        #expect(ranges(fresh) == ranges(controller), "step \(step)")
      }
      // What is seen is exactly what touches the viewport.
      let seen = (0..<items.count).filter { touches(items.frames[$0], viewport.visible) }
      if state == .visible { #expect(Array(controller.items(in: .visible).indexes) == seen) }
    }
    _ = oracle.follow(controller.leaveAll())
    #expect(oracle.states.allSatisfy { $0 == .measured })
  }

  /// As the documentation of `items(touching:)` says it.
  private func touches(_ frame: Rect, _ area: Rect) -> Bool {
    func meets(_ a: Double, _ length: Double, _ low: Double, _ high: Double) -> Bool {
      length == 0 ? a >= low && a <= high : a < high && a + length > low
    }
    return meets(frame.minX, frame.width, area.minX, area.maxX) && meets(frame.minY, frame.height, area.minY, area.maxY)
  }
}

@Suite struct IndexRangesTests {
  private func set(_ ranges: IndexRanges) -> Set<Int> { Set(ranges.indexes) }

  @Test(arguments: 0..<50) func rangeSetsMatchSets(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func make() -> IndexRanges {
      var result = IndexRanges()
      var at = 0
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        at += Int.random(in: 0...5, using: &random)
        let end = at + Int.random(in: 0...6, using: &random)
        result.append(at..<end)
        at = end
      }
      return result
    }
    let (a, b) = (make(), make())
    #expect(set(a.union(b)) == set(a).union(set(b)))
    #expect(set(a.intersection(b)) == set(a).intersection(set(b)))
    #expect(set(a.subtracting(b)) == set(a).subtracting(set(b)))
    #expect((-1...100).allSatisfy { a.contains($0) == set(a).contains($0) })
    #expect(a.count == set(a).count)
    for result in [a, a.union(b), a.intersection(b), a.subtracting(b)] {
      #expect(zip(result.ranges, result.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      #expect(result.ranges.allSatisfy { !$0.isEmpty })
    }
  }
}
