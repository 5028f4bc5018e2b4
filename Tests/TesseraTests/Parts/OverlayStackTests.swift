import TesseraGeometry
import Testing

@testable import Tessera

/// Order, places and fades of overlays, without a stage.
struct OverlayStackTests {
  private func overlay(_ options: OverlayOptions = []) -> StageOverlay {
    StageOverlay(BoxNode(), of: BoxNode(), at: nil, OverlayPlacement([.below]), options, 0)
  }

  private func place(_ stack: inout OverlayStack, _ at: Int, opacity: Double = 1) {
    stack.place(at, Presentation(x: 0, y: 0, opacity: opacity), covering: PixelRect(x: at * 10, y: 0, width: 10, height: 10))
  }

  @Test func theLastPresentedIsTheTopmost() {
    var stack = OverlayStack()
    let (low, high) = (overlay(), overlay())
    #expect(stack.isEmpty && !stack.needsHost)
    let places = (stack.present(low, former: 0), stack.present(high, former: 0))
    #expect(places == (0, 1) && stack.needsHost && stack.index(of: high) == 1)
    #expect(stack.containers.map(ObjectIdentifier.init) == [low, high].map { ObjectIdentifier($0.container) })
    let (raisesLow, raisesAgain) = (stack.raise(low), stack.raise(low))
    #expect(raisesLow && !raisesAgain && stack.index(of: low) == 1 && stack.index(of: high) == 0)
    #expect(stack.overlay(in: high.container) === high && stack.overlay(in: high.node) == nil)
  }

  @Test func aDismissedOverlayFadesBelowTheOthers() {
    var stack = OverlayStack()
    let (gone, kept) = (overlay(), overlay())
    _ = (stack.present(gone, former: 0), stack.present(kept, former: 0))
    let entry = stack.remove(0)
    stack.fadeOut(entry, by: OverlayFade(goingAt: 5, from: 1))
    #expect(stack.isLeaving(gone.container) && !stack.isLeaving(kept.container) && stack.isInLeaving(gone.node))
    #expect(stack.isFading(at: 5) && stack.containers.first === gone.container && stack.index(of: gone) == nil)
    stack.moveLeaving(0, to: Presentation(x: 3, y: 4, opacity: 0.5))
    #expect(stack.leaving[0].shown == Presentation(x: 3, y: 4, opacity: 0.5))
    stack.finishFades()
    #expect(stack.leaving[0].fade?.isRunning(at: 5) == false)
    stack.removeLeaving(gone)
    #expect(stack.leaving.isEmpty && !stack.isFading(at: 5) && !stack.isEmpty)
  }

  @Test func aFadeBeginsOnceFromTheOpacityBefore() {
    var stack = OverlayStack()
    let at = stack.present(overlay(), former: 0.25)
    var begun: [Double] = []
    let first = stack.fade(of: at) {
      begun.append($0)
      return OverlayFade(comingAt: 1, from: $0, atOnce: false)
    }
    _ = stack.fade(of: at) {
      begun.append($0)
      return OverlayFade(comingAt: 9, from: $0, atOnce: false)
    }
    #expect(begun == [0.25] && first.opacity(at: 1) == 0.25 && stack.isFading(at: 1))
  }

  @Test func anAnchorThatMovesDismissesWhereAsked() {
    var stack = OverlayStack()
    let (menu, note) = (stack.present(overlay(.dismissesWhenAnchorMoves), former: 0), stack.present(overlay(), former: 0))
    let (here, there) = (Rect(0, 0, 10, 10), Rect(0, 5, 10, 10))
    for at in [menu, note] {
      let isGone = (stack.trackAnchor(at, given: nil, seen: here), stack.trackAnchor(at, given: nil, seen: Rect(0, 1, 10, 10)))
      #expect(isGone == (false, false))
    }
    let moved = (stack.trackAnchor(menu, given: nil, seen: there), stack.trackAnchor(note, given: nil, seen: there))
    #expect(moved == (true, false))
    // An anchor that the program sets begins anew.
    let set = (stack.trackAnchor(menu, given: here, seen: there), stack.trackAnchor(menu, given: here, seen: there))
    #expect(set == (false, false))
  }

  @Test func areasAboveANodeAreThoseOfVisibleOverlays() {
    var stack = OverlayStack()
    let (low, high) = (overlay(), overlay())
    _ = (stack.present(low, former: 0), stack.present(high, former: 0))
    place(&stack, 0)
    place(&stack, 1)
    #expect(stack.areas(above: BoxNode()).map(\.x) == [0, 10] && stack.areas(above: low.node).map(\.x) == [10])
    place(&stack, 1, opacity: 0)
    #expect(stack.areas(above: low.node).isEmpty)
  }

  @Test func roomAndEnvironmentAreReportedWhenTheyChange() {
    var stack = OverlayStack()
    let at = stack.present(overlay(), former: 0)
    let changes = [Size(10, 10), Size(10, 10), Size(20, 10)].map { stack.limit(at, to: $0) }
    #expect(changes == [true, false, true])
  }

  @Test func anEmptiedStackReturnsItsOverlays() {
    var stack = OverlayStack()
    let (gone, kept, host) = (overlay(), overlay(), BoxNode())
    _ = (stack.present(gone, former: 0), stack.present(kept, former: 0))
    stack.keep(host: host)
    #expect(stack.isHost(host) && !stack.needsHost && !stack.isHost(nil))
    let entry = stack.remove(0)
    stack.fadeOut(entry, by: OverlayFade(goingAt: 0, from: 1))
    let dropped = stack.removeAll()
    #expect(dropped.host === host && dropped.presented.first === kept && dropped.leaving.first === gone)
    #expect(stack.isEmpty && stack.host == nil)
  }

  @Test func eventsGoOnToThePresenterWhereTheOverlayForwardsThem() {
    var stack = OverlayStack()
    let presenter = BoxNode()
    let menu = StageOverlay(BoxNode(), of: presenter, at: nil, OverlayPlacement([.below]), .forwardsEvents, 0)
    let note = StageOverlay(BoxNode(), of: presenter, at: nil, OverlayPlacement([.below]), [], 0)
    _ = (stack.present(menu, former: 0), stack.present(note, former: 0))
    #expect(stack.above(menu.node) === menu.container && stack.above(menu.container) === presenter && stack.above(note.container) == nil)
  }
}
