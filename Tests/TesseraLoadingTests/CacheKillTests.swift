import Foundation
import TesseraTestServer
import Testing

@testable import TesseraLoading

@Suite("A cache whose writers are killed", .serialized)
struct CacheKillTests {
  /// Lies beside the test bundle.
  static let writer: URL = {
    // The bundle of tests is the program that runs.
    let bundle = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: bundle ?? "tests").deletingLastPathComponent().appending(path: "tessera-testserver")
  }()

  /// A process that writes to a cache until it is killed, and says a line after each write.
  private final class Writer {
    let process = Process()
    let output = Pipe()

    init(_ directory: String, seed: Int) throws {
      process.executableURL = CacheKillTests.writer
      process.arguments = ["write-cache", directory, "\(seed)"]
      process.standardOutput = output
      try process.run()
    }

    /// Returns when it has written so many times.
    func wait(writes: Int) {
      var lines = 0
      while lines <= writes {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return }
        lines += data.count { $0 == 10 }
      }
    }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Reads everything; nothing that is found is torn.
  private func check(_ cache: DiskCache) -> Int {
    var found = 0
    for number in 0..<40 {
      guard let data = cache.data(for: "http://example.org/\(number)") else { continue }
      found += 1
      let size = Int(data.metadata.etag?.filter(\.isNumber) ?? "") ?? -1
      #expect(data.bytes == CachePattern.bytes(number: number, size: size))
    }
    return found
  }

  @Test func `after 200 kills at random moments the cache opens clean every time`() throws {
    try withDirectory { path in
      var random = SeededRandom(seed: 7)
      var found = 0
      for round in 0..<200 {
        let writer = try Writer(path, seed: round)
        writer.wait(writes: Int.random(in: 0..<12, using: &random))
        writer.kill()
        let cache = DiskCache(directory: path)
        found += check(cache)
        #expect(cache.statistics.damaged == 0 && cache.statistics.problem == nil)
        cache.store([1], metadata: CacheMetadata(validatedAt: 0, freshUntil: 0), for: "after")
        #expect(cache.data(for: "after")?.bytes == [1])
        // Nothing that the killed process left behind stays.
        let bodies = CacheFile.names(in: path).filter { $0.hasPrefix("b-") || $0.hasPrefix("t-") }
        #expect(bodies.count == cache.statistics.entries)
      }
      #expect(found > 1000)
    }
  }

  @Test func `two processes share a cache while a third reads it`() throws {
    try withDirectory { path in
      let writers = try [Writer(path, seed: 1), Writer(path, seed: 2)]
      let cache = DiskCache(directory: path)
      var found = 0
      for _ in 0..<10 {
        for writer in writers { writer.wait(writes: 10) }
        found += check(cache)
      }
      for writer in writers { writer.kill() }
      #expect(check(cache) > 0 && found > 50)
    }
  }
}
