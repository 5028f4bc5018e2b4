import Foundation
import Testing

/// `tessera check`.
@Suite struct CheckTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/examples").standardizedFileURL
  private static let faults = Tool.fixture("check/faults.yaml")

  /// Returns the lines of the output, without the folder.
  private static func lines(_ outcome: Tool.Outcome) -> [String] {
    outcome.text.split(separator: "\n").map { $0.replacingOccurrences(of: faults + ":", with: "") }
  }

  @Test func everyKindOfFaultIsFoundAtItsLine() throws {
    let outcome = try Tool.run(["check", Self.faults, "--modes", "light", "--text-scales", "1"])
    #expect(outcome.status == 65)
    let expected = try String(contentsOf: Tool.fixtures.appending(path: "check/faults.txt"), encoding: .utf8)
    #expect(Self.lines(outcome) == expected.split(separator: "\n").map(String.init), "\(outcome.text)")
  }

  @Test func findingsNameTheirConditionsUnlessTheyOccurInAll() throws {
    let folder = try Folder()
    let scene = try folder.write(
      """
      tessera: 1
      size: [200, 100]
      background: light-dark(white, black)
      root: {type: box, style: {padding: 20}, children: [{type: text, string: Words, color: '#444444'}]}
      """, "a.yaml")
    let both = try Tool.run(["check", scene])
    #expect(both.text.contains("#000000 is 2.1:1, at least 4.5:1 is required; #757575 passes (dark 100 %)"), "\(both.text)")
    #expect(both.text.contains("(dark 200 %)") && !both.text.contains("light"), "\(both.text)")
    let dark = try Tool.run(["check", scene, "--modes", "dark", "--text-scales", "1"])
    #expect(dark.status == 65 && !dark.text.contains("("), "\(dark.text)")
    let light = try Tool.run(["check", scene, "--modes", "light"])
    #expect(light.status == 0 && light.text.isEmpty && light.errors == "0 findings in 2 combinations\n", "\(light.text) \(light.errors)")
  }

  @Test func jsonHasMeasuredAndRequiredValues() throws {
    let outcome = try Tool.run(["check", Self.faults, "--json", "--modes", "light,dark", "--text-scales", "1", "--densities", "roomy"])
    #expect(outcome.status == 65)
    let json = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect((json["conditions"] as? [[String: Any]])?.count == 2)
    let findings = try #require(json["findings"] as? [[String: Any]])
    let touch = try #require(findings.first { $0["kind"] as? String == "touch" && $0["id"] as? String == "small" })
    #expect(touch["measured"] as? Double == 24 && touch["required"] as? Double == 56 && touch["line"] as? Int == 18, "\(touch)")
  }

  @Test func reportsOfNodesHaveTheirPlace() throws {
    let folder = try Folder()
    let scene = try folder.write(
      """
      tessera: 1
      data: {words: hello}
      root:
        type: box
        children:
          - {type: code, kind: ean-13, label: Article, text: {bind: words}}
      """, "a.yaml")
    let outcome = try Tool.run(["render", scene, "-o", folder.path("a.png")])
    #expect(outcome.errors.contains("a.yaml:6:7: warning: data of code: EAN-13 has no character 'h'"), "\(outcome.errors)")
  }

  @Test func kindsCanBeLeftOut() throws {
    let kinds = ["contrast", "touch", "cut", "overlap", "label", "size"]
    let outcome = try Tool.run(["check", Self.faults] + kinds.flatMap { ["--ignore", $0] })
    #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.text)")
  }

  @Test func flatColorsOfA16BitPanelAreReportedOnRequest() throws {
    let folder = try Folder()
    let scene = try folder.write(
      """
      tessera: 1
      size: [100, 100]
      background: '#EFEBE7'
      root:
        type: box
        children:
          - {type: box, background: '#EFEBE9', style: {width: 40, height: 50}}
      """, "a.yaml")
    let outcome = try Tool.run(["check", scene, "--rgb565", "--modes", "light", "--text-scales", "1"])
    #expect(outcome.text.hasSuffix("#EFEBE9 on 20 % of the screen is not a color of RGB565; the nearest is #EFEBE7\n"), "\(outcome.text)")
    #expect(outcome.text.split(separator: "\n").count == 1 && outcome.status == 65)
    #expect(try Tool.run(["check", scene]).status == 0)
  }

  @Test func rightToLeftAndLanguagesAreConditions() throws {
    let outcome = try Tool.run(
      ["check", Self.faults, "--directions", "all", "--locales", "de,ar-EG", "--modes", "all", "--text-scales", "1", "--json"])
    let json = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let conditions = try #require(json["conditions"] as? [[String: Any]])
    #expect(
      conditions.count == 6 * 2 * 2 && conditions.last?["locale"] as? String == "ar-EG" && conditions.last?["direction"] as? String == "rtl"
    )
  }

  /// The second button is cut off by the scroll container; its slop is below the edge of the screen.
  @Test func partsThatCanBeScrolledIntoViewCountAsReached() throws {
    let folder = try Folder()
    func scene(_ slop: Int) throws -> String {
      try folder.write(
        """
        tessera: 1
        size: [200, 100]
        root:
          type: scroll
          children:
            - type: box
              style: {flexDirection: column, alignItems: flex-start, gap: 20}
              children:
                - {type: button, title: One, style: {width: 80, height: 60}}
                - {type: button, title: Two, hitTestSlop: \(slop), style: {width: 80, height: 30}}
        """, "a.yaml")
    }
    #expect(try Tool.run(["check", scene(10), "--ignore", "contrast", "--modes", "light", "--text-scales", "1"]).status == 0)
    let small = try Tool.run(["check", scene(2), "--ignore", "contrast", "--modes", "light", "--text-scales", "1"])
    #expect(small.status == 65 && small.text.contains("“Two”: a finger reaches it in 84 x 34 units"), "\(small.text)")
  }

  @Test func wrongArgumentsAreErrors() throws {
    let mode = try Tool.run(["check", Self.faults, "--modes", "darkk"])
    #expect(mode.status == 64 && mode.errors.contains("did you mean `dark`?"), "\(mode.errors)")
    #expect(
      try Tool.run(["check", Self.faults, "--text-scales", "20"]).errors.contains("--text-scales must be numbers from 0.25 to 8 (got `20`)")
    )
    #expect(try Tool.run(["check", Self.faults, "--ignore", "colour"]).status == 64)
    #expect(try Tool.run(["check", "none.yaml"]).status == 66)
  }

  /// A word of a standard node that a language makes too long for its place.
  @Test func wordsOfStandardNodesAreCheckedInLanguages() throws {
    let folder = try Folder()
    let scene = try folder.write(
      """
      tessera: 1
      size: [200, 200]
      root:
        type: box
        children: [{type: grid, label: Files, columns: [Name], rows: [], style: {width: 80, height: 160}}]
      """, "grid.yaml")
    let arguments = ["check", scene, "--modes", "light", "--text-scales", "1", "--locales"]
    #expect(try Tool.run(arguments + ["en"]).status == 0)
    let long = try Tool.run(arguments + ["en,en-XA"])
    #expect(long.status == 65 && long.text.contains("cut") && long.text.contains("en-XA"), "\(long.text)\(long.errors)")
    // Words that controls, pickers and charts draw themselves.
    for node in [
      "{type: segmented, label: Air, options: [{value: a, title: Circulation}, {value: b, title: Ventilation}], style: {width: 120, height: 40}}",
      "{type: chart, label: Use, title: Consumption of this week, kind: bar, series: [{values: [1, 2]}], style: {width: 120, height: 120}}",
      "{type: roller, label: Month, options: [September, October], style: {width: 60, height: 120}}",
      "{type: list-row, title: Notifications of the doorbell, style: {width: 120}}",
    ] {
      let cut = try folder.write(
        "tessera: 1\nsize: [200, 200]\nroot:\n  type: box\n  children:\n    - \(node)\n", "cut.yaml")
      let outcome = try Tool.run(["check", cut, "--modes", "light", "--text-scales", "1", "--ignore", "touch"])
      #expect(outcome.status == 65 && outcome.text.contains("cut"), "\(node): \(outcome.text)\(outcome.errors)")
    }
  }
}
