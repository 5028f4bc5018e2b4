@testable import ControlsPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Shapes of a dial, and icons of chips.
@Suite struct DialKindTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: dial, kind: half, value: 21.5, minimum: 5, maximum: 30, unit: °C, title: Room, diameter: 160}
      - {type: dial, kind: half, editable: true, value: 40, ticks: 4, diameter: 180}
      - {type: dial, kind: linear, value: 62, unit: '%', title: Water, ticks: 4, diameter: 200}
      - {type: dial, kind: linear, editable: true, value: 30, title: Flow, enabled: false, diameter: 200}
      - {type: dial, kind: needle, value: 70, unit: km/h, ticks: 5, zones: [{from: 0, to: 60, role: good}, {from: 60, to: 80, role: warn}, {from: 80, to: 100, role: danger}], diameter: 180}
      - {type: box, style: {gap: 8}, children: [{type: chip, title: Heat, icon: heat}, {type: chip, title: Eco, icon: garden, value: true, removable: true}]}
      """, width: 240, height: 880)
    try expectGolden(h.framebuffer, "dial-kinds")
  }

  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [240, 560]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, alignItems: flex-start, padding: 12, gap: 8}
          children:
            - {type: dial, kind: half, value: 21.5, minimum: 5, maximum: 30, unit: °C, title: Room, diameter: 160}
            - {type: dial, kind: linear, value: 62, unit: '%', title: Water, ticks: 4, diameter: 200}
            - {type: dial, kind: needle, value: 70, ticks: 5, diameter: 180}
            - {type: chip, title: Eco, icon: garden, value: true}
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "dial-kinds-bilevel")
  }

  @Test(arguments: [(LayoutDirection.ltr, 150.0), (.rtl, 50)]) func aStraightDialFollowsTheFinger(direction: LayoutDirection, x: Double)
    throws
  {
    var dial = Dial(0)
    (dial.kind, dial.isEditable, dial.diameter) = (.linear, true, 200)
    let node = DialNode(dial)
    node.environment[\.density] = .regular
    let h = try HeadlessStage(width: 200, height: 100, direction: direction) {
      let root = BoxNode()
      root.style.alignItems = .start
      root.addSubnode(node)
      return root
    }
    let line = node.value.line(in: Rect(size: node.frame.size), node.environmentValues)
    try h.tap(at: Point(x, line.center.y))
    try h.advance(by: 1)
    #expect(abs(node.amount - 78.4) < 0.5)
    try h.key(.tab)
    try h.key(direction == .ltr ? .right : .left)
    #expect(abs(node.amount - 79.4) < 0.5)
  }

  @Test func aHalfDialHasItsEndsAtTheSides() {
    let line = DialArc(Rect(0, 0, 200, 128), tile: 0, kind: .half)
    #expect(abs(line.point(0).y - line.point(1).y) < 1e-6 && line.point(0).x < line.point(1).x)
    #expect(abs(line.share(at: line.point(0.3)) - 0.3) < 1e-9)
    #expect(line.share(at: Point(line.center.x - 50, line.center.y + 20)) == 0 && line.share(at: Point(line.center.x + 50, 128)) == 1)
  }

  @Test func wrongIconsAreNamed() {
    let scene = "tessera: 1\nsize: [100, 100]\nroot: {type: chip, title: A, icon: hart}"
    let error = #expect(throws: (any Error).self) { try HeadlessStage(scene: scene) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("heart"))
  }
}
