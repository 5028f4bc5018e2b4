import Foundation
import Testing

@Suite struct RenderTests {
  private let scene = Tool.fixture("plain.yaml")

  /// Width and height as the header of a PNG has them.
  private func size(ofPNG data: Data) -> [Int] {
    guard data.count > 24, data.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]) else { return [] }
    func number(_ at: Int) -> Int { data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return [number(16), number(20)]
  }

  @Test(
    arguments: [
      ([], [60, 40]), (["--size", "100x50"], [100, 50]), (["--scale", "2"], [120, 80]), (["--rotate", "90"], [40, 60]),
      (["--rotate", "180", "--size", "30x20", "--scale", "1.5"], [45, 30]), (["--format", "mono1"], [60, 40]),
    ] as [([String], [Int])])
  func pictureHasTheRequestedSize(arguments: [String], pixels: [Int]) throws {
    let folder = try Folder()
    let outcome = try Tool.run(["render", scene, "-o", folder.path("a.png")] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    #expect(size(ofPNG: try folder.data("a.png")) == pixels)
    #expect(folder.names == ["a.png"])
  }

  @Test(arguments: [
    ("argb8888", 60 * 40 * 4), ("xrgb8888", 60 * 40 * 4), ("rgb888", 60 * 40 * 3), ("rgb565", 60 * 40 * 2), ("gray8", 60 * 40),
    ("gray4", 30 * 40), ("mono1", 8 * 40),
  ]) func rawFilesHoldBareRows(format: String, bytes: Int) throws {
    let outcome = try Tool.run(["render", scene, "-o", "-", "--format", format])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.count == bytes)
  }

  /// Rows are painted by the fastest loops that the processor has; each set of them must compute the same integers.
  @Test(arguments: ["showcase.yaml", "paper.yaml", "table.yaml"]) func everyInstructionSetDrawsTheSamePixels(example: String) throws {
    let examples = Tool.fixtures.appending(path: "../../../docs/examples").standardizedFileURL
    func pixels(_ set: String) throws -> Data {
      let outcome = try Tool.run(
        ["render", examples.appending(path: example).path, "-o", "-", "--format", "argb8888", "--size", "611x403"],
        limits: "export TESSERA_SIMD=\(set)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    let fastest = try pixels("")
    #expect(fastest.count == 611 * 403 * 4)
    for set in ["avx2", "default"] { #expect(try pixels(set) == fastest, "\(set)") }
  }

  /// Examples that no other test shows.
  @Test(arguments: [
    "car-map", "carousel", "contacts", "energy", "icon-set", "large-title", "note", "seats", "sign-in", "tickets", "files", "sounds",
  ])
  func examplesAreDrawnWithoutAWarning(name: String) throws {
    let examples = Tool.fixtures.appending(path: "../../../docs/examples").standardizedFileURL
    let outcome = try Tool.run(
      ["render", examples.appending(path: "\(name).yaml").path, "-o", "-", "--format", "gray8", "--strict", "--cache", "none"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(Set(outcome.output).count > 20)
  }

  /// Vector animation, moving pictures and icons, each at a time of its own.
  @Test(arguments: [("lottie.yaml", "0.5"), ("moving.yaml", "0.5"), ("icons.yaml", "0"), ("photos.yaml", "0")])
  func examplesWithPicturesOfOtherFormatsAreDrawn(example: String, time: String) throws {
    let examples = Tool.fixtures.appending(path: "../../../docs/examples").standardizedFileURL
    let outcome = try Tool.run(["render", examples.appending(path: example).path, "-o", "-", "--format", "argb8888", "--time", time])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    // A picture that is missing leaves a few flat colours.
    let colors = Set(stride(from: 0, to: outcome.output.count - 3, by: 4).map { outcome.output[$0..<$0 + 3].map { $0 } })
    #expect(colors.count > 100, "\(colors.count)")
  }

  @Test(
    arguments: [
      (["--safe-area", "5"], 5, 5), (["--safe-area", "0,0,0,12"], 12, 0), ([], 3, 2),
    ] as [([String], Int, Int)]) func contentKeepsOutOfTheSafeAreaInsets(arguments: [String], x: Int, y: Int) throws
  {
    let folder = try Folder()
    let scene = """
      tessera: 1
      size: [60, 40]
      background: white
      safeArea: [2, 0, 0, 3]
      root: {type: box, safeArea: all, children: [{type: box, background: black, style: {flexGrow: 1}}]}
      """
    try Data(scene.utf8).write(to: URL(fileURLWithPath: folder.path("scene.yaml")))
    let outcome = try Tool.run(["render", folder.path("scene.yaml"), "-o", "-", "--format", "gray8"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let dark = outcome.output.enumerated().first { $0.element < 128 }?.offset
    #expect(dark == y * 60 + x)
  }

  @Test(arguments: ["1,2", "-3", "wide", "1,2,3,x"]) func anInvalidSafeAreaIsAUsageError(text: String) throws {
    let outcome = try Tool.run(["render", scene, "-o", "-", "--safe-area=\(text)"])
    #expect(outcome.status == 64)
  }

  @Test func pixelsMatchTheScene() throws {
    let rows = try Tool.run(["render", scene, "-o", "-", "--format", "rgb888"]).output
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(rows[(y * 60 + x) * 3..<(y * 60 + x) * 3 + 3]) }
    #expect(pixel(0, 0) == [255, 255, 255])
    #expect(pixel(20, 20) == [0x33, 0x66, 0x99])
    // Half of red on white.
    #expect(pixel(50, 20)[0] == 255)
    #expect((127...128).contains(pixel(50, 20)[1]))
  }

  @Test func everyRouteGivesTheSamePicture() throws {
    let folder = try Folder()
    let reference = try Tool.run(["render", scene, "-o", "-"]).output
    for threads in ["1", "2", "4"] {
      #expect(try Tool.run(["render", scene, "-o", "-", "--threads", threads]).output == reference)
    }
    _ = try Tool.run(["render", scene, "-o", folder.path("a.png"), "--time", "0.5"])
    #expect(try folder.data("a.png") == reference)
    _ = try Tool.run(["render", scene, "-o", folder.path("a.ppm")])
    #expect(try folder.data("a.ppm").prefix(13) == Data("P6\n60 40\n255\n".utf8))
  }

  @Test func statisticsAreJSON() throws {
    let outcome = try Tool.run(["render", scene, "-o", "-", "--stats"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any])
    #expect(object["nodes"] as? Int == 3)
    let times = try #require(object["frameTimes"] as? [String: Any])
    #expect((times["frames"] as? Int ?? 0) > 0 && (times["composite"] as? [String: Double])?.keys.sorted() == ["most", "p50", "p99"])
  }

  @Test func aTraceIsWrittenWholeOrNotAtAll() throws {
    let folder = try Folder()
    let outcome = try Tool.run(["render", scene, "-o", folder.path("a.png"), "--trace", folder.path("trace.json")])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let object = try #require(try JSONSerialization.jsonObject(with: try folder.data("trace.json")) as? [String: Any])
    let events = try #require(object["traceEvents"] as? [[String: Any]])
    #expect(Set(events.compactMap { $0["name"] as? String }).isSuperset(of: ["frame", "layout", "composite"]))
    let nowhere = try Tool.run(["render", scene, "-o", folder.path("b.png"), "--trace", folder.path("none/trace.json")])
    #expect(nowhere.status == 73 || nowhere.status == 66 || nowhere.status == 74)
    #expect(folder.names == ["a.png", "b.png", "trace.json"])
  }

  @Test func existingFileIsReplacedWholeOrKept() throws {
    let folder = try Folder()
    let file = try folder.write("old", "a.png")
    let broken = try folder.write("tessera: 1\nroot: {type: image, source: none.png}\n", "broken.yaml")
    let strict = try Tool.run(["render", broken, "-o", file, "--strict"])
    #expect(strict.status == 65)
    #expect(strict.errors.contains("broken.yaml:2:29: warning: "))
    #expect(try folder.data("a.png") == Data("old".utf8))
    let large = try Tool.run(["render", scene, "-o", file, "--size", "2000x2000"], limits: "ulimit -f 1")
    #expect(large.status == 74, "\(large.errors)")
    #expect(try folder.data("a.png") == Data("old".utf8))
    #expect(folder.names == ["a.png", "broken.yaml"])
    #expect(try Tool.run(["render", scene, "-o", file]).status == 0)
    #expect(size(ofPNG: try folder.data("a.png")) == [60, 40])
  }

  @Test func fullDiskAndClosedPipeAreErrors() throws {
    let full = try Tool.run(["render", scene, "-o", "-"], output: FileHandle(forWritingTo: URL(filePath: "/dev/full")))
    #expect(full.status == 74)
    #expect(full.errors.contains("no space left"))
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let closed = try Tool.run(["render", scene, "-o", "-", "--size", "500x500"], output: pipe.fileHandleForWriting)
    #expect(closed.status == 74)
    #expect(closed.errors.contains("closed the pipe"))
    let nodes = Pipe()
    try nodes.fileHandleForReading.close()
    #expect(try Tool.run(["nodes"], output: nodes.fileHandleForWriting).status == 74)
  }
}
