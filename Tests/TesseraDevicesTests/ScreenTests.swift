import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// A framebuffer in memory whose flips end when the test says so.
final class FakeFramebuffer: FramebufferPort {
  let path = "fake"
  let info: FramebufferInfo
  let memory: UnsafeMutableRawPointer
  var eventFile: Int32 { -1 }
  var flips: [(row: Int?, waits: Bool)] = []
  var ended: (pan: Int32, wait: Int32)?
  var isClosed = false
  /// What flips are refused with; 0: they are not.
  var flipCode: Int32 = 0

  init(_ info: FramebufferInfo) {
    self.info = info
    memory = .allocate(byteCount: info.stride * info.height * 2, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: info.stride * info.height * 2)
  }
  deinit { memory.deallocate() }

  func flip(toRow row: Int?, waits: Bool) -> Int32 {
    flips.append((row, waits))
    return flipCode
  }
  func dequeueFlip() -> (pan: Int32, wait: Int32)? {
    defer { ended = nil }
    return ended
  }
  /// Settings of the panel's power, and the errno that refuses them; 0: none.
  var powers: [Bool] = []
  var powerCode: Int32 = 0
  func setPower(_ isOn: Bool) -> Int32 {
    powers.append(isOn)
    return powerCode
  }
  func close() { isClosed = true }

  /// The pixels of a page.
  func page(_ index: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: memory + index * info.stride * info.height, count: info.stride * info.height))
  }
}

/// A card whose outputs, flips and events are the test's.
final class FakeCard: ModeSettingPort {
  let path = "fake"
  let file: Int32
  private let end: Int32
  var output: ModeSettingOutput?
  var flips: [Int] = []
  var sets: [Int] = []
  var dirties = 0
  var flipCode: Int32 = 0
  var flipped = false
  var isGone = false
  var masters: [Bool] = []
  var pages: [UnsafeMutableRawPointer] = []
  private var size = 0

  init(_ output: ModeSettingOutput?) {
    var ends: [Int32] = [0, 0]
    _ = pipe(&ends)
    (file, end) = (ends[0], ends[1])
    self.output = output
  }
  deinit {
    Foundation.close(file)
    Foundation.close(end)
    for page in pages { page.deallocate() }
  }

  func find() throws(DeviceError) -> ModeSettingOutput? { output }
  /// Why nothing can be shown; nil: it can.
  var showError: DeviceError?
  func show(_ output: ModeSettingOutput) throws(DeviceError) -> [(memory: UnsafeMutableRawPointer, stride: Int)] {
    if let showError { throw showError }
    shows += 1
    size = output.width * 4 * output.height
    let made = (0..<2).map { _ in UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16) }
    for page in made { page.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
    pages += made
    return made.map { ($0, output.width * 4) }
  }
  func flip(_ page: Int) -> Int32 {
    flips.append(page)
    return flipCode
  }
  var setCode: Int32 = 0
  func set(_ page: Int) -> Int32 {
    sets.append(page)
    return setCode
  }
  func dirty(_ page: Int, _ areas: [(x1: Int, y1: Int, x2: Int, y2: Int)]) -> Int32 {
    dirties += 1
    return 0
  }
  /// Seconds since the blank of an ended flip; 0: the card does not tell.
  var age = 0.0
  func dequeueEvents() -> ModeSettingEvents {
    defer { flipped = false }
    return ModeSettingEvents(flipped: flipped, age: age, isGone: isGone)
  }
  /// Number of calls that made pages, and that switched the output off.
  private(set) var shows = 0
  private(set) var offs = 0
  var offCode: Int32 = 0
  func switchOff() -> Int32 {
    offs += 1
    return offCode
  }
  func dropMaster() { masters.append(false) }
  /// What the card is refused with; 0: it is not.
  var masterCode: Int32 = 0
  func setMaster() -> Int32 {
    masters.append(true)
    return masterCode
  }
  private(set) var closes = 0
  func close() { closes += 1 }
  /// What opening it again is refused with; 0: it is back.
  var reopenCode: Int32 = 0
  private(set) var reopens = 0
  func reopen() -> Int32 {
    reopens += 1
    if reopenCode == 0 { isGone = false }
    return reopenCode
  }
  func page(_ index: Int) -> [UInt8] { Array(UnsafeRawBufferPointer(start: pages[pages.count - 2 + index], count: size)) }
}

@Suite struct ScreenTests {
  private func box(_ color: Color, _ x: Double) -> BoxNode {
    let node = BoxNode()
    node.updateProperties { $0.background = .color(color) }
    node.style = LayoutStyle {
      ($0.position, $0.width, $0.height) = (.absolute, .points(10), .points(10))
      $0.inset.left = .points(x)
    }
    return node
  }

  private func stage(_ screen: any ScreenDisplay) throws -> (HeadlessStage, BoxNode) {
    let root = BoxNode()
    let h = try HeadlessStage(width: 40, height: 20) { root }
    h.stage.attach(screen)
    h.stage.display = screen
    return (h, root)
  }

  private func bytes(_ h: HeadlessStage) throws -> [UInt8] {
    let frame = try h.framebuffer.converted(to: .xrgb8888)
    return frame.withUnsafeBytes { bytes in (0..<frame.height).flatMap { y in bytes[y * frame.stride..<y * frame.stride + frame.width * 4] }
    }
  }

  /// Turns the loop until nothing but the display is waited for.
  private func turn(_ h: HeadlessStage) throws { try h.stage.settle() }

  @Test func twoPagesTakeTurnsAndBothGetEveryChange() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888), hasTwoPages: true))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, root) = try stage(display)
    try turn(h)
    #expect(try port.flips.map(\.row) == [20] && port.page(1) == bytes(h))
    // Under way: the stage goes on, nothing is written, nothing waits.
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(port.flips.count == 1 && !display.isReady && h.stage.statistics.layouts >= 2)
    port.ended = (0, 0)
    h.clock.advance(by: FramebufferDisplay.patience)
    try turn(h)
    #expect(try port.flips.map(\.row) == [20, 0] && port.page(0) == bytes(h))
    root.addSubnode(box(.init(rgb: 0x00FF00), 20))
    port.ended = (0, 0)
    h.clock.advance(by: FramebufferDisplay.patience)
    try turn(h)
    // The page that is two frames old got both changes.
    #expect(try port.flips.map(\.row) == [20, 0, 20] && port.page(1) == bytes(h))
  }

  @Test func aFlipWithoutAnEndTimesOut() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888), hasTwoPages: true))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, root) = try stage(display)
    try turn(h)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(!display.isReady)
    h.clock.advance(by: FramebufferDisplay.patience * 1.01)
    try turn(h)
    #expect(display.isReady && !display.isDoubleBuffered)
    #expect(try port.page(1) == bytes(h), "the page that is seen is drawn on from now on")
    #expect(port.flips.count == 1)
  }

  @Test func withoutSyncAndPanningFramesAreWrittenImmediately() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888)))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, root) = try stage(display)
    try turn(h)
    #expect(port.flips.map(\.waits) == [true] && port.flips[0].row == nil)
    port.ended = (0, ENOTTY)
    h.clock.advance(by: FramebufferDisplay.patience)
    try turn(h)
    for x in [0.0, 10, 20] {
      root.addSubnode(box(.init(rgb: 0xFF0000), x))
      try turn(h)
      #expect(try port.page(0) == bytes(h))
    }
    #expect(port.flips.count == 1, "a driver that cannot wait is asked once")
  }

  @Test func panningThatFailsLeavesOnePage() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888), hasTwoPages: true))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, _) = try stage(display)
    try turn(h)
    port.ended = (EINVAL, 0)
    h.clock.advance(by: FramebufferDisplay.patience)
    try turn(h)
    #expect(try !display.isDoubleBuffered && port.page(0) == bytes(h))
  }

  /// A driver that takes no flips at all: the page that is seen is drawn on, and holds the frame that could not be flipped to.
  @Test func aRefusedFlipKeepsTheVisiblePage() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888), hasTwoPages: true))
    port.flipCode = EAGAIN
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, root) = try stage(display)
    try turn(h)
    #expect(try port.flips.count == 1 && !display.isDoubleBuffered && display.isReady && port.page(0) == bytes(h))
    for x in [0.0, 10, 20] {
      root.addSubnode(box(.init(rgb: 0xFF0000), x))
      try turn(h)
      #expect(try port.page(0) == bytes(h))
    }
    #expect(port.flips.count == 1, "it is asked once")
  }

  @Test func aTerminalInTheBackgroundShowsNothingUntilItReturns() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888)))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, root) = try stage(display)
    try turn(h)
    port.ended = (0, ENOTTY)
    h.clock.advance(by: 1)
    try turn(h)
    display.suspend()
    #expect(display.isAsleep)
    let before = port.page(0)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(port.page(0) == before)
    display.resume()
    h.stage.setNeedsRepaint()
    try turn(h)
    #expect(try port.page(0) == bytes(h) && port.page(0) != before)
  }

  /// The memory of a card may be lost while the machine sleeps; what is on the screen is written anew, on both pages.
  @Test func aMachineThatHasSleptShowsItsPictureAgain() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888), hasTwoPages: true))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, root) = try stage(display)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    func endFlip() throws {
      port.ended = (0, 0)
      h.clock.advance(by: FramebufferDisplay.patience)
      try turn(h)
    }
    try turn(h)
    try endFlip()
    try endFlip()
    memset(port.memory, 0x55, port.info.stride * port.info.height * 2)
    display.restore()
    h.stage.setNeedsRepaint()
    try turn(h)
    #expect(try port.page(port.flips.last?.row == 0 ? 0 : 1) == bytes(h))
    try endFlip()
    root.addSubnode(box(.init(rgb: 0x00FF00), 20))
    try turn(h)
    #expect(try port.page(port.flips.last?.row == 0 ? 0 : 1) == bytes(h), "the other page, too")

    let card = FakeCard(output)
    let setting = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (other, _) = try stage(setting)
    try turn(other)
    setting.restore()
    other.stage.setNeedsRepaint()
    try turn(other)
    #expect(try card.flips == [1, 1] && card.pages.count == 4 && card.page(1) == bytes(other) && card.masters.isEmpty)
  }

  private let output = ModeSettingOutput(connector: "HDMI-A-1", mode: "40x20@60", width: 40, height: 20, period: 1.0 / 60)

  @Test func flipsArePacedByEventsAndByTheModesRate() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    try turn(h)
    #expect(try card.flips == [1] && card.page(1) == bytes(h))
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(card.flips == [1] && !display.isReady)
    // The event comes at once, as virtual cards send it: the next frame waits for the next vertical blank all the same.
    card.flipped = true
    h.clock.advance(by: 0.001)
    display.serve(h.stage)
    #expect(!display.isReady && display.deadline != nil)
    h.clock.advance(by: 1.0 / 60)
    try turn(h)
    #expect(try card.flips == [1, 0] && card.page(0) == bytes(h))
    // Idle again: no timer is left once the blank is over.
    card.flipped = true
    display.serve(h.stage)
    h.clock.advance(by: 1.0 / 60)
    display.serve(h.stage)
    #expect(display.deadline == nil && display.isReady)
  }

  @Test func framesAreToldWhenTheyWillBeSeen() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    try turn(h)
    #expect(display.refresh.time == nil && h.stage.frameTime.presentation == h.stage.now)
    (card.flipped, card.age) = (true, 0.004)
    let blank = h.stage.now - card.age
    display.serve(h.stage)
    #expect(display.refresh == DisplayRefresh(time: blank, interval: output.period))
    h.clock.advance(by: 0.005)
    try turn(h)
    let time = h.stage.frameTime
    #expect(time.start == h.stage.now && abs(time.presentation - blank - output.period) < 1e-9 && root.frameTime == time)
    // A flip without its event: the blank is unknown again, and the time does not go back.
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    h.clock.advance(by: ModeSettingDisplay.patience * 1.01)
    try turn(h)
    h.clock.advance(by: ModeSettingDisplay.patience * 1.01)
    display.serve(h.stage)
    #expect(display.refresh.time == nil && h.stage.frameTime.presentation >= time.presentation)
  }

  @Test func aMissingFlipEventEndsFlipsNotFrames() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    try turn(h)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    h.clock.advance(by: ModeSettingDisplay.patience * 1.01)
    try turn(h)
    #expect(try card.sets == [1, 0] && card.page(0) == bytes(h))
    #expect(card.flips == [1])
  }

  @Test func aReconnectedCardIsOpenedAgain() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    var problems: [DeviceError] = []
    display.onProblem = { problems.append($0) }
    let (h, root) = try stage(display)
    try turn(h)
    (card.isGone, card.reopenCode) = (true, ENOENT)
    display.serve(h.stage)
    #expect(card.closes == 1 && problems.count == 1 && "\(problems)".contains("the card was removed") && !display.isReady)
    // The stage goes on, and the card is looked for once a second.
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    for look in 1...3 {
      h.clock.advance(by: 0.5)
      try turn(h)
      #expect(card.reopens == look - 1 && display.deadline != nil)
      h.clock.advance(by: ModeSettingState.lookInterval - 0.5)
      try turn(h)
      #expect(card.reopens == look && problems.count == 1)
    }
    // Another terminal is shown meanwhile: the card is left alone.
    display.suspend()
    h.clock.advance(by: 10)
    display.serve(h.stage)
    #expect(card.reopens == 3 && display.deadline == nil)
    display.resume()
    card.reopenCode = 0
    display.serve(h.stage)
    #expect(card.reopens == 4 && display.frameSize?.width == 40)
    let flips = card.flips.count
    try turn(h)
    #expect(try card.flips.count == flips + 1 && card.page(1) == bytes(h))
    display.close()
  }

  /// An event that was lost once, as when the machine sleeps or a cable is pulled out, does not end flips for good.
  @Test func flipsAreRetriedWhenTheCardIsReacquired() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    try turn(h)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    h.clock.advance(by: ModeSettingDisplay.patience * 1.01)
    try turn(h)
    #expect(card.flips == [1] && card.sets == [1, 0])
    display.suspend()
    display.resume()
    h.stage.setNeedsRepaint()
    try turn(h)
    #expect(try card.flips == [1, 1] && card.sets == [1, 0] && card.page(1) == bytes(h))
  }

  /// A frame that the card takes later is shown, also where nothing changes any more.
  @Test(arguments: [EBUSY, EACCES]) func aRefusedFrameIsShownWhenTheCardAcceptsIt(code: Int32) throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    card.flipCode = code
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(card.flips == [1] && !display.isReady)
    // Still refused: asked seldom, and nobody else is woken.
    for _ in 0..<30 {
      h.clock.advance(by: 1.0 / 60)
      display.serve(h.stage)
    }
    #expect((2...4).contains(card.flips.count) && card.sets.isEmpty, "\(card.flips.count) times in half a second")
    card.flipCode = 0
    h.clock.advance(by: ModeSettingDisplay.patience * 1.01)
    display.serve(h.stage)
    #expect(try card.flips.last == 1 && card.page(1) == bytes(h))
    card.flipped = true
    h.clock.advance(by: 1.0 / 60)
    display.serve(h.stage)
    #expect(display.isReady && display.deadline == nil)
  }

  /// The same where pages are set without events.
  @Test func aFrameThatCannotBeSetIsShownLater() throws {
    let card = FakeCard(output)
    (card.flipCode, card.setCode) = (ENOSYS, EACCES)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(card.sets == [1] && !display.isReady)
    card.setCode = 0
    h.clock.advance(by: ModeSettingDisplay.patience * 1.01)
    display.serve(h.stage)
    h.clock.advance(by: 1.0 / 60)
    display.serve(h.stage)
    #expect(try card.sets == [1, 1] && card.page(1) == bytes(h) && display.isReady && display.deadline == nil)
  }

  /// A program that was on the other terminal keeps the card for a while: it is asked for until it is there.
  @Test func aCardInUseIsOpenedWhenItIsFree() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    var problems: [String] = []
    display.onProblem = { problems.append("\($0)") }
    try turn(h)
    display.suspend()
    card.masterCode = EBUSY
    display.resume()
    h.stage.setNeedsRepaint()
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(card.flips == [1] && !display.isReady && display.frameSize != nil)
    for _ in 0..<30 {
      h.clock.advance(by: 1.0 / 60)
      display.serve(h.stage)
    }
    #expect((2...4).contains(card.masters.count - 1), "\(card.masters)")
    #expect(problems.count == 1 && problems[0].contains("another program"), "\(problems)")
    card.masterCode = 0
    h.clock.advance(by: ModeSettingDisplay.patience * 1.01)
    try turn(h)
    #expect(try card.flips == [1, 1] && card.page(1) == bytes(h) && problems.count == 1)
  }

  @Test func aDisplayThatIsPluggedInLaterIsUsed() throws {
    let card = FakeCard(nil)
    let display = try ModeSettingDisplay(card, rotation: .quarter, hotplug: -1)
    let (h, root) = try stage(display)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(display.frameSize == nil && card.flips.isEmpty && root.isDisplayAsleep)
    var sizes: [String] = []
    display.onResize = {
      guard let size = display.frameSize else { return sizes.append("none") }
      sizes.append("\(size.width)x\(size.height)")
      try? h.stage.resize(to: Size(Double(size.width), Double(size.height)), scale: 1)
    }
    card.output = output
    display.checkOutputs(h.stage)
    try turn(h)
    #expect(sizes == ["20x40"] && card.flips == [1] && !root.isDisplayAsleep)
    card.output = nil
    display.checkOutputs(h.stage)
    try turn(h)
    #expect(sizes == ["20x40", "none"] && !display.isReady && root.isDisplayAsleep)
  }

  @Test func aSleepingOutputIsOffAndRepaintedWhenItWakes() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    try turn(h)
    h.stage.sleepDisplay()
    try turn(h)
    #expect(card.offs == 1 && card.flips == [1])
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    // The event of the flip before, and the time after which it would be missing.
    card.flipped = true
    h.clock.advance(by: 1)
    try turn(h)
    display.checkOutputs(h.stage)
    try turn(h)
    #expect(card.shows == 1 && card.flips == [1] && card.sets == [] && display.deadline == nil)
    h.stage.wakeDisplay()
    try turn(h)
    #expect(try card.shows == 2 && card.flips == [1, 1] && card.page(1) == bytes(h))
  }

  @Test func anOutputThatCannotBeSwitchedOffShowsBlack() throws {
    let card = FakeCard(output)
    card.offCode = EINVAL
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    for _ in 0..<2 {
      card.flipped = true
      h.clock.advance(by: 1)
      try turn(h)
    }
    let flips = card.flips.count
    h.stage.sleepDisplay()
    try turn(h)
    #expect(card.offs == 1 && card.flips.count == flips + 1)
    let page = card.page(try #require(card.flips.last))
    #expect(page.indices.allSatisfy { $0 % 4 == 3 || page[$0] == 0 })
  }

  @Test func aTerminalThatReturnsDuringSleepLeavesTheOutputOff() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, _) = try stage(display)
    try turn(h)
    h.stage.sleepDisplay()
    try turn(h)
    display.suspend()
    display.resume()
    #expect(card.shows == 2 && card.offs == 2)
    h.stage.wakeDisplay()
    try turn(h)
    #expect(card.shows == 3 && card.offs == 2)
  }

  @Test func aSleepingFramebufferIsBlankedAndReturnsToOthersLit() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888)))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, _) = try stage(display)
    try turn(h)
    h.stage.sleepDisplay()
    try turn(h)
    #expect(port.powers == [false])
    display.suspend()
    #expect(port.powers == [false, true])
    display.resume()
    #expect(port.powers == [false, true, false])
    h.stage.wakeDisplay()
    try turn(h)
    #expect(port.powers == [false, true, false, true])
    h.stage.sleepDisplay()
    try turn(h)
    display.close()
    #expect(port.powers == [false, true, false, true, false, true] && port.isClosed)
  }

  @Test func anotherTerminalGetsTheCard() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    try turn(h)
    display.suspend()
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(card.masters == [false] && card.flips == [1] && display.isAsleep)
    display.resume()
    h.stage.setNeedsRepaint()
    try turn(h)
    #expect(try card.masters == [false, true] && card.flips == [1, 1] && card.page(1) == bytes(h))
  }

  /// A flip was under way when another terminal was asked for; its event comes when the card is here again, and ends no other flip.
  @Test func aFlipFromBeforeATerminalSwitchEndsNoLaterFlip() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    try turn(h)
    display.suspend()
    card.flipped = true
    display.resume()
    h.stage.setNeedsRepaint()
    try turn(h)
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    h.clock.advance(by: 1.0 / 60)
    display.serve(h.stage)
    try turn(h)
    #expect(card.flips == [1, 1] && !display.isReady, "the second is under way")
    card.flipped = true
    display.serve(h.stage)
    try turn(h)
    #expect(try card.flips == [1, 1, 0] && card.page(0) == bytes(h))
  }

  /// The card that another program had used up is taken back as soon as it can be.
  @Test func aCardThatCannotBeReacquiredIsRetried() throws {
    let card = FakeCard(output)
    let display = try ModeSettingDisplay(card, rotation: .none, hotplug: -1)
    let (h, root) = try stage(display)
    var problems: [String] = []
    var sizes: [Int?] = []
    display.onProblem = { problems.append("\($0)") }
    display.onResize = { sizes.append(display.frameSize?.width) }
    try turn(h)
    display.suspend()
    card.showError = .unusable(device: "fake", reason: "no memory for pages", advice: nil)
    display.resume()
    h.stage.setNeedsRepaint()
    root.addSubnode(box(.init(rgb: 0xFF0000), 0))
    try turn(h)
    #expect(problems.count == 1 && problems[0].contains("no memory for pages") && display.frameSize == nil && !display.isReady)
    #expect(sizes == [nil] && card.flips == [1])
    card.showError = nil
    display.checkOutputs(h.stage)
    try turn(h)
    #expect(sizes == [nil, 40] && display.frameSize != nil)
    #expect(try card.flips == [1, 1] && card.page(1) == bytes(h), "the frame that waited is shown")
  }

  @Test func aCursorLeavesNoTrace() throws {
    let port = FakeFramebuffer(FramebufferInfo(name: "", width: 40, height: 20, stride: 160, pixels: .format(.xrgb8888)))
    let display = FramebufferDisplay(port, rotation: .none)
    let (h, _) = try stage(display)
    let cursor = CursorDisplay(over: display)
    h.stage.display = cursor
    try turn(h)
    port.ended = (0, ENOTTY)
    h.clock.advance(by: 1)
    try turn(h)
    let plain = port.page(0)
    for place in [(5, 5), (6, 7), (39, 19), (-3, 0)] {
      let pixels = h.stage.statistics.damagedPixels
      cursor.move(to: place, on: h.stage)
      try turn(h)
      let own = try bytes(h)
      #expect(port.page(0) != plain && own == plain, "the stage's own frame has no cursor")
      #expect(h.stage.statistics.damagedPixels - pixels <= 2 * 12 * 19)
    }
    cursor.move(to: nil, on: h.stage)
    try turn(h)
    #expect(port.page(0) == plain)
  }
}
