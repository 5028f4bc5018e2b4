import Testing

@testable import TesseraLoading

@Suite("How long a response is fresh")
struct FreshnessTests {
  private func freshness(_ headers: [(String, String)], status: Int = 200, redirects: [DownloadResponse] = []) -> Double? {
    let response = DownloadResponse(status: status, headers: headers.map { HTTPHeader($0.0, $0.1) }, redirects: redirects)
    return CacheMetadata(response, requestedAt: 784_111_777, receivedAt: 784_111_777).map { $0.freshUntil - 784_111_777 }
  }

  @Test func `dates are read in all three forms`() {
    for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
      #expect(HTTPDate.parse(text) == 784_111_777)
    }
    #expect(HTTPDate.parse("Thu, 29 Feb 2024 00:00:00 GMT") == 1_709_164_800)
    for text in ["", "0", "-1", "yesterday", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Xyz 1994 08:49:37 GMT", "a b c d e f"] {
      #expect(HTTPDate.parse(text) == nil)
    }
  }

  @Test func `max-age precedes Expires, which precedes the heuristic from Last-Modified`() {
    let date = ("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
    let expires = ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT")
    let changed = ("Last-Modified", "Sun, 06 Nov 1994 08:39:37 GMT")
    #expect(freshness([date, expires, changed, ("Cache-Control", "public, MAX-AGE=60")]) == 60)
    #expect(freshness([date, expires, changed]) == 3600)
    #expect(freshness([date, changed]) == 60)
    #expect(freshness([date, ("Last-Modified", "Sun, 06 Nov 1893 08:39:37 GMT")]) == 86400)
    #expect(freshness([date]) == 0)
    #expect(freshness([date, ("Expires", "0")]) == 0)
    #expect(freshness([("Cache-Control", "max-age=x")]) == 0)
  }

  @Test func `numbers beyond the range of integers are the longest time`() {
    let huge = "99999999999999999999"
    #expect(freshness([("Cache-Control", "max-age=\(huge)")]) == 2_147_483_648)
    #expect(freshness([("Cache-Control", "max-age=\"\(huge)\"")]) == 2_147_483_648)
    // An age beyond all limits leaves nothing.
    #expect((freshness([("Cache-Control", "max-age=60"), ("Age", huge)]) ?? 0) < 0)
    for text in ["-1", "+60", "1.5", "0x10", "", "60s"] { #expect(freshness([("Cache-Control", "max-age=\(text)")]) == 0) }
    let response = DownloadResponse(status: 503, headers: [HTTPHeader("Retry-After", huge)])
    #expect(response.retryDelay(now: 0) == 2_147_483_648)
    #expect(DownloadResponse(status: 200, headers: [HTTPHeader("Content-Length", huge)]).contentLength == .max)
  }

  @Test func `directives within quoted strings are ignored`() {
    for text in [
      "private=\"a, no-store, b\", max-age=60", "private=\"a\\\", no-store, b\", max-age=60", "x=\"no-store\", max-age=\"60\"",
      "no-store-not, max-age=60", "\"no-store\"x, MAX-AGE = 60", ",, max-age=60 ,", "max-age=60, max-age=5",
      "x=\"a=b, max-age=5\", max-age=60",
    ] { #expect(freshness([("Cache-Control", text)]) == 60, "\(text)") }
    #expect(freshness([("Cache-Control", "private=\"a\", no-store")]) == nil)
    #expect(freshness([("Cache-Control", "private=\"a\\\\\", no-store")]) == nil)
    // Several header lines are one list.
    #expect(freshness([("Cache-Control", "public"), ("Cache-Control", "max-age=60")]) == 60)
  }

  @Test func `the age that a response has already counts`() {
    #expect(freshness([("Cache-Control", "max-age=60"), ("Age", "50")]) == 10)
    #expect(freshness([("Cache-Control", "max-age=60"), ("Date", "Sun, 06 Nov 1994 08:49:17 GMT")]) == 40)
  }

  @Test func `no-store is not cached, and no-cache is never fresh`() {
    #expect(freshness([("Cache-Control", "no-store, max-age=60")]) == nil)
    #expect(freshness([("Vary", "*")]) == nil)
    #expect(freshness([("Cache-Control", "no-cache, max-age=60")]) == 0)
  }

  @Test func `a redirect holds as long as it says, a permanent one for ever`() {
    let fresh = [("Cache-Control", "max-age=60")]
    #expect(freshness(fresh, redirects: [DownloadResponse(status: 302)]) == 0)
    #expect(freshness(fresh, redirects: [DownloadResponse(status: 301)]) == 60)
    #expect(freshness(fresh, redirects: [DownloadResponse(status: 302, headers: [HTTPHeader("Cache-Control", "max-age=5")])]) == 5)
    #expect(freshness(fresh, redirects: [DownloadResponse(status: 301, headers: [HTTPHeader("Cache-Control", "no-store")])]) == nil)
  }

  @Test func `the age of an entry is unknown after the clock was set back`() {
    let metadata = CacheMetadata(validatedAt: 1_000_000, freshUntil: 2_000_000)
    #expect(metadata.isFresh(at: 1_500_000) && !metadata.isFresh(at: 2_000_001) && !metadata.isFresh(at: 5))
  }

  @Test func `the hash is XXH64`() {
    #expect(CacheJournal.hash("") == 0xEF46_DB37_51D8_E999)
    #expect(CacheJournal.hash("a") == 0xD24E_C4F1_A98C_6E5B)
    #expect(CacheJournal.hash("abc") == 0x44BC_2CF5_AD77_0999)
    #expect(CacheJournal.hash("Nobody inspects the spammish repetition") == 0xFBCE_A83C_8A37_8BF1)
  }
}
