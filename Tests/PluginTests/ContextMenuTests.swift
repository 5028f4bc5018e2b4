import TesseraKit
import TesseraTestSupport
import Testing

/// Menus of a mouse's right button.
extension ClipboardTests {
  @Suite struct ContextMenuTests {
    private func stage() throws -> (h: HeadlessStage, field: EditableTextNode, text: TextNode, box: BoxNode) {
      let (field, text, box) = (EditableTextNode("one two three"), TextNode("some words"), BoxNode())
      text.isSelectable = true
      box.style.height = .points(40)
      let h = try HeadlessStage(width: 240, height: 200) {
        let root = BoxNode()
        root.style.direction = .column
        root.style.alignItems = .stretch
        root.style.padding = LayoutEdges(.points(20))
        root.style.gap = .points(20)
        for node in [field, text, box] { root.addSubnode(node) }
        return root
      }
      Clipboard.shared.string = ""
      return (h, field, text, box)
    }

    private func menu(_ h: HeadlessStage) -> Node<EditMenu>? { h.stage.overlays.lazy.compactMap { $0.node as? Node<EditMenu> }.first }

    @Test func aFieldShowsItsMenuAtThePointer() throws {
      let (h, field, _, _) = try stage()
      let box = h.frame(of: field)
      let place = Point(box.maxX - 5, box.midY)
      try h.rightClick(at: place)
      #expect(field.isFocused && field.selection == 13..<13)
      #expect(menu(h)?.commands == [.selectAll] && h.stage.overlays.count == 1, "a mouse needs no handles")
      let anchor = try #require(h.stage.overlays[0].anchor)
      #expect(anchor.origin.x == place.x - box.minX)
      // A selection under the pointer is kept.
      menu(h)?.send(EditMenu.choose, .selectAll)
      try h.advance(by: 0.3)
      try h.key(.escape)
      try h.rightClick(at: Point(box.minX + 10, box.midY))
      #expect(field.selection == 0..<13 && menu(h)?.commands.contains(.copy) == true)
      try h.advance(by: 0.3)
      #expect(menu(h) != nil, "it stays")
      try h.tap(at: Point(230, 190))
      #expect(menu(h) == nil)
    }

    @Test func aLongPressOnTextSelectsTheWord() throws {
      let (h, _, text, _) = try stage()
      let box = h.frame(of: text)
      try h.rightClick(at: Point(box.minX + 8, box.midY))
      #expect(text.selection == 0..<4 && menu(h)?.commands == [.copy, .selectAll] && h.stage.overlays.count == 1)
      try h.advance(by: 0.3)
      menu(h)?.send(EditMenu.choose, .copy)
      #expect(Clipboard.shared.string == "some")
      text.isSelectable = false
      try h.advance(by: 0.3)
      try h.rightClick(at: Point(box.minX + 8, box.midY))
      #expect(menu(h) == nil)
    }

    @Test func aRightClickAndALongPressCallTheProgram() throws {
      let (h, _, _, box) = try stage()
      let (told, inner) = (Locked<[Point]>([]), BoxNode())
      inner.style.width = .points(30)
      inner.style.height = .points(30)
      box.addSubnode(inner)
      box.onContextMenu { place in told.withLock { $0.append(place) } }
      try h.settle()
      let frame = h.frame(of: box)
      try h.rightClick(at: Point(frame.minX + 3, frame.minY + 4))
      #expect(told.withLock { $0 } == [Point(3, 4)])
      try h.touch(.began, at: Point(frame.minX + 50, frame.minY + 6))
      try h.advance(by: 0.6)
      try h.touch(.ended, at: Point(frame.minX + 50, frame.minY + 6))
      #expect(told.withLock { $0 } == [Point(3, 4), Point(50, 6)])
      // A mouse has a button for menus, so a long press has no effect.
      try h.send(.touch(Touch(phase: .began, location: Point(frame.minX + 50, frame.minY + 6), pointer: .mouse)))
      try h.advance(by: 0.6)
      try h.send(.touch(Touch(phase: .ended, location: Point(frame.minX + 50, frame.minY + 6), pointer: .mouse)))
      #expect(told.withLock { $0.count } == 2)
      try h.rightClick(at: Point(1, 1))
      try h.rightClick(at: Point(.nan, 1))
      #expect(told.withLock { $0.count } == 2 && h.errors.isEmpty)
    }

    @Test func aRightClickDismissesOverlaysLikeATouch() throws {
      let (h, _, _, box) = try stage()
      let told = Locked(0)
      box.onContextMenu { _ in told.withLock { $0 += 1 } }
      let tip = BoxNode()
      tip.style.width = .points(20)
      tip.style.height = .points(10)
      let overlay = box.present(overlay: tip, options: [.dismissesOnOutsideTouch, .blocksOutsideTouches])
      try h.settle()
      let place = Point(h.frame(of: box).minX + 3, h.frame(of: box).minY + 3)
      try h.rightClick(at: place)
      #expect(!overlay.isPresented && told.withLock { $0 } == 0)
      try h.rightClick(at: place)
      #expect(told.withLock { $0 } == 1)
    }

    @Test func theMenuMarksTheCommandUnderThePointer() throws {
      let (h, field, _, _) = try stage()
      field.becomeFocused()
      try h.rightClick(at: Point(60, 30))
      try h.advance(by: 0.3)
      let before = try h.snapshot()
      let node = try #require(menu(h))
      let corner = try #require(h.stage.convert(.zero, from: node))
      h.stage.movePointer(to: corner + Point(20, 10))
      try h.settle()
      let marked = try pixelDifference(before, h.snapshot()).count
      #expect(marked > 100)
      h.stage.movePointer(to: Point(230, 190))
      try h.settle()
      try expectEqualPixels(before, h.framebuffer)
    }
  }

  @Suite struct FieldHoverTests {
    @Test(arguments: [true, false]) func aFieldUnderAPointerIsMarked(hasBorder: Bool) throws {
      let field = EditableTextNode("")
      field.color = .black
      field.style.height = .points(40)
      if hasBorder { field.border = Border(width: 4, color: .white) }
      field.background = .color(Color(white: 0.8))
      let h = try HeadlessStage(width: 100, height: 60) {
        let root = BoxNode()
        root.style.direction = .column
        root.style.alignItems = .stretch
        root.addSubnode(field)
        return root
      }
      func light() -> Double { Double(h.framebuffer.color(x: 50, y: hasBorder ? 1 : 30).red) }
      let before = light()
      h.stage.movePointer(to: Point(80, 20))
      try h.advance(by: 0.3)
      #expect(abs(light() - before * (hasBorder ? 2.0 / 3 : 0.95)) < 0.01)
      h.stage.movePointer(to: Point(80, 55))
      try h.advance(by: 0.3)
      #expect(light() == before && field.border?.color == (hasBorder ? .white : nil))
      field.isEditable = false
      h.stage.movePointer(to: Point(80, 20))
      try h.advance(by: 0.3)
      #expect(light() == before)
    }
  }

  @Suite struct LinkHoverTests {
    @Test func aLinkUnderAPointerIsMarkedAThird() throws {
      let text = TextNode("")
      var span = TextSpan("a link")
      span.link = "there"
      text.spans = [TextSpan("Words and "), span, TextSpan(".")]
      let h = try HeadlessStage(width: 240, height: 60) {
        let root = BoxNode()
        root.style.padding = LayoutEdges(.points(16))
        root.addSubnode(text)
        return root
      }
      let link = try #require(text.links.first)
      let layout = text.textLayout(width: text.frame.width, height: text.frame.height)
      let rect = try #require(layout.selectionRects(link.range).first).offset(by: h.frame(of: text).origin)
      let before = try h.snapshot()
      let draws = h.stage.statistics.draws
      h.stage.movePointer(to: Point(rect.minX - 12, rect.midY))
      try h.advance(by: 0.3)
      #expect(h.stage.statistics.draws == draws, "beside the link nothing is drawn")
      h.stage.movePointer(to: Point(rect.midX, rect.midY))
      try h.advance(by: 0.3)
      let hovered = try h.snapshot()
      #expect(try pixelDifference(before, hovered).count > 100)
      // A touch marks it more strongly.
      func light(_ buffer: PixelBuffer) -> Double { Double(buffer.color(x: Int(rect.minX), y: Int(rect.minY)).red) }
      h.stage.movePointer(to: nil)
      try h.advance(by: 0.3)
      try expectEqualPixels(before, h.framebuffer)
      try h.touch(.began, at: Point(rect.midX, rect.midY))
      try h.advance(by: 0.3)
      let (rest, faint, full) = (light(before), light(hovered), light(h.framebuffer))
      #expect(faint < rest && full < faint && abs((rest - faint) * 3 - (rest - full)) < 0.03)
    }
  }
}
