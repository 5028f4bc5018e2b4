@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Controls of forms and lists on a display of 1 bit.
@Suite struct FormsOnPaperTests {
  @Test func onBlackAndWhite() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [400, 520]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: paper}
        root:
          type: box
          style: {flexDirection: column, padding: 12, gap: 8, width: 400, boxSizing: border-box}
          children:
            - type: box
              style: {gap: 24, alignItems: center}
              children:
                - {type: rating, label: Stars, value: 3}
                - {type: rating, value: 4.5, readOnly: true}
            - {type: range-slider, label: Range, low: 20, high: 70}
            - {type: field, title: Name, help: As on the card, children: [{type: editable-text, string: Ada}]}
            - {type: field, title: Mail, error: This is not an address, children: [{type: editable-text, string: ada}]}
            - {type: expander, title: Details, value: true, children: [{type: text, string: Words}]}
            - {type: list-row, title: Wi-Fi, detail: Home, accessory: chevron}
            - {type: list-row, title: Chosen, selected: true, accessory: check}
        """, directory: try PackageFolder.root())
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "controls-forms-bilevel")
    let gray = (0..<520 * 400).count { ![.black, .white].contains(h.framebuffer.color(x: $0 % 400, y: $0 / 400)) }
    #expect(gray == 0, "no part of a control is a pattern")
  }
}
