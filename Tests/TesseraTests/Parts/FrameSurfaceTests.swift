import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

@Suite struct FrameSurfaceTests {
  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

  @Test func damageStaysUntilItIsPainted() throws {
    var surface = try FrameSurface(width: 10, height: 10)
    surface.damage(rect(20, 20, 5, 5))
    #expect(!surface.isDamaged && !surface.isCurrent)
    surface.damage(rect(8, 8, 5, 5))
    #expect(surface.damage.rects == [rect(8, 8, 2, 2)])
    surface.didPaint()
    #expect(!surface.isDamaged && surface.isCurrent)
  }

  @Test func unpaintedDamageMovesWithItsPixels() throws {
    var surface = try FrameSurface(width: 10, height: 10)
    surface.damageAll()
    #expect(!surface.canMove(rect(0, 0, 10, 10)))
    surface.didPaint()
    surface.damage(rect(0, 4, 2, 2))
    #expect(surface.canMove(rect(0, 0, 10, 10)) && !surface.canMove(rect(0, 4, 1, 1)))
    surface.move(rect(0, 0, 10, 10), dx: 0, dy: 3)
    #expect(surface.damage.disjoint.reduce(0) { $0 + $1.area } == 2 * 4)
    #expect(surface.damage.rects.contains { $0.contains(rect(0, 7, 2, 2)) })
  }

  @Test func aDisplayGetsPaintedMovedAndRejectedDamage() throws {
    var surface = try FrameSurface(width: 10, height: 10)
    surface.damageAll()
    surface.didPaint()
    _ = surface.dequeuePresentation(painted: surface.damage)
    surface.move(rect(0, 0, 4, 4), dx: 1, dy: 0)
    surface.damage(rect(8, 8, 1, 1))
    let painted = surface.damage
    surface.didPaint()
    let areas = surface.dequeuePresentation(painted: painted)
    #expect(Set(areas) == [rect(8, 8, 1, 1), rect(0, 0, 4, 4)])
    surface.presentationFailed(areas)
    #expect(Set(surface.dequeuePresentation(painted: surface.damage)) == Set(areas))
    #expect(surface.dequeuePresentation(painted: surface.damage).isEmpty)
  }

  @Test func aNewSizeStartsUnpainted() throws {
    var surface = try FrameSurface(width: 10, height: 10)
    surface.didPaint()
    try surface.resize(width: 10, height: 10)
    #expect(surface.isCurrent)
    try surface.resize(width: 20, height: 5)
    #expect(!surface.isCurrent && surface.bounds == rect(0, 0, 20, 5))
  }
}
