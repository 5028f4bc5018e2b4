import Foundation
import TesseraTestServer
import Testing

/// `tessera render` with pictures from servers that fail.
@Suite struct NetworkRenderTests {
  private let folder: Folder
  private let server: TestServer

  init() throws {
    folder = try Folder()
    server = try TestServer()
    server.serve(Self.bitmap(255, 0, 0), at: "/red")
    server.serve(Self.bitmap(0, 0, 255), at: "/blue")
    server.serve(Self.bitmap(0, 0, 255, height: 96), at: "/tall")
  }

  /// A BMP of one color.
  private static func bitmap(_ red: UInt8, _ green: UInt8, _ blue: UInt8, width: Int = 64, height: Int = 64) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    let pixels = (0..<width * height).flatMap { _ in [blue, green, red] }
    let parts: [[UInt8]] = [
      Array("BM".utf8), number(54 + pixels.count, 4), number(0, 4), number(54, 4), number(40, 4), number(width, 4), number(height, 4),
      number(1, 2),
      number(24, 2), number(0, 4), number(pixels.count, 4), [UInt8](repeating: 0, count: 16), pixels,
    ]
    return parts.flatMap { $0 }
  }

  /// Renders one picture of 64 x 64. Returns how the tool ended, and the first and last pixel; nil: nothing was written.
  private func render(_ url: String, _ arguments: [String] = []) throws -> (outcome: Tool.Outcome, pixels: [[UInt8]]?) {
    let style = "style: {width: 64, height: 64}"
    let scene = try folder.write(
      "{tessera: 1, size: [64, 64], root: {type: image, contentMode: stretch, source: '\(url)', \(style)}}", "scene.yaml")
    try? FileManager.default.removeItem(at: folder.url.appending(path: "out.ppm"))
    let outcome = try Tool.run(["render", scene, "-o", folder.path("out.ppm"), "--cache", folder.path("cache")] + arguments)
    guard let data = try? folder.data("out.ppm") else { return (outcome, nil) }
    let pixels = [UInt8](data.suffix(64 * 64 * 3))
    return (outcome, [Array(pixels.prefix(3)), Array(pixels.suffix(3))])
  }

  @Test(arguments: ["/blue", "/tall"]) func `two versions of a picture are not joined, and neither are they in the cache`(other: String)
    throws
  {
    let url = server.url("/red?cut=6000&times=1&other=\(other)")
    for _ in 0..<2 {
      let (outcome, pixels) = try render(url)
      #expect(outcome.status == 0 && pixels == [[255, 0, 0], [255, 0, 0]], "\(outcome.errors)")
    }
  }

  @Test(arguments: ["login=1", "redirect=/page", "status=204", "redirect=/empty"])
  func `a page of a log-in leaves the good copy, which is there offline as well`(fault: String) throws {
    server.serve(Array("<html>log in</html>".utf8), at: "/page")
    server.serve([], at: "/empty")
    let url = server.url("/red?control=max-age%3D0&after=1&times=2&\(fault)")
    for _ in 0..<2 { #expect(try render(url).pixels?.first == [255, 0, 0]) }
    server.stop()
    #expect(try render(url).pixels?.first == [255, 0, 0])
  }

  @Test func `a picture that cannot be decoded ends with 65, from the network and from the cache`() throws {
    let url = server.url("/cut?control=max-age%3D1000")
    server.serve(Array(Self.bitmap(255, 0, 0).dropLast(2000)), at: "/cut")
    for _ in 0..<4 {
      let (outcome, pixels) = try render(url, ["--strict"])
      #expect(outcome.status == 65 && pixels == nil && outcome.errors.contains("/cut"), "\(outcome.errors)")
    }
    // None was kept.
    #expect(server.requests.count == 4 && server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
    server.serve(Self.bitmap(0, 0, 255), at: "/cut")
    #expect(try render(url, ["--strict"]).outcome.status == 0)
  }

  @Test func `messages have no passwords and no control characters of URLs`() throws {
    let url = server.url("/none").replacing("http://", with: "http://user:secret@")
    let (outcome, _) = try render(url)
    #expect(outcome.errors.contains("user:***@127.0.0.1") && !outcome.errors.contains("secret"), "\(outcome.errors)")
    let late = try render(server.url("/red?silent=1").replacing("http://", with: "http://user:secret@"), ["--timeout", "0"]).outcome
    #expect(late.errors.contains("was not loaded") && !late.errors.contains("secret"), "\(late.errors)")
    let kept = try render(server.url("/red").replacing("http://", with: "http://user:secret@"))
    #expect(kept.pixels?.first == [255, 0, 0])
    let journal = try String(decoding: folder.data("cache/journal"), as: UTF8.self)
    #expect(!journal.contains("secret"))
    let scene = try folder.write(
      #"{"tessera": 1, "size": [8, 8], "root": {"type": "image", "source": "http://127.0.0.1:1/a\r\nFATAL"}}"#, "odd.json")
    let odd = try Tool.run(["render", scene, "-o", folder.path("odd.png"), "--cache", "none", "--timeout", "0"])
    #expect(odd.errors.contains("/a%0D%0AFATAL") && !odd.errors.contains("\r"), "\(odd.errors)")
  }

  @Test func `missing certificate files are reported by name`() throws {
    let scene = Tool.fixture("plain.yaml")
    for (option, value, message) in [
      ("--ca-file", "/nowhere.pem", "cannot open /nowhere.pem: no such file; --ca-file must be a PEM file of certificates"),
      ("--ca-file", "/tmp", "cannot open /tmp: it is a folder; --ca-file must be a PEM file of certificates"),
      ("--ca-folder", scene, "it is not a folder; --ca-folder must be a folder of PEM files of certificates"),
    ] {
      let outcome = try Tool.run(["render", scene, "-o", folder.path("a.png"), option, value])
      #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
