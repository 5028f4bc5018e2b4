#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import TesseraLoading
import TesseraTestServer

// tessera-testserver DIR [PORT [DELAY_MS]]      serves the files of a folder on 127.0.0.1, with faults on request, until it is ended
// tessera-testserver write-cache DIR SEED       writes bodies to a cache without end: for tests that kill it
@main
enum Command {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 3, words[0] == "write-cache", let seed = UInt64(words[2]) { return writeCache(words[1], seed) }
    guard (1...3).contains(words.count) else {
      say("usage: tessera-testserver DIR [PORT [DELAY_MS]]", to: 2)
      exit(64)
    }
    let port = words.count > 1 ? UInt16(words[1]) ?? 0 : 8080
    let delay = words.count > 2 ? (Double(words[2]) ?? 0) / 1000 : 0
    do {
      let server = try TestServer(root: words[0], port: port, delay: delay)
      say("http://127.0.0.1:\(server.port)/")
      while true { pause() }
    } catch {
      say("tessera-testserver: \(error)", to: 2)
      exit(1)
    }
  }

  /// Writes a line at once.
  private static func say(_ text: String, to file: Int32 = 1) {
    let bytes = Array((text + "\n").utf8)
    // Who has gone needs to hear nothing.
    if write(file, bytes, bytes.count) < 0 { exit(1) }
  }

  /// Bodies whose every byte follows from their URL and size, so that a reader can tell whether one is whole.
  private static func writeCache(_ directory: String, _ seed: UInt64) {
    var options = DiskCache.Options()
    options.byteLimit = 40_000
    let cache = DiskCache(directory: directory, options: options)
    var state = seed &* 2 + 1
    say("ready")
    while true {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Int(state >> 33) % 40
      let size = Int(state >> 40) % 3_000
      let url = "http://example.org/\(number)"
      let bytes = CachePattern.bytes(number: number, size: size)
      cache.store(bytes, metadata: CacheMetadata(etag: "\"\(size)\"", validatedAt: 1e9, freshUntil: 4e9), for: url)
      if number % 5 == 0 { _ = cache.data(for: "http://example.org/\(number + 1)") }
      if number == 7 { cache.remove("http://example.org/8") }
      say(".")
    }
  }
}
