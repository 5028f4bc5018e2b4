import Foundation
import TesseraTestServer
import Testing

/// Where `tessera run` keeps downloads.
@Suite struct CacheOptionTests {
  /// Plays a scene with a picture from the network until that is on the screen. Returns the names of what is in the folders of the cache that was named,
  /// and of the one by default.
  private func play(_ arguments: (Folder) -> [String]) throws -> (named: [String], usual: [String]) {
    let folder = try Folder()
    let frames = folder.url.appending(path: "frames")
    try FileManager.default.createDirectory(at: frames, withIntermediateDirectories: true)
    let red = try folder.write("{tessera: 1, size: [20, 10], root: {type: box, background: red}}", "red.yaml")
    let drawn = try Tool.run(["render", red, "-o", folder.path("red.png")])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let wanted = try folder.data("red.png")
    let server = try TestServer()
    server.serve([UInt8](wanted), at: "/red.png")
    defer { server.stop() }
    let scene = try folder.write(
      "{tessera: 1, size: [20, 10], root: {type: image, source: '\(server.url("/red.png"))', style: {width: 20, height: 10}}}", "scene.yaml"
    )
    let tool = try RunningTool(
      [scene, "--display", "png:\(frames.path)"] + arguments(folder), in: folder, environment: ["XDG_CACHE_HOME": folder.path("usual")])
    try tool.wait("the picture") {
      let names = try FileManager.default.contentsOfDirectory(atPath: frames.path).filter { $0.hasPrefix("frame-") }.sorted()
      return try names.last.map { try Data(contentsOf: frames.appending(path: $0)) == wanted } ?? false
    }
    #expect(tool.end() == 0)
    func names(_ path: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path(path))) ?? [] }
    return (names("named"), names("usual/tessera"))
  }

  @Test func downloadsAreKeptInTheFolderThatIsNamed() throws {
    let (named, usual) = try play { ["--cache", $0.path("named")] }
    #expect(named.contains("journal") && usual.isEmpty)
  }

  @Test func downloadsAreKeptInTheUsualFolder() throws {
    let (named, usual) = try play { _ in [] }
    #expect(named.isEmpty && usual.contains("journal"))
  }

  @Test func downloadsAreKeptNowhere() throws {
    let (named, usual) = try play { _ in ["--cache", "none"] }
    #expect(named.isEmpty && usual.isEmpty)
  }
}
