import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

@Suite struct ScreenTests {
  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

  @Test func damageStaysUntilItIsPainted() throws {
    var screen = try Screen(width: 10, height: 10)
    screen.damage(rect(20, 20, 5, 5))
    #expect(!screen.isDamaged && !screen.isCurrent)
    screen.damage(rect(8, 8, 5, 5))
    #expect(screen.damage.rects == [rect(8, 8, 2, 2)])
    screen.didPaint()
    #expect(!screen.isDamaged && screen.isCurrent)
  }

  @Test func unpaintedDamageMovesWithItsPixels() throws {
    var screen = try Screen(width: 10, height: 10)
    screen.damageAll()
    #expect(!screen.canMove(rect(0, 0, 10, 10)))
    screen.didPaint()
    screen.damage(rect(0, 4, 2, 2))
    #expect(screen.canMove(rect(0, 0, 10, 10)) && !screen.canMove(rect(0, 4, 1, 1)))
    screen.move(rect(0, 0, 10, 10), dx: 0, dy: 3)
    #expect(screen.damage.disjoint.reduce(0) { $0 + $1.area } == 2 * 4)
    #expect(screen.damage.rects.contains { $0.contains(rect(0, 7, 2, 2)) })
  }

  @Test func aDisplayGetsPaintedMovedAndRejectedDamage() throws {
    var screen = try Screen(width: 10, height: 10)
    screen.damageAll()
    screen.didPaint()
    _ = screen.dequeuePresentation(painted: screen.damage)
    screen.move(rect(0, 0, 4, 4), dx: 1, dy: 0)
    screen.damage(rect(8, 8, 1, 1))
    let painted = screen.damage
    screen.didPaint()
    let areas = screen.dequeuePresentation(painted: painted)
    #expect(Set(areas) == [rect(8, 8, 1, 1), rect(0, 0, 4, 4)])
    screen.presentationFailed(areas)
    #expect(Set(screen.dequeuePresentation(painted: screen.damage)) == Set(areas))
    #expect(screen.dequeuePresentation(painted: screen.damage).isEmpty)
  }

  @Test func aNewSizeStartsUnpainted() throws {
    var screen = try Screen(width: 10, height: 10)
    screen.didPaint()
    try screen.resize(width: 10, height: 10)
    #expect(screen.isCurrent)
    try screen.resize(width: 20, height: 5)
    #expect(!screen.isCurrent && screen.bounds == rect(0, 0, 20, 5))
  }
}
