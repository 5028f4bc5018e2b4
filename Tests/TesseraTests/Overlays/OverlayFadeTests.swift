import TesseraKit
import TesseraLayout
import TesseraTestSupport
import Testing

/// Fading of overlays.
@Suite struct OverlayFadeTests {
  /// Visible share of a red overlay over white at a point, 0...1.
  private func share(_ h: HeadlessStage, _ x: Int = 50, _ y: Int = 68) -> Double { 1 - Double(h.framebuffer.color(x: x, y: y).green) }

  private func step(_ h: HeadlessStage, _ seconds: Double) throws { try h.advance(by: seconds, step: seconds) }

  @Test(arguments: [false, true]) func anOverlayFadesInAndOut(isReduced: Bool) throws {
    let (h, box) = try OverlayTests.stage()
    h.stage.reducesMotion = isReduced
    let before = try h.snapshot()
    let overlay = box.present(overlay: OverlayTests.patch(60, 10, OverlayTests.red))
    try h.settle()
    #expect(share(h) < 0.02)
    var last = share(h)
    for _ in 0..<5 {
      try step(h, 0.02)
      #expect(share(h) > last && share(h) < 1)
      last = share(h)
    }
    try step(h, 0.02)
    #expect(share(h) == 1)
    let painted = h.stage.statistics.paintedFrames
    try step(h, 1)
    #expect(h.stage.statistics.paintedFrames == painted, "nothing is painted at rest")
    overlay.dismiss()
    let layouts = h.stage.statistics.layouts
    try h.settle()
    #expect(share(h) > 0.99 && h.stage.overlays.isEmpty)
    last = share(h)
    for _ in 0..<7 {
      try step(h, 0.02)
      #expect(share(h) < last && share(h) > 0)
      last = share(h)
    }
    #expect(h.stage.statistics.layouts == layouts, "a fade is no layout")
    try step(h, 0.02)
    #expect(overlay.node.supernode == nil && overlay.node.interfaceState == .idle)
    try expectEqualPixels(h.framebuffer, before)
  }

  @Test func anOverlayThatAppearsImmediatelyDoesNotFade() throws {
    let (h, box) = try OverlayTests.stage()
    let overlay = box.present(overlay: OverlayTests.patch(60, 10, OverlayTests.red), options: .appearsAtOnce)
    try h.settle()
    #expect(share(h) == 1)
    overlay.dismiss()
    #expect(overlay.node.supernode == nil)
    try h.settle()
    #expect(share(h) == 0)
  }

  @Test func aLeavingNodeReceivesNothing() throws {
    let (h, box) = try OverlayTests.stage()
    let patch = OverlayTests.patch(60, 10, OverlayTests.red)
    let taps = Locked(0)
    patch.onTap { taps.withLock { $0 += 1 } }
    patch.focusability = .always
    let overlay = box.present(overlay: patch)
    try h.settle()
    try step(h, 0.2)
    patch.becomeFocused()
    try h.settle()
    #expect(h.stage.focusedNode === patch)
    // A touch on it is cancelled.
    try h.touch(.began, at: Point(50, 68))
    overlay.dismiss()
    try h.settle()
    #expect(h.stage.focusedNode == nil && h.stage.hitTest(Point(50, 68)) !== patch && share(h) > 0.9)
    try h.touch(.ended, at: Point(50, 68))
    try h.tap(at: Point(50, 68))
    #expect(taps.withLock { $0 } == 0)
    patch.becomeFocused()
    try h.settle()
    try h.key(.enter)
    #expect(taps.withLock { $0 } == 0)
  }

  @Test func aDismissedTrapReturnsTheFocusImmediately() throws {
    let (h, box) = try OverlayTests.stage()
    box.focusability = .always
    box.becomeFocused()
    try h.settle()
    let patch = OverlayTests.patch(60, 10, OverlayTests.red)
    patch.focusability = .always
    let menu = BoxNode()
    menu.focusScope = .trap
    menu.addSubnode(patch)
    let overlay = box.present(overlay: menu)
    try h.settle()
    #expect(h.stage.focusedNode === patch)
    overlay.dismiss()
    try h.settle()
    #expect(h.stage.focusedNode === box && share(h) > 0)
    try step(h, 0.2)
    #expect(h.stage.focusedNode === box && share(h) == 0)
  }

  @Test func anOverlayShownAgainContinuesFromItsShownOpacity() throws {
    let (h, box) = try OverlayTests.stage()
    let patch = OverlayTests.patch(60, 10, OverlayTests.red)
    let first = box.present(overlay: patch)
    try h.settle()
    try step(h, 0.2)
    first.dismiss()
    try h.settle()
    try step(h, 0.04)
    let seen = share(h)
    #expect(seen > 0.2 && seen < 0.9)
    let again = box.present(overlay: patch)
    try h.settle()
    #expect(abs(share(h) - seen) < 0.03 && again.isPresented)
    try step(h, 0.2)
    #expect(share(h) == 1)
    // An overlay that is dismissed and presented again in one step does not flicker.
    again.dismiss()
    _ = box.present(overlay: patch)
    try h.settle()
    #expect(share(h) == 1)
  }

  @Test func aPictureOfTheScreenAsItWillBeHasNoFades() throws {
    let (h, box) = try OverlayTests.stage()
    let overlay = box.present(overlay: OverlayTests.patch(60, 10, OverlayTests.red))
    try h.settle()
    h.stage.finishFades()
    try h.settle()
    #expect(share(h) == 1)
    overlay.dismiss()
    try h.settle()
    h.stage.finishFades()
    try h.settle()
    #expect(share(h) == 0)
  }

  @Test func aReplacedRootRemovesThem() throws {
    let (h, box) = try OverlayTests.stage()
    let overlay = box.present(overlay: OverlayTests.patch(60, 10, OverlayTests.red))
    try h.settle()
    try step(h, 0.2)
    overlay.dismiss()
    try h.settle()
    h.stage.root = BoxNode()
    try h.settle()
    #expect(overlay.node.supernode == nil && share(h) == 0)
    try step(h, 0.2)
    #expect(h.errors.isEmpty)
  }
}
