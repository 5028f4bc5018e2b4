internal import TesseraGeometry
internal import TesseraKit
internal import TesseraLayout

/// Case `keyboard`: time from a touch to the highlighted key of the on-screen keyboard at 800 x 480, with one worker, and to the typed letter.
extension BenchHarness {
  func keyboard() throws {
    let (clock, workers) = (ManualClock(), WorkerPool(threads: 1))
    let field = EditableTextNode("")
    let root = BoxNode()
    root.style.padding = LayoutEdges(.points(20))
    field.style.flexGrow = 1
    field.style.height = .points(40)
    root.addSubnode(field)
    let stage = try Stage(size: Size(800, 480), root: root, clock: clock, workers: workers)
    let keyboard = AutomaticKeyboard(["en-US"])
    stage.inputMethod = keyboard
    try stage.settle()
    field.becomeFocused()
    for _ in 0..<60 {
      try stage.settle()
      clock.advance(by: 1.0 / 60)
    }
    var (highlights, letters): ([Double], [Double]) = ([], [])
    let keys = keyboard.node.subnodes.filter { $0.frame.width < 100 && $0.frame.minY > keyboard.node.frame.height / 5 }
    for number in 0..<extent(400, small: 4) {
      let key = keys[number % min(20, keys.count)]
      guard let place = stage.convert(Point(key.frame.width / 2, key.frame.height / 2), from: key) else { continue }
      highlights.append(try timed { try touch(.began, place, stage, clock) })
      clock.advance(by: 0.05)
      letters.append(try timed { try touch(.ended, place, stage, clock) })
      clock.advance(by: 0.05)
      if number % 16 == 15 { field.string = "" }
    }
    highlights.sort()
    letters.sort()
    let note = "until the stage is idle: content is drawn by one worker, and composited"
    value("highlight_p50", Self.percentile(highlights, 50), "ms", "touch to the painted key and its bubble, \(note)")
    value("highlight_p99", Self.percentile(highlights, 99), "ms", "the same")
    value("letter_p50", Self.percentile(letters, 50), "ms", "lifted finger to the letter in the field, \(note)")
    value("letter_p99", Self.percentile(letters, 99), "ms", "the same")
    try picture("keyboard", stage.framebuffer)
  }

  private func touch(_ phase: Touch.Phase, _ place: Point, _ stage: Stage, _ clock: ManualClock) throws {
    stage.send(.touch(Touch(id: 1, phase: phase, location: place, time: clock.now)))
    try stage.settle()
  }

  /// Returns the wall time of a step in milliseconds.
  private func timed(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure(body)
    return Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15
  }
}
