import Foundation
import TesseraGeometry
import Testing

@testable import TesseraLayout

/// Trees with the rectangles that a browser gave them.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let file: String
  let name: String
  let tree: LayoutTree
  let available: AvailableSize
  let tolerance: Double
  let expected: [Rect]
  let expectedRTL: [Rect]
  let rootSetsDirection: Bool

  var testDescription: String { "\(file)/\(name)" }

  /// Folder of the cases; `yoga` and `taffy` in it are the conformance sets.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")

  /// Loads every file of a folder.
  static func load(folder: URL, set: String) throws -> [ConformanceCase] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { url -> [ConformanceCase] in
      let json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any], "\(url.path)")
      let defaults = json["defaults"] as? [String: Any] ?? [:]
      return try #require(json["cases"] as? [[String: Any]], "\(url.path)").map {
        ConformanceCase($0, file: "\(set)/\(url.lastPathComponent)", defaults: defaults)
      }
    }
  }

  private init(_ json: [String: Any], file: String, defaults: [String: Any]) {
    self.file = file
    name = json["name"] as? String ?? "?"
    let all = defaults.merging(json["defaults"] as? [String: Any] ?? [:]) { $1 }
    let root = json["root"] as? [String: Any] ?? [:]
    tree = TreeJSON.tree(root, defaults: all)
    let space = json["available"] as? [String: Any] ?? [:]
    func extent(_ key: String) -> AvailableSize.Extent { (space[key] as? NSNumber).map { .definite($0.doubleValue) } ?? .unlimited }
    available = AvailableSize(width: extent("width"), height: extent("height"))
    tolerance = (json["tolerance"] as? NSNumber)?.doubleValue ?? 0.02
    expected = Self.rects(json["expected"])
    expectedRTL = json["expected_rtl"] == nil ? expected : Self.rects(json["expected_rtl"])
    rootSetsDirection = (root["style"] as? [String: Any])?["direction"] != nil
  }

  private static func rects(_ json: Any?) -> [Rect] {
    var out: [Rect] = []
    func walk(_ node: [String: Any]) {
      func v(_ k: String) -> Double { (node[k] as? NSNumber)?.doubleValue ?? .nan }
      out.append(Rect(v("x"), v("y"), v("width"), v("height")))
      for child in node["children"] as? [[String: Any]] ?? [] { walk(child) }
    }
    if let first = (json as? [[String: Any]])?.first { walk(first) }
    return out
  }

  /// Returns what differs, or nil.
  func mismatch(_ direction: LayoutDirection) -> String? {
    let result = tree.layout(available: available, direction: direction)
    let wanted = direction == .rtl ? expectedRTL : expected
    guard wanted.count == result.frames.count else { return "\(result.frames.count) boxes instead of \(wanted.count)" }
    var lines: [String] = []
    for (i, (is_, should)) in zip(result.frames, wanted).enumerated() {
      let worst = max(
        abs(is_.minX - should.minX), abs(is_.minY - should.minY), abs(is_.width - should.width), abs(is_.height - should.height))
      if !(worst <= tolerance) { lines.append("#\(i) is \(short(is_)), should be \(short(should))") }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }
}

private func short(_ r: Rect) -> String {
  func s(_ v: Double) -> String { String(format: "%g", (v * 1000).rounded() / 1000) }
  return "(\(s(r.minX)),\(s(r.minY)) \(s(r.width))x\(s(r.height)))"
}

/// Trees from JSON nodes `{style, children}`.
enum TreeJSON {
  static func tree(_ root: [String: Any], defaults: [String: Any]) -> LayoutTree {
    let base = style(defaults, over: LayoutStyle())
    return LayoutTree { b in append(root, base, to: &b) }
  }

  private static func append(_ node: [String: Any], _ base: LayoutStyle, to b: inout LayoutBuilder) {
    let own = style(node["style"] as? [String: Any] ?? [:], over: base)
    b.container(style: own) { b in
      for child in node["children"] as? [[String: Any]] ?? [] { append(child, base, to: &b) }
    }
  }

  private static func style(_ keys: [String: Any], over base: LayoutStyle) -> LayoutStyle {
    var style = base
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
      do {
        if let number = value as? NSNumber {
          try style.set(key: key, value: .number(number.doubleValue))
        } else if let text = value as? String {
          try style.set(key: key, value: .text(text))
        } else {
          Issue.record("\(key): \(value) is neither number nor text")
        }
      } catch {
        Issue.record("\(error)")
      }
    }
    return style
  }
}

@Suite struct ConformanceTests {
  @Test(arguments: [("yoga", 568), ("taffy", 462)]) func everyCaseOfASetMatchesTheBrowser(set: String, count: Int) throws {
    let cases = try ConformanceCase.load(folder: ConformanceCase.folder.appendingPathComponent(set), set: set)
    #expect(cases.count == count)
    expectMatches(cases)
  }

  /// Small trees that the engine once got wrong, and those in the folder that the environment variable `TESSERA_CASES` names.
  @Test func everyTreeThatOnceDifferedMatchesTheBrowser() throws {
    let further = ProcessInfo.processInfo.environment["TESSERA_CASES"].map { URL(fileURLWithPath: $0) }
    for folder in [ConformanceCase.folder] + (further.map { [$0] } ?? []) {
      let cases = try ConformanceCase.load(folder: folder, set: folder.lastPathComponent)
      #expect(!cases.isEmpty, "\(folder.path) has no cases")
      expectMatches(cases)
    }
  }

  @Test func aSetThatIsMissingOrDamagedIsAnError() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    #expect(throws: (any Error).self) { try ConformanceCase.load(folder: folder, set: "missing") }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{\"cases\":[".utf8).write(to: folder.appendingPathComponent("cut.json"))
    #expect(throws: (any Error).self) { try ConformanceCase.load(folder: folder, set: "damaged") }
  }

  private func expectMatches(_ cases: [ConformanceCase]) {
    for c in cases {
      for direction in LayoutDirection.allCases where direction == .ltr || !c.rootSetsDirection {
        let difference = c.mismatch(direction)
        #expect(difference == nil, "\(c.file)/\(c.name) \(direction)")
      }
    }
  }
}
