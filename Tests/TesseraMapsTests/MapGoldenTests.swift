import TesseraKit
import TesseraTestSupport
import Testing

/// Maps with icons, patterns and texts along lines.
@Suite(.serialized) struct MapGoldenTests {
  static func stage(mode: String = "light", zoom: Double = 15.2, bearing: Double = 0, more: String = "") throws -> HeadlessStage {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [400, 260]
        fonts: [docs/examples/assets/fonts]
        theme: {mode: \(mode)}
        root:
          type: map
          mapStyle: docs/examples/assets/maps/light.json
          darkMapStyle: docs/examples/assets/maps/dark.json
          longitude: -87.6475
          latitude: 41.8768
          zoom: \(zoom)
          bearing: \(bearing)
          \(more)
          style: {flexGrow: 1}
        """, directory: try PackageFolder.root())
    if mode == "paper" { h.stage.textAntialiasing = .bilevel }
    try h.settle()
    return h
  }

  @Test func symbolsInTheModes() throws {
    try expectGolden(Self.stage().framebuffer, "map-light")
    try expectGolden(Self.stage(mode: "dark", zoom: 14.2, bearing: 35).framebuffer, "map-dark-rotated")
    try expectGolden(Self.stage(mode: "paper").framebuffer, "map-bilevel")
  }
}
