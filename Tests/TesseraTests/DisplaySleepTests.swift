import Synchronization
import Tessera
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

struct DisplaySleepTests {
  /// A display that records the power and the frames.
  private final class RecordingDisplay: Display {
    let canSwitch: Bool
    var isReady = true
    var powers: [Bool] = []
    /// Color of the middle of each frame.
    var frames: [String] = []
    init(canSwitch: Bool) { self.canSwitch = canSwitch }
    func setPower(_ isOn: Bool) -> Bool {
      powers.append(isOn)
      return canSwitch
    }
    func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
      frames.append(frame.color(x: frame.width / 2, y: frame.height / 2).hex)
    }
  }

  private func stage(canSwitch: Bool = true) throws -> (HeadlessStage, BoxNode, RecordingDisplay) {
    let root = BoxNode()
    root.updateProperties { $0.background = .color(Color(rgb: 0x336699)) }
    let h = try HeadlessStage(width: 20, height: 20) { root }
    let display = RecordingDisplay(canSwitch: canSwitch)
    h.stage.display = display
    try h.settle()
    display.frames = []
    return (h, root, display)
  }

  @Test func aSleepingDisplayIsOffAndShowsTheNewestPictureWhenItWakes() throws {
    let (h, root, display) = try stage()
    h.stage.sleepDisplay()
    try h.settle()
    #expect(display.powers == [false] && h.stage.displaySleeps && root.isDisplayAsleep)
    root.updateProperties { $0.background = .color(Color(rgb: 0x00FF00)) }
    try h.settle()
    #expect(display.frames.isEmpty)
    h.stage.wakeDisplay()
    try h.settle()
    #expect(display.powers == [false, true] && !h.stage.displaySleeps && !root.isDisplayAsleep)
    #expect(display.frames.last == "#00ff00")
  }

  @Test func aDisplayThatCannotBeSwitchedOffShowsBlack() throws {
    let (h, _, display) = try stage(canSwitch: false)
    display.isReady = false
    h.stage.sleepDisplay()
    try h.settle()
    #expect(display.frames.isEmpty, "it takes no frame yet")
    display.isReady = true
    try h.settle()
    try h.settle()
    #expect(display.frames == ["#000000"])
    h.stage.wakeDisplay()
    try h.settle()
    #expect(display.frames == ["#000000", "#336699"])
  }

  @Test func itSleepsByTheStagesClockAndATouchWakesItWithoutReachingNodes() throws {
    let (h, root, display) = try stage()
    let taps = Mutex(0)
    root.onTap { taps.withLock { $0 += 1 } }
    h.stage.displaySleepDelay = 60
    try h.settle()
    try h.advance(by: 59)
    #expect(display.powers.isEmpty)
    try h.advance(by: 1.1)
    #expect(display.powers == [false] && h.stage.displaySleeps)
    func tap() throws {
      h.stage.send(.touch(Touch(phase: .began, location: Point(10, 10))))
      try h.settle()
      h.stage.send(.touch(Touch(phase: .ended, location: Point(10, 10))))
      try h.settle()
    }
    try tap()
    #expect(display.powers == [false, true] && taps.withLock { $0 } == 0)
    try tap()
    #expect(taps.withLock { $0 } == 1)
    h.stage.displaySleepDelay = nil
    try h.settle()
    try h.advance(by: 1000)
    #expect(display.powers == [false, true])
  }

  @Test func invalidDelaysCountAsZero() throws {
    let (h, _, _) = try stage()
    for delay in [0, -1, .nan, .infinity] {
      h.stage.displaySleepDelay = delay
      #expect(h.stage.displaySleepDelay == nil)
    }
  }

  @Test func aNodeSendsTheDisplayToSleep() throws {
    let (h, root, display) = try stage()
    root.sleepDisplay()
    try h.settle()
    #expect(display.powers == [false])
    root.wakeDisplay()
    try h.settle()
    #expect(display.powers == [false, true])
    BoxNode().sleepDisplay()
  }

  @Test func aDisplayPluggedInDuringSleepIsOff() throws {
    let (h, _, _) = try stage()
    h.stage.sleepDisplay()
    try h.settle()
    let other = RecordingDisplay(canSwitch: true)
    h.stage.display = other
    try h.settle()
    #expect(other.powers == [false] && other.frames.isEmpty)
  }
}
