@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Parts of screens on a display of 1 bit.
@Suite struct PartsOnPaperTests {
  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [400, 400]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, alignItems: flex-start, padding: 12, gap: 12, width: 400, boxSizing: border-box}
          children:
            - type: box
              style: {gap: 12, alignItems: center}
              children:
                - {type: badge}
                - {type: badge, value: 3}
                - {type: badge, value: 128, kind: neutral}
                - {type: avatar, name: Ada Lovelace, status: good}
                - {type: avatar, diameter: 56}
            - type: box
              style: {gap: 8}
              children:
                - {type: chip, title: Vegan}
                - {type: chip, title: Hot, value: true, removable: true}
                - {type: chip, title: Cold, enabled: false}
            - {type: card, elevation: 1, children: [{type: text, string: A card}]}
            - {type: card, selected: true, children: [{type: text, string: Chosen}]}
            - {type: skeleton, lines: 2, style: {width: 200}}
            - {type: page-dots, count: 9, value: 3}
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "controls-parts-bilevel")
    let gray = (0..<400 * 400).count { ![.black, .white].contains(h.framebuffer.color(x: $0 % 400, y: $0 / 400)) }
    #expect(gray == 0, "no part of a control is a pattern")
  }
}
