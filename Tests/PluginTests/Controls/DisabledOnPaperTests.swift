@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Disabled controls on displays without faint colors.
@Suite struct DisabledOnPaperTests {
  private func stage() throws -> HeadlessStage {
    let rows = [
      "{type: rating, label: Stars, value: 2.5, step: 0.5, ENABLED}", "{type: page-dots, count: 9, value: 3, ENABLED}",
      "{type: segmented, value: b, options: [A, {value: b, title: Cool}, C], ENABLED}",
      "{type: dropdown, value: A, options: [A, B], ENABLED}", "{type: search-field, placeholderText: Rooms, ENABLED}",
      "{type: dial, value: 30, diameter: 120, unit: '%', ENABLED}",
      "{type: roller, options: [Water, Beans, Cup], value: Beans, ENABLED}",
      "{type: field, title: Kind, children: [{type: dropdown, label: Kind, value: A, options: [A, B], ENABLED}]}",
      "{type: field, title: Cups, children: [{type: stepper, label: Cups, value: 3, ENABLED}]}",
      "{type: calendar, value: '2026-03-12', today: '2026-03-20', ENABLED}",
    ]
    func column(_ state: String) -> String {
      """
          - type: box
            style: {flexDirection: column, alignItems: flex-start, padding: 12, gap: 8, width: 340, boxSizing: border-box}
            children:
      \(rows.map { "        - " + $0.replacing("ENABLED", with: state) }.joined(separator: "\n"))
      """
    }
    return try HeadlessStage(
      scene: """
        tessera: 1
        size: [680, 1240]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        environment: {density: regular}
        root:
          type: box
          children:
        \(column("enabled: true"))
        \(column("enabled: false"))
        """, directory: try PackageFolder.root())
  }

  @Test func onBlackAndWhite() throws {
    let h = try stage()
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "controls-disabled-bilevel")
    let gray = (0..<680 * 1240).count { ![.black, .white].contains(h.framebuffer.color(x: $0 % 680, y: $0 / 680)) }
    #expect(gray == 0, "no part of a control is a pattern")
  }

  @Test func onGrays() throws {
    let h = try stage()
    try h.settle()
    try expectGolden(h.framebuffer, "controls-disabled-paper")
  }

  @Test func aFieldGivesItsFrameToTheDropdown() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 200]
        environment: {density: regular}
        root:
          type: box
          style: {flexDirection: column, padding: 20}
          children:
            - {type: field, title: Kind, children: [{type: dropdown, id: kind, label: Kind, value: A, options: [A, B]}]}
        """)
    let node = try #require(h.root.find("kind") as? DropdownNode)
    // The corner of the frame opens the menu, too.
    try h.tap(at: Point(h.frame(of: node).minX - 8, h.frame(of: node).minY - 4))
    #expect(node.isOpen)
  }
}
