import Foundation
import TesseraGeometry
import Testing

@testable import TesseraLayout

/// Trees with the rectangles that a browser gave them, from the shared folder.
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

  static let all: [ConformanceCase] = ["flexbox", "flexbox-taffy"].flatMap { load(set: $0) }

  private static func load(set: String) -> [ConformanceCase] {
    guard let folder = SharedFolder.url?.appendingPathComponent("conformance/\(set)") else { return [] }
    return load(folder: folder, set: set)
  }

  /// Loads every file of a folder.
  static func load(folder: URL, set: String) -> [ConformanceCase] {
    guard let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) else { return [] }
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { url -> [ConformanceCase] in
      guard let data = try? Data(contentsOf: url), let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        return []
      }
      let defaults = json["defaults"] as? [String: Any] ?? [:]
      return (json["cases"] as? [[String: Any]] ?? []).map {
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

enum SharedFolder {
  /// The folder with conformance sets and bench data: beside the package, or where TESSERA_SHARED says.
  static let url: URL? = {
    let fromEnvironment = ProcessInfo.processInfo.environment["TESSERA_SHARED"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appendingPathComponent("shared")
    return [fromEnvironment, beside].compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("conformance").path)
    }
  }()
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
  @Test(.enabled(if: SharedFolder.url != nil, "the shared folder with the conformance sets is not there; set TESSERA_SHARED"))
  func everyCaseMatchesTheBrowser() {
    var failures: [String] = []
    var runs = 0
    for c in ConformanceCase.all {
      for direction in LayoutDirection.allCases where direction == .ltr || !c.rootSetsDirection {
        runs += 1
        if let difference = c.mismatch(direction) { failures.append("\(c.file)/\(c.name) \(direction): \(difference)") }
      }
    }
    print("conformance: \(ConformanceCase.all.count) cases, \(runs - failures.count) of \(runs) layouts match")
    #expect(ConformanceCase.all.count == 1030)
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  /// Small trees that the engine once got wrong, with the rectangles that a browser gave them.
  @Test func everyTreeThatOnceDifferedMatchesTheBrowser() {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")
    let cases = ConformanceCase.load(folder: folder, set: "Cases")
    #expect(!cases.isEmpty)
    for c in cases {
      for direction in LayoutDirection.allCases where direction == .ltr || !c.rootSetsDirection {
        let difference = c.mismatch(direction)
        #expect(difference == nil, "\(c.name) \(direction)")
      }
    }
  }

  /// For trees that a browser has judged elsewhere: any folder with files of the same format.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TESSERA_CASES"] != nil, "set TESSERA_CASES to a folder of further cases"))
  func furtherCasesMatchTheBrowser() throws {
    let folder = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["TESSERA_CASES"]))
    let cases = ConformanceCase.load(folder: folder, set: folder.lastPathComponent)
    var failures: [String] = []
    for c in cases {
      for direction in LayoutDirection.allCases where direction == .ltr || !c.rootSetsDirection {
        if let difference = c.mismatch(direction) { failures.append("\(c.file)/\(c.name) \(direction): \(difference)") }
      }
    }
    print("further: \(cases.count) cases, \(failures.count) layouts differ")
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }
}
