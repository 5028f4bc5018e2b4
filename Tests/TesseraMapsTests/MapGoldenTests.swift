import TesseraKit
import TesseraTestSupport
import Testing

/// Maps with icons, patterns and texts along lines.
@Suite(.serialized) struct MapGoldenTests {
  static func stage(mode: String = "light", zoom: Double = 15.2, bearing: Double = 0, more: [String] = []) throws -> HeadlessStage {
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
          style: {flexGrow: 1}\(more.map { "\n  \($0)" }.joined())
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

  @Test func shapesAndClusters() throws {
    let more = [
      "clusters: true", "fits: [[-87.66, 41.88], [-87.64, 41.872]]",
      "markers: [{longitude: -87.66, latitude: 41.88}, {longitude: -87.6601, latitude: 41.8801}, {longitude: -87.64, latitude: 41.872}]",
      "lines: [{points: [[-87.66, 41.88], [-87.653, 41.876], [-87.64, 41.872]], color: '#c2185b', width: 5}]",
      "areas: [{points: [[-87.656, 41.88], [-87.645, 41.88], [-87.645, 41.875]]}]",
    ]
    try expectGolden(Self.stage(more: more).framebuffer, "map-shapes")
  }
}
