internal import Glibc
internal import TesseraGeometry
internal import TesseraKit
internal import TesseraLayout

/// Case `input`: time from a touch to the first changed pixel of the framebuffer. Each touch changes a pixel: a button is pressed and
/// released, and a list follows a finger.
extension BenchHarness {
  func input() throws {
    var screen = try TouchedScreen()
    for _ in 0..<extent(200, small: 3) {
      // The pressed look has a minimum duration, so the finger rests as well.
      try screen.send(.began, Point(80, 60), to: .button)
      screen.clock.advance(by: 1)
      try screen.send(.ended, Point(80, 60), to: .button)
      screen.clock.advance(by: 1)
      try screen.stage.settle()
      // The list starts to scroll when the touch has left the distance of a tap.
      try screen.pass(.began, Point(400, 300))
      try screen.pass(.moved, Point(400, 270))
      for step in 1...3 { try screen.send(.moved, Point(400, 270 - Double(step) * 7), to: .list) }
      try screen.pass(.ended, Point(400, 249))
      try screen.rest()
    }
    let touches = screen.frames.count
    screen.times.sort()
    let note = "\(touches) touches of a button and of a list, each of which changes what is seen"
    value("touches", Double(touches), "", "presses, releases and moves of a finger")
    value("unseen", Double(screen.unseen), "", "touches that changed no pixel within a second of the stage's clock; \(note)")
    value("frames_max", Double(screen.frames.max() ?? 0), "", "painted frames until the first pixel changed; \(note)")
    value("frames_mean", Double(screen.frames.reduce(0, +)) / Double(max(1, touches)), "", "the same")
    value("waits", Double(screen.waits), "", "times that the loop waited for the next 60th of a second in between; \(note)")
    value(
      "turns", Double(screen.turns) / Double(max(1, touches)), "", "turns of the loop until then: content is drawn by a worker in between")
    value("wall_p50", Self.percentile(screen.times, 50), "ms", "by the wall, looking for changed pixels included")
    value("wall_p99", Self.percentile(screen.times, 99), "ms", "the same")
    try picture("touched", screen.stage.framebuffer)
  }
}

/// A button over a list, with the times until touches were visible.
private struct TouchedScreen {
  /// Part of the screen that a touch changes.
  enum Part { case button, list }

  let clock = ManualClock()
  let stage: Stage
  private let workers = WorkerPool(threads: 1)
  private let table: TableNode
  /// Painted frames of each counted touch, and the real time in milliseconds until it was visible.
  private(set) var frames: [Int] = []
  var times: [Double] = []
  private(set) var (turns, waits, unseen) = (0, 0, 0)

  init() throws {
    let button = ButtonNode(Button())
    button.title = "Press"
    button.style.position = .absolute
    (button.style.inset.left, button.style.inset.top) = (.points(40), .points(40))
    (button.style.width, button.style.height) = (.points(160), .points(50))
    table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<1000))) { TextNode("Row \($0)", font: Font("DejaVu Sans", size: 16)) }
    table.rowHeight = 30
    table.showsIndicators = false
    table.style.position = .absolute
    table.style.inset = LayoutEdges(.points(0))
    table.style.inset.top = .points(120)
    let root = BoxNode()
    root.addSubnode(table)
    root.addSubnode(button)
    stage = try Stage(size: Size(800, 480), root: root, clock: clock, workers: workers, background: .white)
    try stage.settle()
  }

  private func pixels(_ part: Part) -> [UInt8] {
    let (columns, rows) = part == .button ? (40..<200, 40..<90) : (0..<200, 120..<480)
    return stage.framebuffer.withUnsafeBytes { bytes in
      rows.flatMap {
        bytes[$0 * stage.framebuffer.stride + columns.lowerBound * 4..<$0 * stage.framebuffer.stride + columns.upperBound * 4]
      }
    }
  }

  private func touch(_ phase: Touch.Phase, _ place: Point) {
    stage.send(.touch(Touch(id: 1, phase: phase, location: place, time: clock.now)))
  }

  /// Sends a touch that is not counted, and waits until the stage is idle.
  func pass(_ phase: Touch.Phase, _ place: Point) throws {
    touch(phase, place)
    try stage.settle()
    clock.advance(by: 1.0 / 60)
  }

  /// Waits until the list is at rest, and resets its offset.
  func rest() throws {
    clock.advance(by: 10)
    try stage.settle()
    table.contentOffset = .zero
    try stage.settle()
  }

  /// Sends a touch, and turns the loop until a pixel of the part has changed.
  mutating func send(_ phase: Touch.Phase, _ place: Point, to part: Part) throws {
    let before = pixels(part)
    let start = BenchHarness.milliseconds(CLOCK_MONOTONIC)
    touch(phase, place)
    var (painted, waited, isSeen) = (0, 0, false)
    while true {
      turns += 1
      if try stage.frame() {
        painted += 1
        isSeen = pixels(part) != before
      }
      if isSeen || waited == 60 { break }
      if stage.hasWorkUnderWay {
        workers.waitUntilIdle()
      } else {
        // Only time can change pixels now.
        clock.advance(by: 1.0 / 60)
        waited += 1
      }
    }
    times.append(BenchHarness.milliseconds(CLOCK_MONOTONIC) - start)
    frames.append(painted)
    waits += waited
    if !isSeen { unseen += 1 }
    try stage.settle()
  }
}
