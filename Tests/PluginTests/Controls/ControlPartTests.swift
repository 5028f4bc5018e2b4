@testable import ControlsPlugin
import TesseraKit
import TesseraTestSupport
import Testing

/// Head and foot of a rail, large letters in segments, and the origin of a dial.
@Suite struct ControlPartTests {
  @Test func theSheet() throws {
    let options =
      "[{value: a, title: Home, icon: home}, {value: b, title: Network, icon: wifi}, {value: s, title: Settings, icon: settings}]"
    let h = try ControlSheet.stage(
      """
      - type: box
        style: {gap: 8}
        children:
          - {type: rail, value: b, foot: 1, options: \(options), style: {height: 360}, children: [{type: icon, name: menu, label: Menu}]}
          - {type: rail, value: s, foot: 1, wide: true, options: \(options), style: {height: 360}, children: [{type: text, string: Tessera, fontSize: 20}]}
      - type: box
        style: {gap: 8}
        children:
          - {type: dial, value: -4, origin: 0, minimum: -10, maximum: 10, diameter: 120, editable: true}
          - {type: dial, value: 6, origin: 0, minimum: -10, maximum: 10, diameter: 120}
      - {type: dial, value: -4, origin: 0, minimum: -10, maximum: 10, diameter: 200, kind: linear}
      - {type: segmented, value: b, options: [{value: a, title: Heating}, {value: b, title: Cooling}, {value: c, title: Off}], environment: {textScale: 2}, style: {width: 250}}
      """, width: 360, height: 780, modes: 2)
    try expectGolden(h.framebuffer, "control-parts")
  }

  @Test func stackedSegmentsAndTheFootAreUsed() throws {
    let segments = SegmentedNode(Segmented("a", [ControlOption("a", title: "Heating"), ControlOption("b", title: "Cooling")]))
    segments.environment[\.textScale] = 2
    segments.style.width = .points(150)
    let h = try HeadlessStage(width: 150, height: 300) {
      let root = BoxNode()
      root.style.alignItems = .flexStart
      root.addSubnode(segments)
      return root
    }
    let frames = segments.value.frames(in: segments.frame.size, segments.environmentValues)
    #expect(frames[0].minX == frames[1].minX && frames[0].maxY <= frames[1].minY)
    try h.tap(at: Point(60, frames[1].midY))
    #expect(segments.selection == "b")
    try h.key(.tab)
    try h.key(.up)
    #expect(segments.selection == "a")
    let rail = RailNode(Rail("a", ["a", "b", "s"]).footCount(1))
    let s = try HeadlessStage(width: 88, height: 600) { rail }
    try s.tap(at: Point(44, 580))
    #expect(rail.selection == "s")
  }
}
