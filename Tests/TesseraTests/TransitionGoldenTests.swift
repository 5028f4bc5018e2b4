import Testing
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport

/// Pictures in the middle of a transition.
@Suite struct TransitionGoldenTests {
  private static let scene = """
    tessera: 1
    size: [240, 140]
    background: '#ffffff'
    fonts: [fonts]
    defaults:
      box: {boxSizing: border-box}
    root:
      type: box
      id: root
      style: {padding: 10, gap: 8, alignItems: flexStart}
      children:
        - type: box
          id: card
          background: {gradient: linear, stops: [{at: 0, color: '#e8eefc'}, {at: 1, color: '#b8c8f0'}]}
          border: {width: 2, color: '#3366cc'}
          cornerRadius: 10
          shadow: {color: '#00000060', y: 3, radius: 6}
          style: {width: 90, height: 110, flexDirection: column, padding: 8, gap: 6}
          children:
            - {type: image, id: photo, source: photos/cat.jpg, contentMode: fill, style: {width: 40, height: 30}}
            - {type: text, id: words, string: 'Keel-billed toucan of the rain forest', fontSize: 11, color: '#203040'}
        - type: box
          id: list
          style: {flexDirection: column, gap: 4, width: 90}
          children:
            - {type: box, id: one, background: '#cc3333', style: {height: 18}}
            - {type: box, id: two, background: '#33aa55', cornerRadius: 4, style: {height: 18}, children: [{type: text, string: two, fontSize: 11, color: black}]}
            - {type: box, id: three, background: '#ddaa22', style: {height: 18}}
    """

  private func stage(_ direction: LayoutDirection = .ltr, threads: Int = 0) throws -> HeadlessStage {
    let stage = try HeadlessStage(scene: Self.scene, directory: try GoldenScene.assets(), threads: threads)
    stage.stage.direction = direction
    try stage.settle()
    return stage
  }

  /// The card grows with its photo; the last row moves to the front, one row is removed, one is inserted.
  private func change(_ h: HeadlessStage, _ transition: LayoutTransition) throws -> TransitionHandle {
    let new = BoxNode()
    new.background = .color(Color(rgb: 0x7744AA))
    new.style.height = .points(30)
    let (card, photo, list) = (try h.node("card"), try h.node("photo"), try h.node("list"))
    let (two, three) = (try h.node("two"), try h.node("three"))
    let handle = h.stage.animate(transition) {
      card.style.width = .points(120)
      card.style.height = .points(90)
      photo.style.width = .points(80)
      photo.style.height = .points(40)
      two.removeFromSupernode()
      list.insertSubnode(three, at: 0)
      list.addSubnode(new)
    }
    try h.settle()
    return handle
  }

  private static let codec =
    "versions and vector paths of libjpeg-turbo round the inverse transform, versions of FreeType outlines, differently"

  @Test(arguments: ["transition_a_third_done", "transition_two_thirds_done", "transition_from_right_to_left"])
  func theMiddleOfATransitionMatchesItsGoldenPicture(name: String) throws {
    let h = try stage(name == "transition_from_right_to_left" ? .rtl : .ltr)
    let handle = try change(h, LayoutTransition(duration: 1, curve: .linear, insertion: .scale(0.5), removal: .slide(.end)))
    handle.progress = name == "transition_two_thirds_done" ? 2.0 / 3 : 1.0 / 3
    try h.settle()
    try expectGolden(h.framebuffer, name, tolerance: .perChannel(3), because: Self.codec)
  }

  @Test func aTransitionBeginsWithTheOldPictureAndEndsWithTheNew() throws {
    let h = try stage()
    let before = try h.snapshot()
    let handle = try change(h, LayoutTransition(duration: 1, insertion: .slide(.right), removal: .fade))
    handle.progress = 0
    try h.settle()
    // From the first moment, the photo and the text are drawn for their new sizes, and the new row is next to the list. All else is
    // unchanged.
    for area in [PixelRect(x: 0, y: 0, width: 108, height: 18), PixelRect(x: 108, y: 0, width: 90, height: 76)] {
      try expectEqualPixels(try crop(h.framebuffer, area), try crop(before, area))
    }
    handle.resume()
    try h.advance(by: 1.1)
    let fresh = try HeadlessStage(width: 240, height: 140) { BoxNode() }
    let shown = try h.snapshot()
    let root = h.root
    h.stage.root = BoxNode()
    fresh.stage.root = root
    try fresh.settle()
    try expectEqualPixels(shown, fresh.framebuffer)
  }

  private func crop(_ buffer: PixelBuffer, _ area: PixelRect) throws -> PixelBuffer {
    let part = try PixelBuffer(width: area.width, height: area.height)
    try Canvas(part).draw(buffer, atPixel: -area.x, -area.y)
    return part
  }
}
