import Glibc
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import MapPlugin
@testable import TesseraMaps

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

  @Test func twoFingersTurnAndZoomTheMapTogether() throws {
    let map = try Self.node()
    let h = try HeadlessStage(width: 320, height: 240) { map }
    let told = Locked<[Double]>([])
    map.on(Map.bearingChange) { bearing in told.withLock { $0.append(bearing) } }
    let world = map.value.view(Size(320, 240)).world(at: Point(160, 120))
    try h.touch(.began, at: Point(110, 120), id: 1)
    try h.touch(.began, at: Point(210, 120), id: 2)
    for step in 1...12 {
      // 60 degrees clockwise, and twice the distance.
      let (angle, radius) = (Double(step) / 12 * .pi / 3, 50 + Double(step) / 12 * 50)
      let (x, y) = (cos(angle) * radius, sin(angle) * radius)
      try h.touch(.moved, at: Point(160 - x, 120 - y), id: 1)
      try h.touch(.moved, at: Point(160 + x, 120 + y), id: 2)
    }
    try h.touch(.ended, at: Point(160 - 50, 120 - 86.6), id: 1)
    try h.touch(.ended, at: Point(160 + 50, 120 + 86.6), id: 2)
    // The first 0.2 radians and 8 units only begin the gestures.
    #expect(map.bearing < -40 && map.bearing > -60 && map.zoom > 14.7 && map.zoom <= 15)
    #expect(told.withLock { $0.last } == map.bearing)
    let place = map.value.view(Size(320, 240)).point(world)
    #expect(abs(place.x - 160) < 12 && abs(place.y - 120) < 12)
  }

  @Test func keysTurnTheMap() throws {
    let map = try Self.node()
    let h = try HeadlessStage(width: 320, height: 240) { map }
    map.becomeFocused()
    try h.settle()
    try h.key(.right, modifiers: .shift)
    try h.key(.right, modifiers: .shift)
    #expect(map.bearing == 30 && map.longitude == -87.655)
    try h.key(.character("n"))
    #expect(map.bearing == 0)
    map.isRotatable = false
    try h.key(.right, modifiers: .shift)
    #expect(map.bearing == 0)
  }

  @Test func placesAreFittedUntilTheUserMovesTheMap() throws {
    let map = try Self.node()
    let h = try HeadlessStage(width: 320, height: 240) { map }
    map.fit(to: [Map.Place(longitude: 179, latitude: 10), Map.Place(longitude: -179, latitude: 12)])
    try h.settle()
    let view = map.value.view(Size(320, 240))
    #expect(abs(abs(view.longitude) - 180) < 1e-6 && view.zoom > 5.5 && view.zoom < 6.5)
    try h.drag(from: Point(200, 120), to: Point(100, 120))
    #expect(map.fits == [] && abs(map.zoom - view.zoom) < 1e-9 && map.longitude > -179.5 && map.longitude < -178)
    #expect(map.value.view(fitting: [], Size(320, 240)) == nil)
    #expect(map.value.view(fitting: [Map.Place(longitude: 5, latitude: 50)], Size(320, 240))?.zoom == map.zoom)
  }

  @Test func clustersHaveEachMarkerOnce() throws {
    var random = SeededGenerator(seed: 3)
    var map = try Self.node().value
    map.markers = (0..<400).map { _ in
      Map.Marker(longitude: .random(in: -87.7...(-87.6), using: &random), latitude: .random(in: 41.85...41.9, using: &random))
    }
    var former = Int.max
    for zoom in stride(from: 17.0, through: 8, by: -1) {
      let groups = map.clusters(MapView(longitude: -87.65, latitude: 41.87, zoom: zoom, size: Size(320, 240)))
      #expect(groups.flatMap(\.markers).sorted() == Array(0..<400))
      #expect(groups.count <= former)
      former = groups.count
    }
    #expect(former <= 2)
    // A tap on a cluster separates its markers.
    let node = MapNode(map)
    (node.clustersMarkers, node.zoom) = (true, 8)
    let h = try HeadlessStage(width: 320, height: 240) { node }
    let view = node.value.view(Size(320, 240))
    try h.tap(at: view.point(node.value.clusters(view)[0].center))
    try h.advance(by: 1)
    #expect(node.zoom > 9)
  }

  @Test func aPictureIsScaledWhileFingersZoom() throws {
    let path = try PackageFolder.root(of: #filePath) + "/docs/examples/assets/maps/light.json"
    func stage(_ zoom: Double, _ bearing: Double = 0) throws -> HeadlessStage {
      let map = MapNode(Map(style: path, longitude: -87.655, latitude: 41.8755, zoom: zoom))
      map.bearing = bearing
      return try HeadlessStage(width: 320, height: 240) { map }
    }
    func difference(_ a: HeadlessStage, _ b: HeadlessStage) -> Double {
      var sum = 0.0
      for y in 0..<200 {
        for x in 0..<320 { sum += abs(Double(a.framebuffer.color(x: x, y: y).green - b.framebuffer.color(x: x, y: y).green)) }
      }
      return sum / 64_000
    }
    let h = try stage(14)
    let map = try #require(h.root.subnodes.first as? MapNode ?? h.root as? MapNode)
    var isZooming: Bool { map.storage.state.withLock { $0.isZooming } }
    try h.touch(.began, at: Point(120, 120), id: 1)
    try h.touch(.began, at: Point(200, 120), id: 2)
    for step in 1...20 {
      h.clock.advance(by: 1.0 / 60)
      try h.touch(.moved, at: Point(120 - Double(step), 120), id: 1)
      try h.touch(.moved, at: Point(200 + Double(step), 120), id: 2)
      try h.settle()
    }
    let sharp = try stage(map.zoom)
    (sharp.root.subnodes.first as? MapNode ?? sharp.root as? MapNode)?.update {
      ($0.longitude, $0.latitude) = (map.longitude, map.latitude)
    }
    try sharp.settle()
    // Nearly the same while it zooms, and the same when the fingers rest.
    #expect(isZooming && map.zoom > 14.4 && difference(h, sharp) < 0.06, "\(difference(h, sharp))")
    for _ in 0..<4 {
      h.clock.advance(by: 0.2)
      try h.settle()
    }
    #expect(!isZooming && difference(h, sharp) < 0.005, "\(difference(h, sharp))")
    try h.touch(.moved, at: Point(90, 120), id: 1)
    try h.settle()
    #expect(isZooming)
    try h.touch(.ended, at: Point(90, 120), id: 1)
    try h.touch(.ended, at: Point(220, 120), id: 2)
    try h.settle()
    let end = try stage(map.zoom, map.bearing)
    (end.root.subnodes.first as? MapNode ?? end.root as? MapNode)?.update { ($0.longitude, $0.latitude) = (map.longitude, map.latitude) }
    try end.settle()
    #expect(!isZooming && difference(h, end) < 0.005, "\(difference(h, end))")
  }
}
