import Testing

@testable import TesseraLoading

@Suite("URLs in messages")
struct URLTextTests {
  @Test func `passwords are not shown`() {
    for (url, shown) in [
      ("http://user:secret@example.org/a.png", "http://user:***@example.org/a.png"),
      ("https://secret@example.org/a.png", "https://***@example.org/a.png"),
      ("http://user:sec@ret@example.org:80/a@b", "http://user:***@example.org:80/a@b"),
      ("http://user:a:b@[::1]:80/", "http://user:***@[::1]:80/"),
      ("http://:secret@example.org", "http://:***@example.org"),
      ("//user:secret@example.org/", "//user:***@example.org/"),
      // A password that should have been escaped.
      ("http://user:sec/ret@example.org/a", "http://user:***@example.org/a"),
      ("http://user:sec#ret@example.org/a", "http://user:***@example.org/a"),
      ("http://user:sec?ret@example.org/a", "http://user:***@example.org/a"),
    ] { #expect(URLText.shown(url) == shown) }
    for url in [
      "http://example.org/a@b", "http://example.org:80/a@b", "http://[::1]/a@b", "http://[::1]:80/a@b",
      "http://example.org/?q=http://u:p@x", "",
      "a/b", "http://", "http://example.org#a:b@c",
    ] { #expect(URLText.shown(url) == url) }
    let error = LoadError(url: "http://user:secret@example.org/a", failure: .status(404))
    #expect("\(error)" == "cannot load http://user:***@example.org/a: the server answered 404 Not Found")
  }

  @Test func `control characters are escaped, and long URLs cut off`() {
    #expect(URLText.shown("http://x/\r\nFATAL: \u{1B}[31m\u{0}") == "http://x/%0D%0AFATAL: %1B[31m%00")
    #expect(URLText.shown("http://x/\u{85}\u{2028}\u{202E}ä€") == "http://x/%C2%85%E2%80%A8%E2%80%AEä€")
    #expect(URLText.shown("http://x/" + String(repeating: "a", count: 100_000)).utf8.count < 600)
    #expect("\(DownloadFailure.notHTTP("a\nb"))" == "the server does not speak HTTP: a%0Ab")
  }

  @Test func `spaces in URLs are escaped as in browsers`() {
    for (url, wanted) in [
      (" http://x/a b?c d ", "http://x/a%20b?c%20d"), ("http://x y/a b", "http://x y/a%20b"), ("http://x", "http://x"), ("   ", ""),
    ] { #expect(URLText.requested(url) == wanted) }
  }

  @Test func `the host is that of the connection`() {
    for (url, host) in [
      ("http://a@EXAMPLE.org/b", "example.org"), ("https://u:p@x:81?q", "x:81"), ("http://[::1]:80/", "[::1]:80"), ("x", "x"), ("", ""),
    ] { #expect(URLText.host(of: url) == host) }
  }
}
