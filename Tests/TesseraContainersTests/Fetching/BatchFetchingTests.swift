import TesseraContainers
import TesseraTestSupport
import Testing

/// Texture's rules of batch fetching, and those that its users missed.
struct BatchFetchingTests {
  typealias Window = BatchFetching.Viewport

  private func wants(
    _ window: Window, at edge: BatchFetching.Edge = .tail, leading: Double = 1, decide: (Double, Bool) -> Bool = { $1 }
  ) -> Bool {
    var fetching = BatchFetching(at: edge, leadingScreens: leading)
    return fetching.evaluate(at: window, time: 0, decide: decide) == .fetch(1)
  }

  @Test(arguments: [(1.0, true), (0.5, false), (3.5, true), (2.0, true)]) func theDistanceToTheTailDecides(screens: Double, expected: Bool)
  {
    #expect(wants(Window(length: 100, content: 300, before: screens * 100)) == expected)
    // The same seen from the other end.
    #expect(wants(Window(length: 100, content: 300, before: 200 - screens * 100), at: .head) == expected)
  }

  @Test func contentThatDoesNotFillTheWindowIsFetchedWhereverItIs() {
    for isVisible in [true, false] {
      for velocity in [-100.0, 0, 100] {
        #expect(wants(Window(length: 100, content: 50, before: 0, velocity: velocity, isVisible: isVisible)))
      }
    }
    #expect(!wants(Window(length: 100, content: 100, before: 0, isVisible: false)))
  }

  @Test func movingAwayFromTheEdgeFetchesNothing() {
    #expect(wants(Window(length: 100, content: 300, before: 200, velocity: 10)))
    #expect(!wants(Window(length: 100, content: 300, before: 200, velocity: -10)))
    #expect(wants(Window(length: 100, content: 300, before: 0, velocity: -10), at: .head))
    #expect(!wants(Window(length: 100, content: 300, before: 0, velocity: 10), at: .head))
  }

  @Test(arguments: [0.0, -1, .nan, -.infinity]) func noScreensAheadSwitchItOff(leading: Double) {
    #expect(!wants(Window(length: 100, content: 10, before: 0), leading: leading))
  }

  @Test func invalidViewportsFetchNothing() {
    for bad in [Double.nan, .infinity, 0, -5] { #expect(!wants(Window(length: bad, content: 100, before: 0))) }
    for bad in [Double.nan, .infinity] {
      #expect(!wants(Window(length: 100, content: bad, before: 0)))
      #expect(!wants(Window(length: 100, content: 300, before: bad)))
    }
  }

  @Test func theProgramOverridesThePositionWhileContentMoves() {
    var heard: [(Double, Bool)] = []
    let window = Window(length: 100, content: 1000, before: 400, velocity: 250)
    #expect(
      wants(
        window,
        decide: {
          heard.append(($0, $1))
          return true
        }))
    #expect(heard.count == 1 && heard[0] == (2, false))
    #expect(!wants(Window(length: 100, content: 1000, before: 900, velocity: 1), decide: { _, _ in false }))
    // At rest nobody is asked.
    #expect(wants(Window(length: 100, content: 1000, before: 900), decide: { _, _ in false }))
  }

  @Test func onlyOneFetchRunsAtATime() {
    var fetching = BatchFetching()
    let window = Window(length: 100, content: 50, before: 0)
    #expect(fetching.evaluate(at: window, time: 0) == .fetch(1))
    for step in 0..<1000 { #expect(fetching.evaluate(at: window, time: Double(step), isForced: true) == .none) }
    let isEnded = fetching.end(1, .done)
    #expect(isEnded)
    let again = fetching.end(1, .done)
    #expect(!again, "a fetch ends once")
  }

  @Test func batchesOfOneItemAreFetchedUntilTheListIsFull() {
    for isVisible in [true, false] {
      var fetching = BatchFetching(leadingScreens: 2)
      var content = 0.0
      var fetches = 0
      var time = 0.0
      while case .fetch(let number) = fetching.evaluate(
        at: Window(length: 100, content: content, before: 0, isVisible: isVisible), time: time)
      {
        fetches += 1
        content += 10
        time += 0.01
        let isEnded = fetching.end(number, .done)
        #expect(isEnded)
        #expect(fetches < 100)
      }
      // To the far edge of the window and as many screens as are wanted; unseen only to the edge.
      let goal = isVisible ? 300.0 : 100
      #expect(content >= goal && content <= goal + 30)
    }
  }

  @Test func aFailingFetchIsRetriedWithGrowingDelays() {
    var fetching = BatchFetching()
    let window = Window(length: 100, content: 50, before: 0)
    var time = 0.0
    var waits: [Double] = []
    for number in 1...10 {
      #expect(fetching.evaluate(at: window, time: time) == .fetch(number))
      _ = fetching.end(number, number.isMultiple(of: 2) ? .retry : .done, viewport: window)
      guard case .wait(let seconds) = fetching.evaluate(at: window, time: time) else {
        Issue.record("it does not wait")
        return
      }
      waits.append(seconds)
      #expect(fetching.evaluate(at: window, time: time + seconds * 0.99) != .fetch(number + 1))
      time += seconds
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  }

  @Test func aForcedLookIsImmediate() {
    var fetching = BatchFetching()
    let window = Window(length: 100, content: 50, before: 0)
    _ = fetching.evaluate(at: window, time: 0)
    _ = fetching.end(1, .retry)
    #expect(fetching.evaluate(at: window, time: 0.1, isForced: true) == .fetch(2))
  }

  @Test func nothingIsFetchedAfterTheLastBatchUntilARestart() {
    var fetching = BatchFetching()
    let window = Window(length: 100, content: 50, before: 0)
    _ = fetching.evaluate(at: window, time: 0)
    _ = fetching.end(1, .exhausted)
    #expect(fetching.isExhausted)
    #expect(fetching.evaluate(at: Window(length: 100, content: 40, before: 0), time: 100, isForced: true) == .none)
    fetching.restart()
    #expect(fetching.evaluate(at: window, time: 100) == .fetch(2))
  }

  @Test func anAbandonedFetchRestartsAfterScrollingOrChanges() {
    var fetching = BatchFetching()
    func window(_ before: Double, _ content: Double = 500) -> Window { Window(length: 100, content: content, before: before) }
    _ = fetching.evaluate(at: window(300), time: 0)
    _ = fetching.end(1, .cancelled, viewport: window(300))
    #expect(fetching.evaluate(at: window(300), time: 100) == .none)
    #expect(fetching.evaluate(at: window(300.5), time: 100) == .none)
    #expect(fetching.evaluate(at: window(310), time: 100) == .fetch(2))
    _ = fetching.end(2, .cancelled, viewport: window(310))
    #expect(fetching.evaluate(at: window(310, 700), time: 100) == .none, "enough is ahead")
    #expect(fetching.evaluate(at: window(310, 550), time: 100) == .fetch(3))
  }
}
