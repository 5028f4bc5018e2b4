import Foundation
import Testing

/// A process that reads its scene again and again.
@Suite struct ReloadTests {
  private static let fonts = Tool.fixtures.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/examples/assets/fonts")

  /// A font whose letters have colours.
  private static let colors = "../../../../Tests/TesseraRenderTests/Fixtures/colors-v1.ttf"

  /// Replaces a file by another, as package managers do.
  private func put(_ source: String, at path: String) throws {
    try? FileManager.default.removeItem(atPath: path + ".new")
    try FileManager.default.copyItem(atPath: Self.fonts.appending(path: source).path, toPath: path + ".new")
    #expect(rename(path + ".new", path) == 0)
  }

  private struct Holdings: CustomStringConvertible {
    var descriptors, mappings, fontMappings, kilobytes: Int
    var description: String {
      "\(descriptors) descriptors, \(mappings) mappings, \(fontMappings) of them of fonts, \(kilobytes) KiB resident"
    }

    init(_ tool: RunningTool, fonts: String) throws {
      let lines = try tool.mappings()
      descriptors = try tool.descriptors().count
      mappings = lines.count
      fontMappings = lines.count { $0.contains(fonts) }
      kilobytes = try tool.status("VmRSS")
    }
  }

  @Test func aHundredReloadsKeepFewFontsAndShowTheInstalledOne() throws {
    let folder = try Folder()
    let pictures = folder.path("frames")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    let (changing, other) = (folder.path("changing.ttf"), folder.path("other.ttf"))
    try put("NotoSans-Regular.ttf", at: changing)
    try put("NotoSansArabic-Regular.ttf", at: other)
    let scene = try folder.write(
      """
      tessera: 1
      size: [200, 80]
      background: white
      fonts: [changing.ttf, other.ttf]
      root:
        type: box
        children:
          - {type: text, font: [Colors, Noto Sans], fontSize: 24, string: AB}
          - {type: text, font: Noto Sans Arabic, fontSize: 24, string: "\u{0633}\u{0644}\u{0627}\u{0645}"}
      """, "scene.yaml")
    let supervisor = try FakeSupervisor()
    let tool = try RunningTool(
      [scene, "--display", "png:\(pictures)", "--threads", "2"], in: folder, environment: ["NOTIFY_SOCKET": supervisor.path])
    supervisor.wait(for: "READY=1")
    func lastPicture() throws -> Data? {
      let names = try FileManager.default.contentsOfDirectory(atPath: pictures).filter { $0.hasPrefix("frame-") }.sorted()
      return try names.last.map { try Data(contentsOf: URL(filePath: pictures).appending(path: $0)) }
    }
    func reload() {
      kill(tool.process.processIdentifier, SIGHUP)
      supervisor.wait(for: "RELOADING=1")
      supervisor.wait(for: "READY=1")
    }
    /// The font whose file lies there now, shown after a reload.
    func replace(by font: String) throws -> Data {
      try put(font, at: changing)
      let wanted = try Tool.run(["render", scene, "-o", folder.path("wanted.png")])
      #expect(wanted.status == 0, "\(wanted.errors)")
      let picture = try folder.data("wanted.png")
      reload()
      try tool.wait("the picture with \(font)") { try lastPicture() == picture }
      return picture
    }
    // Both fonts have been there before anything is counted.
    let colored = try replace(by: Self.colors)
    let regular = try replace(by: "NotoSans-Regular.ttf")
    #expect(colored != regular)
    for _ in 0..<8 { reload() }
    let early = try Holdings(tool, fonts: folder.url.path)
    for round in 1...9 {
      _ = try replace(by: round % 2 == 1 ? Self.colors : "NotoSans-Regular.ttf")
      for _ in 0..<9 { reload() }
    }
    _ = try replace(by: "NotoSans-Regular.ttf")
    let after = try Holdings(tool, fonts: folder.url.path)
    print("reloads: \(early), then \(after)")
    let what: Comment = "\(early), then \(after)"
    // Its threads may have a file open at this moment; a leak would be ten descriptors, one for each replaced font, or ninety.
    #expect(after.descriptors <= early.descriptors + 4, what)
    #expect(after.fontMappings == early.fontMappings, what)
    // Stacks and arenas of the allocator are mapped when they are first needed.
    #expect(after.mappings <= early.mappings + 16, what)
    // A sanitizer has terabytes of addresses, and keeps what was freed: then there is nothing to weigh.
    if try tool.status("VmSize") < 1 << 30 { #expect(after.kilobytes <= early.kilobytes + 4096, what) }
    #expect(tool.end() == 0)
  }
}
