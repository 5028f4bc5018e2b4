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

  /// The whole suite, from the folder that `TESSERA_SVG_CASES` names; not run without it.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TESSERA_SVG_CASES"] != nil, "TESSERA_SVG_CASES names no folder"))
  func everyCaseOfTheSuiteIsDrawnButThoseThatAreListed() throws {
    let suite = ProcessInfo.processInfo.environment["TESSERA_SVG_CASES"]!  // the condition above
    let listed = try leftOut()
    let cases = SVGCase.all(in: suite)
    #expect(cases.count > 800)
    for one in cases where !listed.contains(one.name) {
      let result = try one.run(fonts: suite + "/fonts")
      #expect(result.passes, "\(one.name): \(Int(result.share * 1000) / 10) %. \(result.problem ?? "")")
    }
  }

  @Test func eachCaseThatIsLeftOutHasAReason() throws {
    let text = try String(contentsOfFile: folder + "/Fixtures/left-out.txt", encoding: .utf8)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") { #expect(line.split(separator: "\t").count == 2, "\(line)") }
    // Of 854; nine of them refer to files that the archive lacks.
    #expect(try leftOut().count <= 31)
  }

  private func leftOut() throws -> Set<String> {
    let text = try String(contentsOfFile: folder + "/Fixtures/left-out.txt", encoding: .utf8)
    return Set(text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: "\t")[0]) })
  }
}
