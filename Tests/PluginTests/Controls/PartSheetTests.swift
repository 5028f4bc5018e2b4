import TesseraKit
import TesseraTestSupport
import Testing

/// Tables, trees, charts, steps, buttons with icons and suggestions of a search on one sheet, in the dark mode and in black and white.
@Suite struct PartSheetTests {
  private static let parts = """
    - {type: grid, columns: [{id: name, title: Name}, {id: size, title: Size, width: content, numeric: true}], rows: [{name: Act 1, size: 12.5}, {name: Act 2, size: 7}], sort: -size, selected: 0, style: {width: 296, height: 140}}
    - {type: tree, open: [Music], selected: Music/Opera, entries: [{title: Music, icon: music, entries: [{title: Opera, detail: '10'}]}, {title: Films, icon: film}], style: {width: 296, height: 150}}
    - {type: chart, kind: bar, series: [{name: Heat, values: [3, 5, 2, 4]}, {name: Cool, values: [2, 1, 3, 1]}], labels: [Mo, Tu, We, Th], style: {width: 296, height: 130}}
    - {type: steps, value: b, options: [{value: a, title: Water}, {value: b, title: Beans}, {value: c, title: Cup}], style: {width: 296}}
    - type: box
      style: {gap: 8, flexWrap: wrap, width: 296}
      children: [{type: button, kind: primary, icon: play, title: Start}, {type: button, icon: settings, title: Setup}, {type: button, kind: danger, icon: delete, title: Delete}, {type: button, kind: quiet, icon: plus, title: Add, enabled: false}]
    - {type: search-field, id: search, value: so, suggestions: [soup, soufflé], style: {width: 296}}
    """

  @Test(arguments: [("dark", false), ("paper", true)]) func newParts(mode: String, bilevel: Bool) throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [320, 820]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: \(mode)}
        environment: {density: regular}
        root:
          type: box
          background: $ground
          style: {flexDirection: column, padding: 12, gap: 8, alignItems: flex-start, width: 320, height: 820, boxSizing: border-box}
          children:
        \(Self.parts.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
        """, directory: try PackageFolder.root())
    if bilevel { h.stage.textAntialiasing = .bilevel }
    try h.settle()
    try h.tap(id: "search")
    try h.advance(by: 0.5, step: 0.1)
    try expectGolden(h.framebuffer, bilevel ? "parts-bilevel" : "parts-dark")
  }
}
