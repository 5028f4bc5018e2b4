import Foundation
import TesseraKit
import TesseraScene
import Testing

@testable import TesseraTool

@Suite struct LayoutTests {
  @Test func treeIsPrintedWithTypeIdFrameAndReasons() throws {
    let outcome = try Tool.run(["layout", Tool.fixture("plain.yaml")])
    #expect(
      outcome.text == """
        box #root  0,0 60x40  row  in at most 60 x at most 40
            width stretched; height stretched
          box #left  5,5 36x30  in at most 50 x definite 30
              width content, flexed: grew 36.3 of 36.3; height stretched
          box #right  45,13 10x15  in at most 50 x at most 30
              width given 10.2; height percent 50 of 30

        """)
    let brief = try Tool.run(["layout", Tool.fixture("plain.yaml"), "--brief", "--id", "right", "--unrounded"])
    #expect(brief.text == "box #right  44.8,12.5 10.2x15  in at most 50 x at most 30\n")
    let cut = try Tool.run(["layout", Tool.fixture("plain.yaml"), "--brief", "--depth", "1"])
    #expect(cut.text == "box #root  0,0 60x40  row  in at most 60 x at most 40\n  ... 2 more inside\n")
  }

  @Test func anUnknownIdIsAnError() throws {
    for format in [[], ["--json"], ["--ascii"]] {
      let outcome = try Tool.run(["layout", Tool.fixture("plain.yaml"), "--id", "middle"] + format)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("no node with the id `middle`"))
      #expect(outcome.text.isEmpty)
    }
    #expect(try Tool.run(["layout", Tool.fixture("plain.yaml"), "--depth", "0"]).status == 64)
  }

  @Test func asciiDrawsTheNestedBoxes() throws {
    let outcome = try Tool.run(["layout", Tool.fixture("plain.yaml"), "--ascii"])
    #expect(
      outcome.text == """
        +- box #root row -------+
        | box #left  box #right |
        +-----------------------+

        """)
    let boxes = try Tool.run(["layout", Tool.fixture("plain.yaml"), "--boxes", "--columns", "61"])
    #expect(boxes.text.hasPrefix("+box #root-----"))
    #expect(boxes.text.contains("|    +box #left-----") && boxes.text.split(separator: "\n").count == 21)
    #expect(try Tool.run(["layout", Tool.fixture("plain.yaml"), "--boxes", "--ascii"]).status == 64)
  }

  @Test func jsonHasTypeIdAndFrame() throws {
    let json = try #require(
      try JSONSerialization.jsonObject(with: Tool.run(["layout", Tool.fixture("plain.yaml"), "--json", "--unrounded"]).output)
        as? [String: Any])
    let children = try #require(json["children"] as? [[String: Any]])
    #expect(children.compactMap { $0["id"] as? String } == ["left", "right"])
    let frame = try #require(children[1]["frame"] as? [String: Double])
    #expect(abs((frame["width"] ?? 0) - 10.2) < 1e-9)
    #expect(frame["height"] == 15)
    let free = try Tool.run(["layout", Tool.fixture("plain.yaml"), "--available", "unlimited"])
    #expect(free.text.hasPrefix("box #root  0,0 24x10  row  in max-content x max-content\n"))
    let one = try #require(
      try JSONSerialization.jsonObject(with: Tool.run(["layout", Tool.fixture("plain.yaml"), "--json", "--id", "left"]).output)
        as? [String: Any])
    #expect(one["id"] as? String == "left")
    let other = try Tool.run(["layout", Tool.fixture("plain.yaml"), "--direction", "rtl", "--size", "100x40"])
    #expect(other.text.contains("box #right  5,13 10x15  in"))
  }

  @Test func theReportHasTheLinesOfAText() throws {
    let scene = try Scene.parse(
      text: "tessera: 1\nroot: {type: text, string: \"one two three four\", style: {width: 80}}", registry: .standard)
    let report = try LayoutCommand.Setting(scene).report(unrounded: false)
    #expect(report.entries.count == 1)
    let lines = try #require(report.entries[0].details.first { $0.0 == "lines" }?.1.list)
    #expect(lines.count > 1)
  }

  /// Files of cases below `Tests/TesseraLayoutTests/Cases`.
  private static func cases(_ set: String) throws -> [URL] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../TesseraLayoutTests/Cases/\(set)")
      .standardizedFileURL
    let found = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return found.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  @Test(arguments: [("yoga", 1136), ("taffy", 913)]) func everyConformanceCaseHoldsForItsScene(set: String, count: Int) throws {
    #expect(try Self.cases(set).map(Self.check).reduce(0, +) == count)
  }

  @Test func treesThatOnceDifferedHoldForTheirScenes() throws {
    #expect(try Self.cases("").map(Self.check).reduce(0, +) > 0)
  }

  /// Lays out the cases of a file as scenes of plain boxes, on the way that the command goes; returns how many layouts those are.
  private static func check(_ file: URL) throws -> Int {
    let top = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    var layouts = 0
    for test in try #require(top["cases"] as? [[String: Any]]) {
      let name = "\(file.lastPathComponent) \(test["name"] as? String ?? "?")"
      let defaults = (top["defaults"] as? [String: Any] ?? [:]).merging(test["defaults"] as? [String: Any] ?? [:]) { $1 }
      let root = try #require(test["root"] as? [String: Any])
      let document: [String: Any] = ["tessera": 1, "defaults": ["box": defaults], "root": Self.node(root)]
      let scene = try Scene.parse(bytes: Array(JSONSerialization.data(withJSONObject: document)), name: name, registry: .standard)
      #expect(scene.warnings.isEmpty, "\(name)")
      let space = test["available"] as? [String: Any] ?? [:]
      func extent(_ key: String) -> String { (space[key] as? NSNumber).map { "\($0.doubleValue)" } ?? "unlimited" }
      let available = try #require(AvailableArgument(argument: "\(extent("width"))x\(extent("height"))"))
      let tolerance = test["tolerance"] as? Double ?? 0.02
      let setsDirection = (root["style"] as? [String: Any])?["direction"] != nil
      for direction in LayoutDirection.allCases where direction == .ltr || !setsDirection {
        // Without rectangles of its own, right to left gives the same ones.
        let key = direction == .rtl && test["expected_rtl"] != nil ? "expected_rtl" : "expected"
        let expected = try #require((test[key] as? [[String: Any]])?.first)
        let report = try LayoutCommand.Setting(scene, available: available, direction: direction).report(unrounded: true)
        let rects = Self.flatten(expected)
        #expect(rects.count == report.entries.count, "\(name)")
        for (i, (rect, entry)) in zip(rects, report.entries).enumerated() {
          let found = [entry.frame.minX, entry.frame.minY, entry.frame.width, entry.frame.height]
          #expect(zip(rect, found).allSatisfy { abs($0 - $1) <= tolerance }, "\(name) \(direction), box \(i): \(found) for \(rect)")
        }
        layouts += 1
      }
    }
    return layouts
  }

  private static func node(_ source: [String: Any]) -> [String: Any] {
    var node: [String: Any] = ["type": "box", "style": source["style"] ?? [String: Any]()]
    if let children = source["children"] as? [[String: Any]], !children.isEmpty { node["children"] = children.map(Self.node) }
    return node
  }

  private static func flatten(_ tree: [String: Any]) -> [[Double]] {
    let own = ["x", "y", "width", "height"].map { (tree[$0] as? NSNumber)?.doubleValue ?? .nan }
    return [own] + (tree["children"] as? [[String: Any]] ?? []).flatMap(flatten)
  }

  @Test func safeAreasCountAsOnAStage() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        safeArea: [20, 0, 0, 0]
        root: {type: box, safeArea: [top], children: [{type: box, id: a, style: {width: 10, height: 10}}]}
        """, registry: .standard)
    #expect(try LayoutCommand.Setting(scene).report(unrounded: true).entries[1].frame.minY == 20)
    #expect(try LayoutCommand.Setting(scene, safeArea: Insets(7)).report(unrounded: true).entries[1].frame.minY == 7)
  }
}
