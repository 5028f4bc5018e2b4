import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Sheets of all icons.
@Suite struct IconGoldenTests {
  /// Icons in full rows: all at 24, then those with separate drawings for 16, then the solid ones.
  private static func sheet(width: Double) throws -> AnyNode {
    let root = BoxNode()
    root.style.direction = .row
    root.style.wrap = .wrap
    root.style.padding = LayoutEdges(.points(8))
    root.style.gap = .points(8)
    root.style.alignItems = .center
    root.style.alignContent = .start
    let listed = try ListedIcon.all()
    let icons =
      listed.map { Icon($0.name, size: 24) } + listed.filter(\.hasSmall).map { Icon($0.name, size: 16) }
      + listed.filter(\.hasSolid).map { Icon($0.name, size: 24).solid() }
      + [20.0, 32, 48].flatMap { size in ["home", "settings", "menu", "calendar", "fan", "eye-off", "grid"].map { Icon($0, size: size) } }
    for icon in icons { root.addSubnode(IconNode(icon)) }
    return root
  }

  @Test(arguments: [("icons_light", ThemeMode.light, false), ("icons_dark", .dark, false), ("icons_bilevel", .paper, true)])
  func allOfThem(name: String, mode: ThemeMode, isBilevel: Bool) throws {
    let theme = Theme.lagoon
    var shown = theme
    shown.mode = mode
    let h = try HeadlessStage(width: 712, height: 560, background: mode == .dark ? Color(rgb: 0x101418) : .white) {
      let root = try Self.sheet(width: 712)
      root.environment[\.theme] = shown
      return root
    }
    if isBilevel { h.stage.textAntialiasing = .bilevel }
    try h.settle()
    try expectGolden(try h.snapshot(), name)
  }
}
