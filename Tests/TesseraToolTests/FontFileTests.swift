import Foundation
import Testing

/// Fonts that are none, in scenes and on the command line: what is said of them, and that text is shown all the same.
@Suite struct FontFileTests {
  static let font = Tool.fixtures.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "CRender/fonts/TesseraSans.ttf")

  enum Broken: String, CaseIterable {
    case truncated, random, empty, hugeTable, manyTables, collection, pipe, device, unreadable, missing

    /// Makes it in `folder`; returns its path and what is said of it.
    func make(in folder: Folder) throws -> (path: String, reason: String) {
      let path = folder.path("\(rawValue).ttf")
      let good = try Data(contentsOf: FontFileTests.font)
      func write(_ data: Data) throws { try data.write(to: URL(filePath: path)) }
      switch self {
      case .truncated:
        try write(good.prefix(good.count * 3 / 4))
        return (path, "bytes, and it has \(good.count * 3 / 4)")
      case .random:
        try write(Data((0..<4000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }))
        return (path, "it does not begin like a TrueType, OpenType or font collection file")
      case .empty:
        try write(Data())
        return (path, "0 bytes are too few for a font")
      case .hugeTable:
        var data = good
        // The length in the second record of the directory.
        data.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFE])
        try write(data)
        return (path, "it is cut off: its tables take 429")
      case .manyTables:
        var data = good.prefix(100)
        data.replaceSubrange(4..<6, with: [0xFF, 0xFF])
        try write(data)
        return (path, "it does not begin like a TrueType, OpenType or font collection file")
      case .collection:
        try write(Data("ttcf".utf8) + Data([0, 1, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xF0]) + Data(count: 40))
        return (path, "it has no glyphs")
      case .pipe:
        #expect(mkfifo(path, 0o600) == 0)
        return (path, "it is a pipe, not a file")
      case .device: return ("/dev/null", "it is a device, not a file")
      // Nobody can read its beginning, not even who may read everything.
      case .unreadable: return ("/proc/self/mem", "it cannot be read (")
      case .missing: return (path, "no such file")
      }
    }
  }

  private func scene(_ font: String?, in folder: Folder) throws -> String {
    let fonts = font.map { "fonts: ['\($0)']\n" } ?? ""
    return try folder.write(
      "tessera: 1\nsize: [160, 40]\nbackground: white\n\(fonts)root: {type: text, font: Nobody's, string: Letters}\n", "scene.yaml")
  }

  @Test(arguments: Broken.allCases) func aBrokenFontIsReportedAndReplaced(broken: Broken) throws {
    let folder = try Folder()
    let expected = try Tool.run(["render", try scene(nil, in: folder), "-o", "-"])
    let (path, reason) = try broken.make(in: folder)
    let file = try scene(path, in: folder)
    let outcome = try Tool.run(["render", file, "-o", "-"], limits: "ulimit -t 20")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == expected.output && !expected.output.isEmpty)
    let said = broken == .missing ? "scene.yaml:4:9: warning: element 1 of `fonts` of the scene: cannot open " : reason
    #expect(outcome.errors.contains("warning: ") && outcome.errors.contains(path) && outcome.errors.contains(said), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").filter { !$0.contains("Nobody's") }.count == 1, "\(outcome.errors)")
    let strict = try Tool.run(["render", file, "-o", folder.path("a.png"), "--strict"])
    #expect(strict.status == 65 && strict.errors.contains(path) && !folder.names.contains("a.png"))
  }

  @Test(arguments: Broken.allCases) func aRequestedBrokenFontIsAnError(broken: Broken) throws {
    let folder = try Folder()
    let file = try scene(nil, in: folder)
    let (path, reason) = try broken.make(in: folder)
    for command in [["render", file, "-o", "-"], ["layout", file]] {
      let outcome = try Tool.run(command + ["--fonts", path])
      let cannotBeRead = [.pipe, .device, .unreadable, .missing].contains(broken)
      #expect(outcome.status == (cannotBeRead ? 66 : 65), "\(outcome.errors)")
      #expect(outcome.errors.contains(path) && outcome.errors.contains(reason) && outcome.output.isEmpty, "\(outcome.errors)")
    }
  }

  @Test func aDirectoryAddsItsFontsAndReportsOtherFiles() throws {
    let folder = try Folder()
    let fonts = folder.path("fonts")
    try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Self.font.path, toPath: fonts + "/good.ttf")
    try Data("no font at all".utf8).write(to: URL(filePath: fonts + "/bad.otf"))
    #expect(mkfifo(fonts + "/pipe.ttf", 0o600) == 0)
    for isOfScene in [true, false] {
      let file = try scene(isOfScene ? fonts : nil, in: folder)
      let outcome = try Tool.run(["render", file, "-o", "-"] + (isOfScene ? [] : ["--fonts", fonts]))
      #expect(outcome.status == 0 && !outcome.output.isEmpty)
      let said = outcome.errors.split(separator: "\n").filter { !$0.contains("Nobody's") }
      #expect(outcome.errors.contains("bad.otf") && said.count == 1, "\(outcome.errors)")
    }
  }

  @Test func anUnknownFamilyIsReportedWithTheNearestName() throws {
    let folder = try Folder()
    func run(_ font: String, _ arguments: [String] = []) throws -> Tool.Outcome {
      let file = try folder.write("tessera: 1\nroot: {type: text, font: \(font), string: Letters}\n", "scene.yaml")
      return try Tool.run(["render", file, "-o", folder.path("a.png")] + arguments)
    }
    let outcome = try run("Tessera Sanz")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "tessera: warning: font family `Tessera Sanz` not found; using a fallback font; did you mean `Tessera Sans`?\n")
    #expect(try run("Nobody's").errors == "tessera: warning: font family `Nobody's` not found; using a fallback font\n")
    #expect(try run("Nobody's", ["--strict"]).status == 65)
    // One that is known is enough, and what CSS calls a font may be any.
    for font in ["[Nobody's, Tessera Sans]", "[Nobody's, monospace]", "Tessera Sans"] { #expect(try run(font, ["--strict"]).status == 0) }
  }

  @Test func lightTextIsHeavierUnlessItsCoverageIsExact() throws {
    let folder = try Folder()
    func picture(_ color: String, _ background: String, _ arguments: [String]) throws -> Data {
      let file = try folder.write(
        "tessera: 1\nsize: [160, 40]\nbackground: \(background)\nroot: {type: text, color: \(color), string: Letters}\n", "scene.yaml")
      let outcome = try Tool.run(["render", file, "-o", "-", "--format", "gray8"] + arguments)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.output
    }
    func light(_ data: Data) -> Int { data.reduce(0) { $0 + Int($1) } }
    let adjusted = try picture("white", "black", ["--text-coverage", "adjusted"])
    let exact = try picture("white", "black", ["--text-coverage", "exact"])
    #expect(try adjusted == picture("white", "black", []))
    #expect(light(adjusted) > light(exact) * 21 / 20)
    // Exact: as much as black takes from white, but for rounding.
    let black = try picture("black", "white", ["--text-coverage", "exact"])
    #expect(zip(exact, black).allSatisfy { abs(Int($0) + Int($1) - 255) <= 1 })
    #expect(try black == picture("black", "white", []))
  }

  @Test func lettersOfOneBitPerPixelAreBlackAndWhiteByDefault() throws {
    let folder = try Folder()
    let file = try folder.write(
      "tessera: 1\nsize: [160, 40]\nbackground: white\nroot: {type: text, color: '#888888', string: Letters}\n", "scene.yaml")
    func picture(_ arguments: String...) throws -> Data {
      let outcome = try Tool.run(["render", file, "-o", "-"] + arguments)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.output
    }
    let mono = try picture("--format", "mono1")
    #expect(try mono == picture("--format", "mono1", "--text-antialiasing", "bilevel"))
    #expect(try mono != picture("--format", "mono1", "--text-antialiasing", "grayscale"))
    #expect(try Set(picture("--format", "gray8", "--text-antialiasing", "bilevel")) == [0, 255])
    #expect(try Set(picture("--format", "gray8")).count > 2)
    #expect(try Tool.run(["render", file, "-o", "-", "--text-antialiasing", "bold"]).status == 64)
  }

  @Test(arguments: ["render", "run"]) func aMissingCoverageIsAnInvalidArgument(command: String) throws {
    let end = command == "run" ? ["--frames", "1"] : ["-o", "-"]
    let outcome = try Tool.run([command, Tool.fixture("plain.yaml"), "--text-coverage", "gamma"] + end)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    for word in ["gamma", "adjusted", "exact"] { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
  }
}
