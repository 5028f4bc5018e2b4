import TesseraKit
import TesseraTestSupport
import Testing

/// Many controls at three densities, with large letters, and from right to left.
@Suite struct DensitySheetTests {
  private static let rows = """
    - {type: nav-bar, title: Living room, back: true, style: {alignSelf: stretch}}
    - {type: switch, title: Boost, value: true, style: {alignSelf: stretch}}
    - {type: checkbox, title: Holidays, value: mixed}
    - {type: radio, axis: horizontal, value: a, options: [{value: a, title: Eco}, {value: b, title: Max}]}
    - {type: slider, value: 40, style: {alignSelf: stretch}}
    - {type: segmented, value: b, options: [{value: a, title: Heat}, {value: b, title: Cool}, {value: c, title: Off}], style: {alignSelf: stretch}}
    - {type: stepper, label: Room, value: 21.5, step: 0.5, unit: °C}
    - {type: dropdown, value: a, options: [{value: a, title: All week}], style: {alignSelf: stretch}}
    - {type: search-field, placeholderText: Rooms, style: {alignSelf: stretch}}
    - {type: field, title: Name, help: Shown on the panel, children: [{type: editable-text, string: Hall}], style: {alignSelf: stretch}}
    - {type: progress, title: Update, value: 0.4, style: {alignSelf: stretch}}
    - {type: steps, value: b, options: [{value: a, title: Water}, {value: b, title: Beans}, {value: c, title: Cup}], style: {alignSelf: stretch}}
    - {type: list-row, title: Wi-Fi, detail: Home, accessory: chevron, style: {alignSelf: stretch}}
    - type: box
      style: {gap: 8, flexWrap: wrap}
      children: [{type: button, kind: primary, icon: play, title: Start}, {type: chip, title: Vegan, value: true}]
    - type: box
      style: {gap: 8, alignItems: center}
      children: [{type: rating, value: 3}, {type: badge, value: 3}]
    - {type: page-dots, count: 4, value: 1}
    """

  /// Creates a stage with a column for each look.
  private func stage(_ looks: [String], width: Double, height: Double) throws -> HeadlessStage {
    let rows = Self.rows.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n")
    let columns = looks.map { look in
      """
          - type: box
            \(look)
            background: $ground
            style: {direction: \(look.contains("dark") ? "rtl" : "ltr"), flexDirection: column, alignItems: flex-start, padding: 12, gap: 8, width: \(width), height: \(height), boxSizing: border-box}
            children:
      \(rows)
      """
    }
    let scene = """
      tessera: 1
      size: [\(width * Double(looks.count)), \(height)]
      fonts: [docs/examples/assets/fonts]
      root:
        type: box
        children:
      \(columns.joined(separator: "\n"))
      """
    return try HeadlessStage(scene: scene, directory: try PackageFolder.root())
  }

  @Test func threeDensities() throws {
    let looks = ["compact", "regular", "roomy"].map { "environment: {density: \($0)}" }
    let h = try stage(looks, width: 300, height: 1090)
    try expectGolden(h.framebuffer, "control-densities")
  }

  @Test func largeLettersFromBothSides() throws {
    let h = try stage(
      [
        "environment: {density: regular, textScale: 2}",
        "environment: {density: regular, textScale: 2, theme: {mode: dark}}",
      ],
      width: 360, height: 1180)
    try expectGolden(h.framebuffer, "control-large")
  }
}
