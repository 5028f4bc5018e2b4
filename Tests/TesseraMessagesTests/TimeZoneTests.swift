import Foundation
import Testing

@testable import TesseraMessages

/// Named time zones.
@Suite struct TimeZoneTests {
  private static let hasDatabase = TimeZoneFile.named("Europe/Zurich") != nil

  private func rule(_ text: String) -> TimeZoneRule? { TimeZoneRule(Array(text.utf8)) }

  @Test func rulesHaveBothHemispheres() throws {
    let zurich = try #require(rule("CET-1CEST,M3.5.0,M10.5.0/3"))
    // 29 March 2026, 01:00 UTC, and 25 October 2026, 01:00 UTC.
    #expect([1_774_746_000 - 1, 1_774_746_000, 1_792_890_000 - 1, 1_792_890_000].map(zurich.offset) == [3600, 7200, 7200, 3600])
    let sydney = try #require(rule("AEST-10AEDT,M10.1.0,M4.1.0/3"))
    #expect([1_767_225_600, 1_782_864_000].map(sydney.offset) == [39_600, 36_000])
    #expect(rule("<+0545>-5:45")?.offset(at: 0) == 20_700 && rule("EST5EDT4,J60,300/-1")?.offset(at: 0) == -18_000)
    for bad in [
      "", "C", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "CET-1CEST,M3.6.0,J0", "<CET-1",
      "CET-1CEST,M3.5.0,M10.5.0/999",
    ] {
      #expect(rule(bad) == nil, "\(bad)")
    }
  }

  @Test func namesWithSlashesAreRefused() {
    for name in [
      "../../etc/passwd", "/etc/passwd", "Europe/../Europe/Zurich", "", "Europe//Zurich", "a/b/c/d", "Ünder", "Europe/Zurich\0",
      "Nowhere/None",
    ] {
      #expect(TimeZoneFile.named(name) == nil, "\(name)")
    }
  }

  @Test(.enabled(if: hasDatabase, "not run: tzdata is not installed")) func offsetsMatchFoundation() throws {
    var random = Numbers(state: 5)
    for name in [
      "Europe/Zurich", "Europe/London", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Asia/Tokyo", "Asia/Kathmandu",
      "Africa/Johannesburg",
      "Australia/Lord_Howe", "Pacific/Auckland", "America/Argentina/Buenos_Aires",
    ] {
      let (zone, other) = (try #require(TimeZoneFile.named(name)), try #require(TimeZone(identifier: name)))
      for _ in 0..<400 {
        let time = Int.random(in: -600_000_000...5_000_000_000, using: &random)
        #expect(zone.offset(at: time) == other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))), "\(name) \(time)")
      }
    }
    let noon = try #require(CivilDate(iso: "2026-07-01T12:00:00Z"))
    #expect(noon.inZone("America/St_Johns")?.description == "2026-07-01T09:30:00-02:30")
    #expect(noon.inZone("Etc/UTC") == noon && noon.inZone("Mars/Base") == nil)
    #expect(CivilDate(iso: "2026-07-01T12:00:00")?.inZone("Asia/Tokyo")?.hour == 12, "a local time stays")
  }

  @Test(.enabled(if: hasDatabase, "not run: tzdata is not installed")) func damagedFilesAreRefusedOrRead() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Zurich")))
    #expect(TimeZoneFile(bytes) != nil && TimeZoneFile([]) == nil && TimeZoneFile(Array("TZif2".utf8)) == nil)
    for count in stride(from: 0, to: bytes.count, by: 7) { _ = TimeZoneFile(Array(bytes.prefix(count)))?.offset(at: count << 20) }
    var random = Numbers(state: 9)
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let zone = TimeZoneFile(damaged)
      for time in [Int.min / 4, -1, 1_800_000_000, 1 << 40] { _ = zone?.offset(at: time) }
    }
  }
}

/// The same numbers in each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // Source: SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
