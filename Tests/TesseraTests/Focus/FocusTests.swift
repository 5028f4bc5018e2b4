import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct FocusTests {
  /// Returns nine boxes in three rows.
  private func grid(direction: LayoutDirection = .ltr) throws -> (HeadlessStage, [PatchNode]) {
    var nodes: [PatchNode] = []
    let root = BoxNode()
    root.style.direction = .column
    for row in 0..<3 {
      let line = BoxNode()
      line.style.direction = .row
      for column in 0..<3 {
        let node = PatchNode("\(row)\(column)", 30, 20)
        node.style.margin = LayoutEdges(.points(5))
        nodes.append(node)
        line.addSubnode(node)
      }
      root.addSubnode(line)
    }
    return (try HeadlessStage(width: 160, height: 120, direction: direction) { root }, nodes)
  }

  private func name(_ h: HeadlessStage) -> String { (h.stage.focusedNode as? PatchNode)?.name ?? "-" }

  @Test func arrowsMoveInSpaceAndTabInTheOrderOfTheTree() throws {
    let (h, _) = try grid()
    var way: [String] = []
    for key: KeyPress.Key in [.right, .right, .down, .down, .down, .left, .up, .tab, .next, .previous] {
      try h.key(key)
      way.append(name(h))
    }
    #expect(way == ["00", "01", "11", "21", "21", "20", "10", "11", "12", "11"])
    try h.key(.tab, modifiers: .shift)
    #expect(name(h) == "10")
  }

  @Test func inARightToLeftScreenTabFollowsTheLines() throws {
    let (h, nodes) = try grid(direction: .rtl)
    try h.key(.tab)
    #expect(name(h) == "00" && nodes[0].frame.minX > nodes[1].frame.minX)
    try h.key(.tab)
    #expect(name(h) == "01")
    // Arrows refer to sides, independent of the writing direction.
    try h.key(.right)
    #expect(name(h) == "00")
    try h.key(.left)
    #expect(name(h) == "01")
  }

  @Test func everyNodeIsReachedByArrowsAndByAnEncoder() throws {
    let (h, nodes) = try grid()
    var seen = Set<String>()
    for _ in nodes {
      try h.key(.next)
      seen.insert(name(h))
    }
    #expect(seen.count == 9)
  }

  @Test func nodesThatMayNotBeFocusedArePassedBy() throws {
    let (h, nodes) = try grid()
    nodes[1].focusability = .never
    nodes[3].isHidden = true
    nodes[4].isInteractive = false
    try h.settle()
    for key: KeyPress.Key in [.right, .right] { try h.key(key) }
    #expect(name(h) == "02")
    try h.key(.left)
    #expect(name(h) == "00")
    try h.key(.down)
    #expect(name(h) == "20")
  }

  @Test func theProgramMakesAnyNodeFocusableAndReceivesItsTap() throws {
    let log = Log()
    let box = BoxNode()
    box.style.width = .points(40)
    box.style.height = .points(20)
    box.focusability = .always
    box.on(AnyNode.tap) { log.note("tap") }
    let other = PatchNode("other")
    other.takesInitialFocus = true
    let root = BoxNode()
    root.addSubnode(box)
    root.addSubnode(other)
    let h = try HeadlessStage(width: 100, height: 50) { root }
    try h.key(.down)
    #expect(h.stage.focusedNode === other, "what asks for it is first")
    try h.key(.left)
    #expect(h.stage.focusedNode === box)
    try h.key(.enter)
    try h.key(.space)
    #expect(log.all == ["tap", "tap"])
  }

  @Test func aGroupKeepsArrowsInsideAndRemembers() throws {
    let group = BoxNode()
    group.focusScope = .group
    _ = group.placed(0, 0, 60, 100)
    let inside = (0..<3).map { PatchNode("in\($0)").placed(5, Double($0) * 30, 40, 20) }
    for node in inside { group.addSubnode(node) }
    let outside = PatchNode("out").placed(80, 0, 20, 20)
    let root = BoxNode()
    root.addSubnode(group)
    root.addSubnode(outside)
    let h = try HeadlessStage(width: 120, height: 100) { root }
    for key: KeyPress.Key in [.down, .down, .down] { try h.key(key) }
    #expect(name(h) == "in2")
    try h.key(.right)
    #expect(name(h) == "out")
    // Geometry alone would lead to the first.
    try h.key(.left)
    #expect(name(h) == "in2")
  }

  @Test func aTrapTakesKeepsAndRestoresTheFocus() throws {
    let (h, nodes) = try grid()
    for _ in 0..<5 { try h.key(.tab) }
    #expect(name(h) == "11")
    let sheet = BoxNode()
    sheet.focusScope = .trap
    _ = sheet.placed(20, 20, 100, 60)
    let (ok, cancel) = (PatchNode("ok").placed(5, 5, 30, 20), PatchNode("cancel").placed(60, 5, 30, 20))
    cancel.takesInitialFocus = true
    sheet.addSubnode(ok)
    sheet.addSubnode(cancel)
    h.root.addSubnode(sheet)
    try h.settle()
    #expect(name(h) == "cancel")
    for key: KeyPress.Key in [.right, .down, .up] {
      try h.key(key)
      #expect(name(h) == "cancel", "\(key)")
    }
    try h.key(.left)
    #expect(name(h) == "ok")
    try h.key(.tab)
    try h.key(.tab)
    #expect(name(h) == "ok")
    sheet.removeFromSupernode()
    try h.settle()
    #expect(name(h) == "11")
    _ = nodes
  }

  @Test func aRemovedNodePassesTheFocusToTheNearest() throws {
    let (h, nodes) = try grid()
    for _ in 0..<6 { try h.key(.tab) }
    #expect(name(h) == "12")
    nodes[5].removeFromSupernode()
    try h.settle()
    #expect(name(h) == "11")
    // After a touch, the focus does not move to a neighbour.
    try h.tap(at: Point(1, 1))
    nodes[4].removeFromSupernode()
    try h.settle()
    #expect(h.stage.focusedNode == nil)
  }

  // MARK: the ring

  @Test func theRingIsSeenWhileKeysAreUsedAndCostsNoMoreThanItself() throws {
    let (h, nodes) = try grid()
    let plain = try h.snapshot()
    nodes[4].becomeFocused()
    try h.settle()
    try expectEqualPixels(plain, h.framebuffer)
    try h.key(.left)
    try h.advance(by: StandardMotion.focusRing.seconds)
    let before = h.stage.statistics
    try h.key(.right)
    try h.advance(by: StandardMotion.focusRing.seconds, step: StandardMotion.focusRing.seconds)
    let after = h.stage.statistics
    // Two rings of 38 x 28 around boxes of 30 x 20, at most five pixels wide, and the two boxes, which are drawn again.
    let ring = 38 * 28 - 28 * 18
    #expect(after.damagedPixels - before.damagedPixels <= 2 * (ring + 30 * 20) && after.layouts == before.layouts)
    let difference = try pixelDifference(plain, h.snapshot())
    let box = h.frame(of: nodes[4])
    #expect(difference.area == PixelRect(x: Int(box.minX) - 4, y: Int(box.minY) - 4, width: 38, height: 28))
    try h.tap(at: Point(1, 1))
    try expectEqualPixels(plain, h.framebuffer)
    h.stage.focusVisibility = .always
    try h.settle()
    #expect(try pixelDifference(plain, h.snapshot()).count == difference.count)
    h.stage.focusVisibility = .never
    try h.settle()
    try expectEqualPixels(plain, h.framebuffer)
  }

  @Test func theRingHasTheLookOfItsNodeOrAnAncestor() throws {
    let (h, nodes) = try grid()
    h.root.focusRing = FocusRing(color: Color(rgb: 0xFF0000), width: 1, offset: 0)
    try h.key(.tab)
    let box = h.frame(of: nodes[0])
    let plain = try HeadlessStage(width: 160, height: 120) { try grid().0.root }
    let difference = try pixelDifference(plain.framebuffer, h.framebuffer)
    #expect(difference.area == PixelRect(x: Int(box.minX) - 1, y: Int(box.minY) - 1, width: 32, height: 22))
    // The ring's own line, and the one inside of it.
    #expect(difference.count == 2 * 32 + 2 * 20 + 2 * 30 + 2 * 18)
    nodes[0].focusRing = FocusRing(width: 0)
    try h.settle()
    try expectEqualPixels(plain.framebuffer, h.framebuffer)
  }

  /// After steps, changes and rings, the framebuffer equals that of a new stage.
  @Test func ringsLeaveNoTrace() throws {
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      let (h, nodes) = try grid()
      for node in nodes where Bool.random(using: &random) { node.cornerRadii = CornerRadii(Double.random(in: 0...10, using: &random)) }
      for _ in 0..<25 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try h.key(.left)
        case 1: try h.key(.down)
        case 2: try h.key(.tab)
        case 3: nodes.randomElement(using: &random)?.color = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
        case 4: nodes.randomElement(using: &random)?.transform = .rotation(Double.random(in: -0.4...0.4, using: &random))
        default: try h.key(.up)
        }
        try h.settle()
        let shown = try h.snapshot()
        h.stage.setNeedsRepaint()
        try h.settle()
        try expectEqualPixels(shown, h.framebuffer, "seed \(seed)")
      }
    }
  }
}
