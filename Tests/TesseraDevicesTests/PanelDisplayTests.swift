import Tessera
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// Electronic paper that is none: what is updated when, how, and what stays to be seen.
@Suite struct PanelDisplayTests {
  private struct Setup {
    let panel: SimulatedPanel
    let display: PanelDisplay
    let h: HeadlessStage
    let box: BoxNode

    /// Lets time pass, a frame every hundredth of a second.
    func wait(_ seconds: Double) throws { try h.advance(by: seconds, step: 0.01) }
    var waveforms: [PanelWaveform] { panel.updates.map(\.waveform) }
  }

  private func setup(
    _ format: PixelFormat = .gray4, levels: Int? = nil, rotation: Rotation = .none, parts: Bool = true,
    _ change: (inout PanelPolicy) -> Void = { _ in }
  ) throws -> Setup {
    var policy = PanelPolicy()
    change(&policy)
    let size = rotation.swapsAxes ? (80, 100) : (100, 80)
    let panel = SimulatedPanel(
      PanelInfo(name: "simulated", width: size.0, height: size.1, format: format, levels: levels, updatesParts: parts))
    let display = try PanelDisplay(panel, rotation: rotation, policy: policy)
    let box = BoxNode()
    box.style.position = .absolute
    box.style.inset = LayoutEdges(top: .points(20), left: .points(20))
    box.style.width = .points(16)
    box.style.height = .points(10)
    box.background = .color(.black)
    let root = BoxNode()
    root.addSubnode(box)
    let h = try HeadlessStage(width: 100, height: 80) { root }
    h.stage.attach(display)
    h.stage.display = display
    try h.settle()
    return Setup(panel: panel, display: display, h: h, box: box)
  }

  @Test(arguments: [PixelFormat.gray8, .gray4, .mono1], [2, 4]) func lettersAreBlackAndWhiteWhereThePanelHasNoGrays(
    _ format: PixelFormat, levels: Int
  ) throws {
    let isPure = format == .mono1 || levels == 2
    #expect(try setup(format, levels: levels).display.textAntialiasing == (isPure ? .bilevel : .grayscale))
  }

  @Test func theFirstPictureIsAFullUpdateAndLaterOnesAreParts() throws {
    let s = try setup()
    #expect(s.waveforms == [.full] && s.panel.isBusy)
    try s.wait(1.5)
    s.box.background = .color(Color(white: 0.5))
    try s.h.settle()
    #expect(s.waveforms == [.full, .grays])
    #expect(s.panel.updates[1].area == PixelRect(x: 16, y: 20, width: 24, height: 10), "aligned to eight pixels")
    try s.wait(2)
    #expect(s.panel.updates.count == 2, "nothing changes, nothing is updated")
    #expect(s.h.stage.hasWorkUnderWay == false && s.display.deadline == nil)
  }

  @Test func changesWhileThePanelIsBusyAreOneUpdate() throws {
    let s = try setup()
    for step in 1...20 {
      s.box.style.inset = LayoutEdges(top: .points(20), left: .points(20 + Double(step)))
      try s.wait(0.02)
    }
    #expect(s.panel.updates.count == 1 && s.panel.isBusy)
    try s.wait(0.6)
    #expect(s.panel.updates.count == 2)
    #expect(s.panel.updates[1].area.maxX >= 56 && s.panel.updates[1].area.x == 16)
  }

  @Test func movingContentIsFastAndFullQualityFollowsAtRest() throws {
    let s = try setup()
    try s.wait(1.5)
    for step in 1...30 {
      s.box.style.inset = LayoutEdges(top: .points(20), left: .points(20 + Double(step)))
      try s.wait(0.05)
    }
    #expect(s.waveforms[1] == .grays && s.waveforms.dropFirst(3).allSatisfy { $0 == .fast } && s.waveforms.count > 5)
    let ghost = s.panel.worstGhost
    #expect(ghost > 1)
    // A fast update has two levels: pale gray is lost in it, and comes back.
    s.box.background = .color(Color(white: 0.5))
    try s.wait(2)
    #expect(s.waveforms.last == .grays)
    let seen = try s.panel.seen()
    #expect(abs(seen.color(x: 58, y: 25).red - 0.5) < 0.12)
    #expect(s.display.deadline == nil)
  }

  @Test func aFullUpdateRemovesGhostingAfterSomeUpdates() throws {
    let s = try setup { $0.fullEvery = 6 }
    try s.wait(1.2)
    var worst = 0.0
    for step in 1...6 {
      s.box.style.inset = LayoutEdges(top: .points(20), left: .points(20 + Double(step * 8)))
      try s.wait(0.45)
      worst = max(worst, s.panel.worstGhost)
    }
    #expect(worst > 5 && s.waveforms.filter { $0 == .full }.count == 1)
    try s.wait(2)
    #expect(s.waveforms.last == .full && s.waveforms.filter { $0 == .full }.count == 2)
    #expect(s.panel.worstGhost == 0)
    try s.wait(3)
    #expect(s.waveforms.filter { $0 == .full }.count == 2, "once")
  }

  @Test func aFullUpdateWaitsForRestForALimitedTime() throws {
    let s = try setup { $0.fullEvery = 8 }
    for step in 0..<200 {
      s.box.style.inset = LayoutEdges(top: .points(20), left: .points(20 + Double(step % 40)))
      try s.wait(0.05)
    }
    let fulls = s.waveforms.indices.filter { s.waveforms[$0] == .full }
    #expect(fulls.count > 2)
    for (a, b) in zip(fulls, fulls.dropFirst()) { #expect(b - a <= 13) }
  }

  @Test func aRequestedRefreshClearsThePanelImmediately() throws {
    let s = try setup { $0.fullEvery = 0 }
    try s.wait(1.2)
    s.display.refresh(s.h.stage)
    try s.h.settle()
    #expect(s.waveforms == [.full, .full])
  }

  @Test func aPanelWithoutPartsIsUpdatedWhole() throws {
    let s = try setup(parts: false)
    try s.wait(1.2)
    s.box.background = .color(Color(white: 0.5))
    try s.h.settle()
    #expect(s.panel.updates.last?.area == PixelRect(x: 0, y: 0, width: 100, height: 80))
  }

  @Test func framesThatLookTheSameOnThePanelAreNotShown() throws {
    let s = try setup(.mono1)
    try s.wait(1.2)
    // Below the black point it is black, whatever else it is.
    s.box.background = .color(Color(rgb: 0x080808))
    try s.h.settle()
    #expect(s.panel.updates.count == 1)
  }

  @Test(arguments: [PixelFormat.gray8, .gray4, .mono1], Rotation.allCases) func packingInPartsEqualsPackingTheWhole(
    format: PixelFormat, rotation: Rotation
  ) throws {
    let setup = try setup(format, rotation: rotation) {
      $0.diffusesStills = false
      $0.motionInterval = 0
    }
    try setup.wait(1.2)
    for step in 1...5 {
      setup.box.style.inset = LayoutEdges(top: .points(Double(step) * 9), left: .points(Double(step) * 13))
      setup.box.background = .color(Color(white: Float(step) / 6))
      try setup.wait(1.2)
    }
    let parts = setup.panel
    let whole = SimulatedPanel(PanelInfo(width: parts.info.width, height: parts.info.height, format: format))
    var policy = PanelPolicy()
    policy.diffusesStills = false
    let other = try PanelDisplay(whole, rotation: rotation, policy: policy)
    try other.present(setup.h.framebuffer, damage: [setup.h.framebuffer.bounds], at: 0)
    // Where ghosts are left, what was asked for is the same: a full update shows it.
    setup.display.refresh(setup.h.stage)
    try setup.wait(1.2)
    try expectEqualPixels(parts.seen(), whole.seen())
  }

  @Test func bothDithersKeepTheTone() throws {
    for level in stride(from: 10, through: 245, by: 47) {
      for levels in [2, 4, 16] {
        let buffer = try PixelBuffer(width: 64, height: 64, format: .gray8)
        func fill() { buffer.withUnsafeMutableBytes { bytes in for i in bytes.indices { bytes[i] = UInt8(level) } } }
        func mean() -> Double { buffer.withUnsafeBytes { $0.reduce(0) { $0 + Double($1) } / Double($0.count) } }
        fill()
        GrayDither.diffuse(buffer, levels: levels)
        #expect(abs(mean() - Double(level)) < 2, "diffused \(level) in \(levels)")
        fill()
        GrayDither.order(buffer, levels: levels, rows: 0..<64, columns: 0..<64)
        #expect(abs(mean() - Double(level)) < 3, "ordered \(level) in \(levels)")
      }
    }
  }

  @Test func thePatternOfPlacesHasEveryThresholdOnce() {
    let all = (0..<8).flatMap { y in (0..<8).map { GrayDither.bayer($0, y) } }
    #expect(Set(all) == Set(0..<64))
    #expect(all[0] == 0 && GrayDither.bayer(8, 16) == 0)
  }

  /// A page with letters, a ramp and a photograph, as each kind of panel shows it.
  @Test(arguments: ["panel_gray4", "panel_mono1", "panel_mono1_moving"]) func aPageMatchesItsGoldenPicture(kind: String) throws {
    let page = try HeadlessStage(
      sceneFile: PackageFolder.root() + "/docs/examples/paper.yaml", width: 400, height: 300)
    let format: PixelFormat = kind == "panel_gray4" ? .gray4 : .mono1
    let panel = SimulatedPanel(PanelInfo(width: 400, height: 300, format: format))
    var policy = PanelPolicy()
    policy.diffusesStills = kind != "panel_mono1_moving"
    try PanelDisplay(panel, policy: policy).present(page.framebuffer, damage: [page.framebuffer.bounds], at: 0)
    try expectGolden(
      panel.seen(), kind, tolerance: .fewPixels(2000, beyond: 24),
      because: "versions of FreeType round outlines differently, and spread errors carry that on")
  }

  @Test func anUnwritablePictureIsReported() throws {
    let panel = SimulatedPanel(PanelInfo(width: 8, height: 8, format: .gray8), path: "/nonexistent/panel.png")
    let display = try PanelDisplay(panel)
    var problems: [String] = []
    display.onProblem = { problems.append("\($0)") }
    let h = try HeadlessStage(width: 8, height: 8) { BoxNode() }
    h.stage.attach(display)
    h.stage.display = display
    try h.advance(by: 2, step: 0.1)
    #expect(problems.count == 1 && problems[0].contains("/nonexistent/panel.png"), "\(problems)")
    #expect(display.isReady)
  }

  @Test func aPanelThatCannotBeIsRefused() {
    #expect(throws: DeviceError.self) { try PanelDisplay(SimulatedPanel(PanelInfo(width: 0, height: 5, format: .gray8))) }
    #expect(throws: DeviceError.self) { try PanelDisplay(SimulatedPanel(PanelInfo(width: 5, height: 5, format: .rgb565))) }
  }
}
