import TesseraPictures
import TesseraTestSupport
import Testing

@testable import LottieCodec
@testable import TesseraMaps

/// Tiles and archives of other projects (Fixtures/README.md).
@Suite struct TileConformanceTests {
  /// Point with a count of 536,870,911 that the suite calls valid; another such point is to be refused (051).
  private static let left: Set<String> = ["057"]

  @Test func tilesAreReadFieldByField() throws {
    let archive = try MapCases.archive()
    var failed: Set<String> = []
    for name in archive.names where name.hasPrefix("mvt/") && name.hasSuffix("/tile.mvt") {
      let folder = String(name.dropLast("tile.mvt".count))
      let bytes = try #require(try archive.bytes(of: name))
      let info = try MapCases.json(archive, folder + "info.json")
      let expected = try MapCases.json(archive, folder + "tile.json")
      let tile = try? VectorTile(reading: bytes)
      let isValid = info["validity"]?["v2"]?.boolean == true
      let isRight =
        switch info["validity"]?["error"]?.text {
        case "fatal": tile == nil
        case "recoverable": tile.map { $0.layers.allSatisfy(\.features.isEmpty) && !$0.problems.isEmpty } ?? false
        default: !isValid || tile.map { TileCase.matches($0, expected) } ?? false
        }
      if !isRight { failed.insert(String(folder.dropFirst(4).dropLast())) }
    }
    #expect(failed == Self.left)
  }

  @Test func citiesHaveTheirCounts() throws {
    let archive = try MapCases.archive()
    var count = 0
    for name in archive.names where name.hasPrefix("real/") && !name.hasSuffix(".json") && !name.hasSuffix("/") {
      let bytes = try TileData.expanded(#require(try archive.bytes(of: name)), source: name)
      let tile = try VectorTile(reading: bytes)
      let expected = try #require(try MapCases.json(archive, name + ".json").list)
      #expect(tile.layers.count == expected.count)
      for (layer, wanted) in zip(tile.layers, expected) {
        let points = layer.features.reduce(0) { sum, feature in
          sum + layer.parts(of: feature).reduce(0) { $0 + $1.count + (feature.kind == .polygon ? 1 : 0) }
        }
        #expect(layer.name == wanted["name"]?.text && Double(layer.features.count) == wanted["features"]?.number, "\(name)")
        #expect(Double(points) == wanted["points"]?.number, "\(name) \(layer.name)")
      }
      count += 1
    }
    #expect(count >= 11)
  }

  @Test func archivesHaveTheirTiles() throws {
    let archive = try MapCases.archive()
    for name in archive.names where (name.hasSuffix(".pmtiles") || name.hasSuffix(".mbtiles")) && !name.hasPrefix("render/") {
      let path = try MapCases.temporary(#require(try archive.bytes(of: name)), "." + (name.split(separator: ".").last ?? ""))
      defer { MapCases.remove(path) }
      let expected = try MapCases.json(archive, name + ".json")
      guard expected["error"] == nil else {
        #expect(throws: MapError.self) { try TileArchives.open(path) }
        continue
      }
      let tiles = try TileArchives.open(path)
      #expect(tiles.metadata == expected["metadata"], "\(name)")
      var found: [TileAddress: Int] = [:]
      try tiles.forEachTile { address throws(MapError) in
        found[address] = try tiles.tile(address)?.count
        return true
      }
      let wanted = (expected["tiles"]?.list ?? []).compactMap { $0.list?.compactMap(\.number).map { Int($0) } }
      #expect(found.count == wanted.count, "\(name)")
      for tile in wanted { #expect(found[TileAddress(zoom: tile[0], x: tile[1], y: tile[2])] == tile[3], "\(name) \(tile)") }
    }
  }
}

/// Comparison of a tile with its fields.
enum TileCase {
  static func matches(_ tile: VectorTile, _ expected: MapValue) -> Bool {
    let layers = expected["layers"]?.list ?? []
    return tile.layers.count == layers.count && zip(tile.layers, layers).allSatisfy(matches)
  }

  private static func matches(_ layer: VectorLayer, _ expected: MapValue) -> Bool {
    let features = expected["features"]?.list ?? []
    // A feature of an unknown geometry type may be dropped.
    let kept = features.filter { layer.features.count == features.count || $0["type"]?.number != 0 }
    guard layer.name == expected["name"]?.text, Double(layer.version) == expected["version"]?.number,
      Double(layer.extent) == expected["extent"]?.number ?? 4096, layer.keys == (expected["keys"]?.list ?? []).compactMap(\.text),
      layer.values.count == expected["values"]?.list?.count, layer.features.count == kept.count
    else { return false }
    let values = zip(layer.values, expected["values"]?.list ?? []).allSatisfy { value, wanted in
      guard let wanted = wanted.members?.first?.value else { return false }
      guard let number = value.mapValue.number, let other = wanted.number else { return value.mapValue == wanted }
      return abs(number - other) < 1e-6 * max(1, abs(other))
    }
    return values
      && zip(layer.features, kept).allSatisfy { feature, wanted in
        feature.id.map { Double($0) } == wanted["id"]?.number && Double(feature.kind.rawValue) == wanted["type"]?.number
          && layer.tags(of: feature).map { Double($0) } == (wanted["tags"]?.list ?? []).compactMap(\.number)
          && layer.geometry(of: feature).map { Double($0) } == (wanted["geometry"]?.list ?? []).compactMap(\.number)
      }
  }
}
