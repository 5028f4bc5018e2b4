import Foundation
import TesseraTestServer
import Testing

/// `tessera video`: facts, frames and checksums, a frame as a picture, and files that cannot be read.
@Suite struct VideoCommandTests {
  private static let clip = Tool.fixtures.appending(path: "../../../docs/examples/assets/video/clip.mp4").standardizedFileURL.path

  private func facts(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try Tool.run(["video", Self.clip] + arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test func framesTimesAndChecksumsAreListed() throws {
    let all = try facts(["--frames"])
    #expect(all["codec"] as? String == "h264" && all["matrix"] as? String == "bt709" && all["sar"] as? String == "1:1")
    #expect(all["frames"] as? Int == 100 && all["end"] as? Double == 4 && all["keyframes"] as? [Int] == [0, 25, 50, 75])
    let times = try #require(all["pts"] as? [Double])
    #expect(times.count == 100 && zip(times, 0...).allSatisfy { abs($0 - Double($1) * 0.04) < 1e-6 })
    #expect((all["types"] as? String)?.count == 100 && Set(all["yuvMD5"] as? [String] ?? []).count == 100)
    let grids = try #require(all["grids"] as? [[String: Any]])
    #expect(grids.map { $0["frame"] as? Int } == [0, 50, 99])
    let cells = try #require(grids[0]["cells"] as? [[[Int]]])
    #expect(cells.count == 12 && cells.allSatisfy { $0.count == 16 && $0.allSatisfy { $0.count == 3 } })
    // Sky at the top, dark hills at the bottom.
    #expect(cells[0][15][2] > 110 && cells[11][0].allSatisfy { $0 < 80 })
    let plain = try facts([])
    #expect(plain["frames"] as? Int == 100 && plain["yuvMD5"] == nil && plain["grids"] == nil)
    let header = try facts(["--header"])
    #expect(header["duration"] as? Double == 4 && header["frames"] == nil && header["pts"] == nil)
    #expect(try facts(["--header", "--decoder", "software"])["decoder"] as? String == "libavcodec")
    let own = try facts(["--decoder", "reader"])
    #expect(own["reader"] as? String == "tessera" && own["decoder"] as? String == "libopenh264" && own["frames"] as? Int == 100)
    let list = try Tool.run(["video", "--decoders"])
    #expect(list.status == 0 && list.text.hasPrefix("[") && list.errors.isEmpty)
    for (arguments, error) in [
      (["video"], "the argument <file> is missing"),
      (["video", "a", "--decoder", "gpu"], "--decoder must be automatic, software or reader (got gpu)"),
      (["video", "a", "--decoders"], "--decoders takes no file and no other options"),
    ] { #expect(try Tool.run(arguments).errors.contains(error)) }
  }

  @Test func aFileOnAWebServerHasTheSameFacts() throws {
    let server = try TestServer()
    server.serve([UInt8](try Data(contentsOf: URL(filePath: Self.clip))), at: "/clip.mp4")
    func text(_ source: String) throws -> String { try Tool.run(["video", source]).text }
    let url = server.url("/clip.mp4")
    #expect(try text(url).replacing(url, with: Self.clip) == text(Self.clip))
    let missing = try Tool.run(["video", server.url("/none.mp4")])
    #expect(missing.status == 66 && missing.errors.contains("the server answered 404"), "\(missing.errors)")
  }

  @Test func aFrameIsWritten() throws {
    let folder = try Folder()
    for (time, name) in [("0", "a.ppm"), ("2.5", "b.ppm"), ("2.5", "c.ppm")] {
      let outcome = try Tool.run(["video", Self.clip, "-o", folder.path(name), "--time", time])
      #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.errors)")
    }
    #expect(try folder.data("a.ppm").starts(with: Data("P6\n320 180\n".utf8)) && folder.data("a.ppm") != folder.data("b.ppm"))
    #expect(try folder.data("b.ppm") == folder.data("c.ppm"))
  }

  @Test func filesThatCannotBeReadHaveTheirStatus() throws {
    let folder = try Folder()
    try Data("no video".utf8).write(to: URL(filePath: folder.path("text.mp4")))
    for (arguments, status, words) in [
      (["/no/such.mp4"], 66, "no such file"), ([folder.path("text.mp4")], 65, "it is not MP4"),
      ([Self.clip, "--track", "2"], 65, "no video track 2"),
      ([Self.clip, "--time", "1"], 64, "--time needs -o"), ([Self.clip, "--frames", "--header"], 64, "cannot be combined"),
    ] as [([String], Int32, String)] {
      let outcome = try Tool.run(["video"] + arguments)
      #expect(outcome.status == status && outcome.errors.contains(words) && outcome.text.isEmpty, "\(arguments): \(outcome.errors)")
    }
  }
}
