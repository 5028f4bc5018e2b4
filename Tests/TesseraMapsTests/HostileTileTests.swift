import TesseraTestSupport
import Testing

@testable import LottieCodec
@testable import TesseraMaps

@Suite struct HostileTileTests {
  private static func changed(_ bytes: [UInt8], _ round: Int) -> [UInt8] {
    var state = UInt64(round) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, count)
    }
    var bytes = bytes
    for _ in 0...random(8) where !bytes.isEmpty { bytes[random(bytes.count)] = UInt8(random(256)) }
    if random(4) == 0 { bytes.removeLast(random(bytes.count)) }
    return bytes
  }

  @Test func changedTilesNeverTrap() throws {
    let archive = try MapCases.archive()
    for name in ["mvt/022/tile.mvt", "mvt/038/tile.mvt", "real/chicago/13-2098-3045.mvt"] {
      let bytes = try #require(try archive.bytes(of: name))
      for round in 0..<300 {
        guard let tile = try? VectorTile(reading: Self.changed(bytes, round)) else { continue }
        for layer in tile.layers {
          for feature in layer.features {
            _ = layer.parts(of: feature)
            _ = layer.properties(of: feature)
          }
        }
      }
    }
  }

  @Test func changedArchivesNeverTrap() throws {
    let archive = try MapCases.archive()
    for name in ["pmtiles/test_fixture_1.pmtiles", "pmtiles/own-png-runs.pmtiles", "mbtiles/own-flat.mbtiles"] {
      let bytes = try #require(try archive.bytes(of: name))
      for round in 0..<60 {
        var changed = bytes
        // Damage within the header and directories.
        changed.replaceSubrange(0..<min(1024, bytes.count), with: Self.changed(Array(bytes.prefix(1024)), round).prefix(1024))
        let path = try MapCases.temporary(changed, ".tiles")
        defer { MapCases.remove(path) }
        guard let tiles = try? TileArchives.open(path) else { continue }
        var count = 0
        try? tiles.forEachTile { address throws(MapError) in
          _ = try? tiles.tile(address)
          count += 1
          return count < 200
        }
      }
    }
  }

  @Test func hilbertNumbersAndAddressesAreInverse() {
    for zoom in 0...8 {
      for step in 0..<64 {
        let address = TileAddress(zoom: zoom, x: step * 37 % (1 << zoom), y: step * 101 % (1 << zoom))
        #expect(HilbertCurve.address(HilbertCurve.number(address)) == address)
      }
    }
    #expect(HilbertCurve.address(.max) == nil)
    let last = TileAddress(zoom: 30, x: (1 << 30) - 1, y: 5)
    #expect(HilbertCurve.address(HilbertCurve.number(last)) == last)
  }

  @Test func messagesNameFileAndProblem() {
    let error = MapError(source: "a.pmtiles", offset: 7, reason: "version 4")
    #expect(error.description == "a.pmtiles: byte 7: version 4")
    do {
      _ = try TileArchives.open("/nonexistent.pmtiles")
      Issue.record("a missing file was opened")
    } catch { #expect(error.reason.contains("No such file")) }
  }
}
