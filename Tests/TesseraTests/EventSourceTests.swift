import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

/// A pipe: each byte is a tap; a zero stops the stage.
private final class PipeSource: EventSource {
  let descriptor: Int32
  let end: Int32
  var deadline: Double?
  var served = 0
  var onServe: ((Stage) -> Void)?

  init() {
    var ends: [Int32] = [0, 0]
    _ = pipe(&ends)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (descriptor, end) = (ends[0], ends[1])
  }
  deinit {
    close(descriptor)
    close(end)
  }

  func write(_ byte: UInt8) {
    var byte = byte
    _ = Foundation.write(end, &byte, 1)
  }

  func serve(_ stage: Stage) {
    served += 1
    onServe?(stage)
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      if byte == 0 {
        stage.stop()
      } else {
        stage.send(.touch(Touch(phase: .began, location: Point(5, 5))))
        stage.send(.touch(Touch(phase: .ended, location: Point(5, 5))))
      }
    }
  }
}

/// Display that presents frames only while `isReady` is set.
private final class PatientDisplay: Display {
  var isReady = false
  var damage: [[PixelRect]] = []
  func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) { self.damage.append(damage) }
}

/// Stops the stage at the first frame that satisfies the condition.
private final class LastWordDisplay: Display {
  private unowned let stage: Stage
  private let isWanted: () -> Bool
  private(set) var frames = 0
  init(_ stage: Stage, _ isWanted: @escaping () -> Bool) { (self.stage, self.isWanted) = (stage, isWanted) }
  func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) {
    frames += 1
    if isWanted() { stage.stop() }
  }
}

@Suite struct EventSourceTests {
  @Test func eventsOfASourceAreHandledInTheSameIteration() throws {
    let button = ButtonNode(Button("Go"))
    button.style = LayoutStyle { ($0.width, $0.height) = (.points(50), .points(20)) }
    let taps = Locked(0)
    button.onTap { taps.withLock { $0 += 1 } }
    let h = try HeadlessStage(width: 50, height: 20) { button }
    let source = PipeSource()
    h.stage.attach(source)
    h.stage.attach(source)
    try h.stage.frame()
    #expect(source.served == 0, "nothing to read, nothing served")
    source.write(1)
    try h.stage.frame()
    #expect(source.served == 1 && taps.withLock { $0 } == 1)
    h.stage.detach(source)
    source.write(1)
    try h.stage.frame()
    #expect(source.served == 1)
  }

  @Test func aDeadlineIsKeptByTheStagesClock() throws {
    let h = try HeadlessStage(width: 50, height: 20) { BoxNode() }
    let source = PipeSource()
    h.stage.attach(source)
    source.deadline = h.stage.now + 1
    h.clock.advance(by: 0.5)
    try h.stage.frame()
    #expect(source.served == 0)
    h.clock.advance(by: 0.5)
    try h.stage.frame()
    #expect(source.served == 1)
  }

  @Test func aSourceWakesAndStopsARunningStage() throws {
    let stage = try Stage(size: Size(20, 20), workers: WorkerPool(threads: 1), background: .white)
    let source = PipeSource()
    stage.attach(source)
    let end = source.end
    let thread = Thread {
      var stop: UInt8 = 0
      _ = Foundation.write(end, &stop, 1)
    }
    thread.start()
    try stage.run()
    #expect(source.served == 1)
  }

  @Test(arguments: [0, 1, 2]) func aRunningStageDrawsWithoutWorkersToo(threads: Int) throws {
    let log = Log()
    let nodes = (0..<4).map { Node(Patch(name: "\($0)", wanted: Size(5, 20), log: log)) }
    let root = BoxNode()
    nodes.forEach(root.addSubnode)
    let stage = try Stage(size: Size(20, 20), root: root, workers: WorkerPool(threads: threads), background: .white)
    let display = LastWordDisplay(stage) { nodes.allSatisfy { log.count("draw \($0.name)") == 1 } }
    stage.display = display
    try stage.run()
    #expect(display.frames >= 1)
  }

  @Test func aDisplayThatIsNotReadyGetsAllDamageLater() throws {
    let display = PatientDisplay()
    let root = BoxNode()
    let h = try HeadlessStage(width: 50, height: 20) { root }
    h.stage.display = display
    try h.settle()
    #expect(display.damage.isEmpty && !h.stage.hasWorkUnderWay)
    display.isReady = true
    try h.settle()
    #expect(display.damage == [[PixelRect(x: 0, y: 0, width: 50, height: 20)]])
    h.stage.setNeedsRepaint(in: PixelRect(x: 45, y: 10, width: 100, height: 2))
    display.isReady = false
    try h.settle()
    h.stage.setNeedsRepaint(in: PixelRect(x: 0, y: 0, width: 2, height: 2))
    display.isReady = true
    try h.settle()
    #expect(Set(display.damage[1]) == [PixelRect(x: 45, y: 10, width: 5, height: 2), PixelRect(x: 0, y: 0, width: 2, height: 2)])
  }
}
