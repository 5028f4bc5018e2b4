import TesseraKit
import Testing

@testable import TesseraScene

/// Locations of assets: in files next to the scene, or on the network.
@Suite struct AssetLocationTests {
  @Test(arguments: [
    ("http://host/a.png", AssetLocation.url("http://host/a.png")),
    ("HTTPS://host/a.png", .url("HTTPS://host/a.png")),
    ("photos/a.png", .file("scenes/photos/a.png")),
    ("/a.png", .file("/a.png")),
    ("c:/a.png", .file("scenes/c:/a.png")),
    ("photo:1.png", .file("scenes/photo:1.png")),
    ("http:a.png", .file("scenes/http:a.png")),
    ("camera:", .live("camera:")),
    ("camera:/dev/video0", .live("camera:/dev/video0")),
    ("rtsp://host/door", .live("rtsp://host/door")),
    ("rtsp:door", .file("scenes/rtsp:door")),
    ("12://a", .file("scenes/12://a")),
    ("://a", .file("scenes/://a")),
    ("", .file("scenes/")),
    ("file:///a%20b/c.png", .file("/a b/c.png")),
    ("FILE://localhost/a.png", .file("/a.png")),
    ("file:/a.png", .file("/a.png")),
    ("file:a.png", .file("scenes/a.png")),
    ("file:///a%2", .file("/a%2")),
    ("file:///a%00b", .file("/a%00b")),
    ("file://other/a.png", .unsupported(scheme: "file")),
    ("ftp://host/a.png", .unsupported(scheme: "ftp")),
    ("data:image/png;base64,AA", .unsupported(scheme: "data")),
  ])
  func aLocationIsAFileOrAURL(text: String, wanted: AssetLocation) { #expect(AssetLocation(text, in: "scenes") == wanted) }

  private func tree(_ nodes: String, data: DataValue = .map([:])) throws -> (AnyNode, SceneData, Locked<[String]>) {
    let scene = try Scene.parse(text: "tessera: 1\nroot: {type: box, children: [\(nodes)]}", directory: "folder", registry: .standard)
    let (values, problems) = (SceneData(data), Locked<[String]>([]))
    values.onProblem = { problem in problems.withLock { $0.append(problem.message) } }
    values.begin(in: SceneEnvironment())
    return (try scene.makeRoot(data: values), values, problems)
  }

  @Test func boundAssetsAreURLsWhereverTheSceneIs() throws {
    let (root, data, problems) = try tree(
      """
      {type: image, id: whole, source: {bind: u}}, {type: image, id: made, source: {bind: "'https://' + host + '/a.png'"}},
      {type: image, each: photos, source: {bind: item}, previews: [{bind: item}, small.png]},
      {type: button, id: button, image: {bind: u}}
      """,
      data: .map([
        "u": .text("http://127.0.0.1/u.png"), "host": .text("example.org"), "photos": .list([.text("HTTP://a/b.png"), .text("c.png")]),
      ]))
    #expect(root.find("whole")?.attribute("source") == .text("http://127.0.0.1/u.png"))
    #expect(root.find("made")?.attribute("source") == .text("https://example.org/a.png"))
    #expect(root.find("button")?.attribute("image") == .text("http://127.0.0.1/u.png"))
    #expect(root.subnodes[2].attribute("source") == .text("HTTP://a/b.png"))
    #expect(root.subnodes[2].attribute("previews") == .list([.text("HTTP://a/b.png"), .text("folder/small.png")]))
    #expect(root.subnodes[3].attribute("source") == .text("folder/c.png"))
    try data.set(.text("other.png"), at: DataPath(["u"]))
    #expect(root.find("whole")?.attribute("source") == .text("folder/other.png"))
    try data.set(.text("file:///tmp/a.png"), at: DataPath(["u"]))
    #expect(root.find("whole")?.attribute("source") == .text("/tmp/a.png"))
    #expect(problems.withLock { $0 } == [])
  }

  @Test func anUnsupportedSchemeIsReported() throws {
    let (_, _, problems) = try tree("{type: image, source: {bind: u}}", data: .map(["u": .text("ftp://host/a.png")]))
    let wanted =
      "attribute `source` of `image` got 'ftp://host/a.png': `ftp:` URLs cannot be loaded; the path of a file, or an http, https or file URL is valid"
    #expect(problems.withLock { $0 } == [wanted])
    let scene = try Scene.parse(
      text: "{tessera: 1, fonts: ['http://a/b.ttf'], root: {type: image, source: 'data:,x'}}", registry: .standard)
    #expect(scene.warnings.contains { $0.message.contains("`data:` URLs cannot be loaded") })
    #expect(scene.warnings.contains { $0.message.contains("fonts are read from files only") })
  }
}
