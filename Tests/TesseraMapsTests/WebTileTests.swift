import Foundation
import TesseraGeometry
import TesseraKit
import TesseraLoading
import TesseraTestSupport
import Testing

@testable import MapPlugin
@testable import TesseraMaps

/// Server that answers when the test requests it.
final class TileNetwork: Downloader, LoaderClock {
  struct Task: DownloadTask {
    let url: String
    let receive: @Sendable (DownloadEvent) -> Void
    let isCancelled = Locked(false)
    func cancel() { isCancelled.withLock { $0 = true } }
  }

  private let started = Locked<[Task]>([])
  var steady: Double { 1_000_000_000 }
  var wall: Double { steady }

  /// URLs of requests, and of those that were neither answered nor cancelled.
  var urls: [String] { started.withLock { $0.map(\.url) } }
  var open: [String] { started.withLock { $0.filter { task in !task.isCancelled.withLock { $0 } }.map(\.url) } }

  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
    let task = Task(url: request.url, receive: receive)
    started.withLock { $0.append(task) }
    return task
  }

  /// Answers all open requests.
  func answer(_ body: (String) throws -> (status: Int, bytes: [UInt8])) rethrows {
    for task in started.withLock({ $0 }) where !task.isCancelled.withLock({ $0 }) {
      let (status, bytes) = try body(task.url)
      task.receive(.response(DownloadResponse(status: status, headers: [HTTPHeader("Content-Length", "\(bytes.count)")])))
      task.receive(.data(bytes))
      task.receive(.end(nil))
      task.cancel()
    }
  }
}

@Suite struct WebTileTests {
  private let network = TileNetwork()
  private let loader: DataLoader
  private let archive: any TileArchive

  init() throws {
    loader = DataLoader(downloader: network, cache: .some(nil), clock: network, isManual: true)
    archive = try TileArchives.open(PackageFolder.root(of: #filePath) + "/docs/examples/assets/maps/chicago.mbtiles")
  }

  private func style(_ source: String) throws -> String {
    try MapCases.temporary(
      Array(
        """
        {"version": 8, "sources": {"city": {"type": "vector", \(source)}}, "layers": [
          {"id": "roads", "type": "line", "source": "city", "source-layer": "road", "paint": {"line-color": "#000000", "line-width": 2}}]}
        """.utf8), ".json")
  }

  private func stage(_ map: MapNode) throws -> HeadlessStage {
    map.loader = loader
    (map.showsScaleBar, map.showsAttribution) = (false, true)
    return try HeadlessStage(width: 300, height: 200) { map }
  }

  private func settle(_ h: HeadlessStage) throws {
    for _ in 0..<6 {
      loader.runPending()
      try h.stage.settle()
    }
  }

  /// Lets time pass without throwing the reported errors.
  private func wait(_ h: HeadlessStage, _ seconds: Double) throws {
    h.clock.advance(by: seconds)
    try h.stage.settle()
  }

  private func body(_ url: String) throws -> (status: Int, bytes: [UInt8]) {
    let numbers = url.split(separator: "/").suffix(3).map { Int($0.prefix { $0.isNumber }) ?? -1 }
    let tile = try archive.tile(TileAddress(zoom: numbers[0], x: numbers[1], y: numbers[2]))
    return tile.map { (200, $0) } ?? (404, [])
  }

  private func ink(_ h: HeadlessStage) -> Int {
    (0..<300 * 170).count { h.framebuffer.color(x: $0 % 300, y: $0 / 300).green < 0.5 }
  }

  @Test func rasterTilesMayBeWebP() throws {
    let path = try MapCases.temporary(
      Array(
        """
        {"version": 8, "sources": {"photo": {"type": "raster", "tiles": ["http://tiles.test/{z}/{x}/{y}.webp"], "tileSize": 256}},
         "layers": [{"id": "photo", "type": "raster", "source": "photo"}]}
        """.utf8), ".json")
    defer { MapCases.remove(path) }
    let file = try PackageFolder.root(of: #filePath) + "/Tests/TesseraPicturesTests/Fixtures/webp/small_31x13.webp"
    let bytes = try #require(FileManager.default.contents(atPath: file))
    let map = MapNode(Map(style: path, longitude: -87.66, latitude: 41.8755, zoom: 13))
    let h = try stage(map)
    try settle(h)
    let before = h.framebuffer.color(x: 150, y: 80)
    network.answer { _ in (200, [UInt8](bytes)) }
    try settle(h)
    #expect(h.framebuffer.color(x: 150, y: 80) != before)
  }

  @Test func stylesAndGeoJSONAreLoadedFromTheWeb() throws {
    let map = MapNode(Map(style: "http://maps.test/city/style.json?key=1", longitude: 10, latitude: 50, zoom: 4))
    map.markers = [Map.Marker(longitude: 10, latitude: 50)]
    let h = try stage(map)
    try settle(h)
    #expect(network.open == ["http://maps.test/city/style.json?key=1"])
    let (marker, style) = (
      ink(h),
      """
      {"version": 8, "sprite": "file:///etc/icons",
       "sources": {"land": {"type": "geojson", "data": "land.geojson"}, "copy": {"type": "geojson", "data": "/city/land.geojson"},
         "own": {"type": "geojson", "data": "file:///etc/passwd"}, "broken": {"type": "geojson", "data": "//other.test/broken"}},
       "layers": [{"id": "land", "type": "fill", "source": "land", "paint": {"fill-color": "#000000"}},
         {"id": "copy", "type": "line", "source": "copy", "paint": {"line-color": "#000000"}}]}
      """
    )
    network.answer { _ in (200, Array(style.utf8)) }
    for _ in 0..<4 {
      loader.runPending()
      try h.stage.settle()
    }
    // The URL that two sources have is requested once.
    #expect(Set(network.open) == ["http://maps.test/city/land.geojson", "http://other.test/broken"])
    let land = #"{"type": "Polygon", "coordinates": [[[-10, 40], [30, 40], [30, 60], [-10, 60], [-10, 40]]]}"#
    network.answer { url in url.hasSuffix("broken") ? (404, []) : (200, Array(land.utf8)) }
    for _ in 0..<4 {
      loader.runPending()
      try h.stage.settle()
    }
    #expect(ink(h) > marker + 10_000 && network.open == [])
    let errors = h.errors.map(\.reason).joined(separator: "; ")
    #expect(errors.contains("source `own`: file:///etc/passwd: a style on the web cannot use files"), "\(errors)")
    #expect(errors.contains("sprite `file:///etc/icons`") && errors.contains("404"), "\(errors)")
    // Data that failed is requested again.
    for _ in 0..<3 { try wait(h, 61) }
    loader.runPending()
    #expect(network.open == ["http://other.test/broken"])
    // An invalid style is an error of the draw.
    map.mapStyle = "http://maps.test/none.json"
    try wait(h, 0)
    loader.runPending()
    network.answer { _ in (200, Array("[1]".utf8)) }
    for _ in 0..<4 {
      loader.runPending()
      try h.stage.settle()
    }
    #expect(h.errors.contains { $0.activity == .draw && $0.reason.contains("http://maps.test/none.json") })
  }

  @Test func tilesAreLoadedDrawnAndCancelled() throws {
    let path = try style(#""tiles": ["http://tiles.test/{z}/{x}/{y}.pbf"], "maxzoom": 13"#)
    defer { MapCases.remove(path) }
    let map = MapNode(Map(style: path, longitude: -87.66, latitude: 41.8755, zoom: 13.4))
    let h = try stage(map)
    try settle(h)
    // The tile in the middle is the first, and ancestors follow.
    let center = MapView(longitude: -87.66, latitude: 41.8755, zoom: 13.4, size: Size(300, 200)).tiles(zoom: 13)[0].address
    #expect(network.urls.first == "http://tiles.test/\(center).pbf" && ink(h) == 0)
    #expect(network.urls.last?.hasPrefix("http://tiles.test/10/") == true)
    try network.answer(body)
    try settle(h)
    #expect(ink(h) > 1000 && network.open == [] && loader.pendingCount == 0)
    // Missing tiles are not requested again.
    let count = network.urls.count
    map.zoom = 13.5
    try settle(h)
    #expect(network.urls.count == count && h.errors.isEmpty)
    // A movement loads tiles ahead; a jump cancels them.
    map.longitude = -87.655
    try settle(h)
    map.longitude = -87.640
    try settle(h)
    let ahead = network.open
    #expect(!ahead.isEmpty)
    map.longitude = 20
    try settle(h)
    #expect(!network.open.isEmpty && Set(network.open).isDisjoint(with: ahead))
  }

  @Test func ancestorsReplaceMissingTiles() throws {
    let path = try style(#""tiles": ["http://tiles.test/{z}/{x}/{y}.pbf"], "maxzoom": 16"#)
    defer { MapCases.remove(path) }
    let map = MapNode(Map(style: path, longitude: -87.66, latitude: 41.8755, zoom: 16.2))
    let h = try stage(map)
    try settle(h)
    try network.answer { try $0.contains("/13/") ? body($0) : (503, []) }
    try settle(h)
    #expect(ink(h) > 300)
  }

  @Test func aDescriptionGivesAddressesAndCredits() throws {
    let path = try style(#""url": "https://tiles.test/city.json""#)
    defer { MapCases.remove(path) }
    let map = MapNode(Map(style: path, longitude: -87.66, latitude: 41.8755, zoom: 15))
    let h = try stage(map)
    try settle(h)
    #expect(network.urls == ["https://tiles.test/city.json"])
    network.answer { _ in
      (200, Array(#"{"tiles": ["https://a.test/{z}/{x}/{y}"], "minzoom": 13, "maxzoom": 13, "attribution": "© City"}"#.utf8))
    }
    try settle(h)
    #expect(network.open.allSatisfy { $0.hasPrefix("https://a.test/13/") } && network.open.count >= 1)
    try network.answer(body)
    try settle(h)
    #expect(ink(h) > 300)
    #expect(try map.storage.document(path)?.attribution == "© City")
  }

  @Test func failuresAreReportedAndRepeated() throws {
    let path = try style(#""tiles": ["http://tiles.test/{z}/{x}/{y}.pbf"], "maxzoom": 13"#)
    defer { MapCases.remove(path) }
    let map = MapNode(Map(style: path, longitude: -87.66, latitude: 41.8755, zoom: 13.4))
    let h = try stage(map)
    try settle(h)
    network.answer { _ in (403, []) }
    try settle(h)
    let count = network.urls.count
    #expect(h.errors.contains { "\($0)".contains("http://tiles.test/13/") } && network.open == [])
    for _ in 0..<59 { try wait(h, 1) }
    try settle(h)
    #expect(network.urls.count == count)
    for _ in 0..<2 { try wait(h, 1) }
    try settle(h)
    #expect(network.urls.count == 2 * count)
    // A body that is no tile is refused and reported.
    network.answer { _ in (200, [1, 2, 3]) }
    try settle(h)
    #expect(h.errors.contains { "\($0)".contains("city 13/") }, "\(h.errors)")
  }

  @Test func requestsFollowTheView() {
    func request(_ url: String, _ urgency: MapRequest.Urgency) -> MapRequest { MapRequest(url: url, urgency: urgency, content: .sprite) }
    var list = MapRequests()
    #expect(list.update([request("a", .visible), request("b", .ahead), request("a", .ahead)]).count == 2)
    #expect(
      list.update([request("b", .visible), request("c", .near)]) == [
        .cancel(url: "a"), .prioritize(url: "b", .visible), .start(request("c", .near)),
      ])
    #expect(list.end("b") && !list.end("b") && list.urls == ["c"])
    #expect(list.update((0..<1000).map { request("\($0)", .visible) }).count == MapRequests.maximumActive + 1)
  }

  @Test func addressesAreFilledIn() throws {
    let set = try #require(WebTileSet(["ftp://x", "http://a/{z}/{x}/{y}{ratio}.png?q={quadkey}&k={key}"], zooms: 0...3, isBottomUp: true))
    #expect(set.url(TileAddress(zoom: 2, x: 3, y: 1)) == "http://a/2/3/2.png?q=13&k={key}")
    #expect(WebTileSet(["tiles/{z}/{x}/{y}"], zooms: 0...3) == nil)
    #expect(throws: MapError.self) { try WebTileSet(reading: Array(#"{"tiles": []}"#.utf8), source: "t") }
  }
}
