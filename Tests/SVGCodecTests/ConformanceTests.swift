import Foundation
import Testing

@testable import SVGCases

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
private let kept = SVGCase.all(in: folder + "/Fixtures")

@Suite struct ConformanceTests {
  @Test(arguments: kept.map(\.name)) func aKeptCaseIsDrawnAsTheReferenceDrawsIt(name: String) throws {
    let fonts = folder + "/../../docs/examples/assets/fonts"
    let result = try SVGCase(name: name, folder: folder + "/Fixtures").run(fonts: fonts)
    #expect(result.passes, "\(name): \(Int(result.share * 1000) / 10) % of the pixels are as expected. \(result.problem ?? "")")
  }

  @Test func thereAreCasesOfAllAreas() {
    let areas = Set(kept.map { $0.name.split(separator: "/")[0] })
    #expect(areas == ["filters", "masking", "paint-servers", "painting", "shapes", "structure", "text"])
    #expect(kept.count >= 100)
  }

  /// The whole suite, from the folder that `TESSERA_SVG_CASES` names; not run without it. Run it without the tests of
  /// other targets, whose fonts would stand in for some of the suite's.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TESSERA_SVG_CASES"] != nil, "TESSERA_SVG_CASES names no folder"))
  func everyCaseOfTheSuiteIsDrawnButThoseThatAreListed() throws {
    let suite = ProcessInfo.processInfo.environment["TESSERA_SVG_CASES"]!  // the condition above
    let listed = try leftOut()
    let cases = SVGCase.all(in: suite)
    #expect(Set(listed.map(\.name)).isSubset(of: cases.map(\.name)))
    var passed = 0
    for one in cases {
      let result = try one.run(fonts: suite + "/fonts")
      if result.passes { passed += 1 }
      // What begins to pass is not left out any more.
      #expect(
        result.passes != listed.contains { $0.name == one.name }, "\(one.name): \(Int(result.share * 1000) / 10) %. \(result.problem ?? "")"
      )
    }
    let drawable = cases.count - listed.count { $0.kind != .unmet }
    print("\(passed) of \(cases.count) cases pass, \(passed) of \(drawable) that can be drawn here by the standards")
    #expect(passed == 826 && cases.count == 854 && drawable == 839)
  }

  @Test func eachCaseThatIsLeftOutHasAReason() throws {
    let listed = try leftOut()
    #expect(listed.allSatisfy { $0.reason.count > 20 })
    #expect(Set(listed.map(\.name)).count == listed.count)
    #expect(LeftOut.Kind.allCases.map { kind in listed.count { $0.kind == kind } } == [9, 6, 13])
  }

  /// A line of the list of cases that are not met.
  private struct LeftOut {
    enum Kind: String, CaseIterable {
      /// It shows a file that the archive of the suite lacks.
      case missingFile = "missing-file"
      /// The reference draws it outside of a standard, or it has no defined result.
      case standard
      /// Could be drawn as the reference draws it.
      case unmet
    }

    var name: String
    var kind: Kind
    var reason: String
  }

  private func leftOut() throws -> [LeftOut] {
    let text = try String(contentsOfFile: folder + "/Fixtures/left-out.txt", encoding: .utf8)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let parts = line.split(separator: "\t").map(String.init)
      try #require(parts.count == 3, "\(line)")
      return LeftOut(name: parts[0], kind: try #require(LeftOut.Kind(rawValue: parts[1]), "\(line)"), reason: parts[2])
    }
  }
}
