import Foundation
import Testing

@testable import SVGCases
@testable import TesseraRender

private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
private let kept = SVGCase.all(in: folder + "/Fixtures")

/// The fonts of the examples.
let keptFonts = Result { try fonts(in: folder + "/../../docs/examples/assets/fonts") }

/// A library of the fonts in a folder alone: other tests add fonts to the shared one.
private func fonts(in folder: String) throws -> FontLibrary {
  let library = FontLibrary()
  library.usesSystemFonts = false
  try library.add(directory: folder)
  return library
}

@Suite struct ConformanceTests {
  private static let areas = ["filters", "masking", "paint-servers", "painting", "shapes", "structure", "text"]

  @Test(arguments: kept.map(\.name)) func aKeptCaseIsDrawnAsTheReferenceDrawsIt(name: String) throws {
    let result = try SVGCase(name: name, folder: folder + "/Fixtures").run(fonts: keptFonts.get())
    #expect(result.passes, "\(name): \(Int(result.share * 1000) / 10) % of the pixels are as expected. \(result.problem ?? "")")
  }

  @Test func thereAreCasesOfAllAreas() {
    let areas = Set(kept.map { $0.name.split(separator: "/")[0] })
    #expect(areas == Set(Self.areas.map { Substring($0) }))
    #expect(kept.count >= 100)
  }

  /// The whole suite, in a process of its own: in this one other tests add fonts to the library that all share.
  @Test func everyCaseOfTheSuiteIsDrawnButThoseThatAreListed() async {
    await #expect(processExitsWith: .success) {
      let suite = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: suite) }
      try TarArchive(gzipped: folder + "/Fixtures/suite.tar.gz").write(to: suite)
      let listed = try leftOut()
      let cases = SVGCase.all(in: suite.path)
      #expect(cases.count == 854 && Set(listed.map(\.name)).isSubset(of: cases.map(\.name)))
      FontLibrary.shared.usesSystemFonts = false
      try FontLibrary.shared.add(directory: suite.path + "/fonts")
      for one in cases {
        let result = try one.run(fonts: .shared)
        // A case that begins to pass is not left out any more.
        #expect(
          result.passes != listed.contains { $0.name == one.name },
          "\(one.name): \(Int(result.share * 1000) / 10) %. \(result.problem ?? "")")
      }
    }
  }

  @Test func theSuiteIsWhole() throws {
    let names = try TarArchive(gzipped: folder + "/Fixtures/suite.tar.gz").files.keys
    let cases = names.filter { $0.hasSuffix(".svg") && names.contains("\($0.dropLast(4)).png") }
    let counts = Dictionary(grouping: cases) { String($0.prefix { $0 != "/" }) }.mapValues(\.count)
    #expect(counts == ["filters": 205, "masking": 46, "paint-servers": 71, "painting": 163, "shapes": 57, "structure": 132, "text": 180])
  }

  @Test func eachCaseThatIsLeftOutHasAReason() throws {
    let listed = try leftOut()
    #expect(listed.allSatisfy { $0.reason.count > 20 })
    #expect(Set(listed.map(\.name)).count == listed.count)
    #expect(LeftOut.Kind.allCases.map { kind in listed.count { $0.kind == kind } } == [9, 9, 13])
  }
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
