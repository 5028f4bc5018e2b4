import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct MapNodeTests {
  private static func node() throws -> MapNode {
    let folder = try PackageFolder.root(of: #filePath) + "/docs/examples/assets/maps/"
    return MapNode(Map(style: folder + "light.json", longitude: -87.655, latitude: 41.8755, zoom: 14))
  }

  @Test func attributesAreValid() throws {
    var registry = NodeRegistry()
    try registry.add(MapNodePlugin.self)
    try registry.check()
  }

  @Test func aDragMovesTheMapWithTheFinger() throws {
    let map = try Self.node()
    let h = try HeadlessStage(width: 320, height: 240) { map }
    let before = try h.snapshot()
    try h.drag(from: Point(200, 120), to: Point(100, 120))
    #expect(map.longitude > -87.655)
    #expect(abs(map.latitude - 41.8755) < 1e-6)
    #expect(try pixelDifference(before, h.snapshot()).count > 1000)
  }

  @Test func keysZoomWithinTheLimits() throws {
    let map = try Self.node()
    map.maximumZoom = 14.5
    let h = try HeadlessStage(width: 320, height: 240) { map }
    map.becomeFocused()
    try h.settle()
    for _ in 0..<4 { try h.key(.character("+")) }
    #expect(map.zoom == 14.5)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]) func anyNumberIsDrawn(number: Double) throws {
    let map = try Self.node()
    let h = try HeadlessStage(width: 64, height: 64) { map }
    for path in [\Map.longitude, \Map.latitude, \Map.zoom, \Map.bearing, \Map.minimumZoom, \Map.maximumZoom] {
      map.update { $0[keyPath: path] = number }
      _ = try h.snapshot()
    }
  }

  @Test func aMissingStyleIsReported() throws {
    let map = MapNode(Map(style: "/nonexistent/style.json", longitude: 0, latitude: 0, zoom: 1))
    let error = #expect(throws: (any Error).self) { try HeadlessStage(width: 64, height: 64) { map } }
    #expect("\(error.map { "\($0)" } ?? "")".contains("/nonexistent/style.json"))
  }
}
