import Foundation
import Testing

@Suite struct LayerTests {
  /// Folder of each Swift module.
  private static let folders: [(module: String, folder: String)] = LayerTable.rows.map(\.module).filter { !LayerTable.isC($0) }.map {
    ($0, folder(of: $0))
  }

  private static func folder(of module: String) -> String {
    if module == "TesseraBench" { return "Tests/Benchmarks" }
    if ["SVGCases", "LottieCases"].contains(module) { return "Tests/\(module)" }
    if module == "TesseraMaps" { return "Plugins/MapPlugin/TesseraMaps" }
    if module == "TesseraTestServer" { return "Tests/TestServer/Server" }
    if module == "TesseraTestServerCommand" { return "Tests/TestServer/Command" }
    return LayerTable.plugins.union(LayerTable.codecs).contains(module) ? "Plugins/\(module)/Sources" : "Sources/\(module)"
  }

  @Test(arguments: folders) func aModuleImportsOnlyLayersBelowIt(module: String, folder: String) throws {
    let files = Repository.files(under: folder, extensions: ["swift"])
    #expect(!files.isEmpty, "\(folder) holds no Swift file")
    for file in files {
      let forbidden = LayerTable.forbiddenImports(in: try Repository.text(file), of: module)
      #expect(forbidden.isEmpty, "\(file) imports \(forbidden.joined(separator: ", ")), which \(module) may not")
    }
  }

  @Test func everyFolderOfSourcesIsInTheLayerTable() throws {
    let known = Set(LayerTable.rows.map(\.module))
    for name in try Repository.names(in: "Sources") where !name.hasPrefix(".") {
      #expect(known.contains(name), "Sources/\(name) is not in the layer table")
    }
    for name in try Repository.names(in: "Plugins") where !name.hasPrefix(".") {
      #expect(known.contains(name), "Plugins/\(name) is not in the layer table")
    }
  }

  @Test func targetsInPackageSwiftAreInLayerOrder() throws {
    let declared = try Self.declaredTargets().map(\.name)
    let ours = declared.filter { name in LayerTable.rows.contains { $0.module == name } }
    #expect(ours == LayerTable.rows.map(\.module))
  }

  @Test func aTargetDependsOnlyOnTargetsAboveItInPackageSwift() throws {
    var seen: Set<String> = []
    for target in try Self.declaredTargets() {
      for dependency in target.dependencies where dependency != "ArgumentParser" && dependency != "swift-argument-parser" {
        #expect(seen.contains(dependency), "\(target.name) names \(dependency), which stands below it")
      }
      seen.insert(target.name)
    }
  }

  @Test func targetsDependOnModulesThatTheLayerTableAllows() throws {
    for target in try Self.declaredTargets() {
      guard let row = LayerTable.rows.first(where: { $0.module == target.name }), !LayerTable.isC(target.name) else { continue }
      let forbidden = target.dependencies.filter { $0 != "swift-argument-parser" && !row.imports.contains($0) }
      #expect(forbidden.isEmpty, "\(target.name) depends on \(forbidden.joined(separator: ", "))")
    }
  }

  /// SwiftPM refuses a package that is required by version where a target of its products has such flags. `make package` builds such a program.
  @Test func noTargetHasFlagsThatSwiftPMCallsUnsafe() throws {
    #expect(!(try Repository.text("Package.swift")).contains("unsafeFlags"))
  }

  /// What goes beyond options of SwiftPM, and what takes the place of functions of Swift's runtime, is in `.ci/embedded` (docs/building.md).
  @Test func ordinaryBuildsHaveNoSpecialFlags() throws {
    let makefile = try Repository.text("Makefile")
    let flags = try #require(makefile.firstMatch(of: #/(?m)^RELEASE_FLAGS := (.*)$/#)).output.1
    #expect(!flags.contains("-X"), "make tool passes \(flags)")
    #expect(!makefile.contains("-Xfrontend") && !makefile.contains("--ld-path"))
    for file in ["Sources", "CRender", "Plugins"].flatMap({ Repository.files(under: $0, extensions: ["c", "h"]) }) {
      let text = try Repository.text(file)
      guard SourceRules.holdsOne(of: ["swift_"], text) else { continue }
      #expect(!text.contains(#/\b_?swift_\w+\s*\(/#), "\(file) names a function of Swift's runtime")
    }
  }

  @Test func everySystemPackageOfPackageSwiftIsInstalledByMakeDeps() throws {
    let list = try Repository.text(".ci/deps")
    for match in try Repository.text("Package.swift").matches(of: #/\.apt\(\["([^"]+)"\]\)/#) {
      #expect(list.contains(match.output.1), "\(match.output.1) is missing from .ci/deps")
    }
  }

  @Test(arguments: [
    ("TesseraLayout", "import TesseraRender", ["TesseraRender"]),
    ("TesseraRender", "internal import CRender\npublic import TesseraGeometry", []),
    ("Tessera", "@_exported public import CRender", ["CRender"]),
    ("Tessera", "import Foundation", ["Foundation"]),
    ("ImagePlugin", "  import struct VideoFramePlugin.Frame", ["VideoFramePlugin"]),
    ("Tessera", "@preconcurrency import Glibc // import Foundation", []),
    ("NoSuchModule", "import Glibc", ["Glibc"]),
  ]) func aForbiddenImportIsDetected(module: String, text: String, forbidden: [String]) {
    #expect(LayerTable.forbiddenImports(in: text, of: module) == forbidden)
  }

  /// Name and dependencies of each target, in the order of Package.swift; test targets and targets for system libraries included.
  private static func declaredTargets() throws -> [(name: String, dependencies: [String])] {
    let manifest = try Repository.text("Package.swift")
    let start = try #require(manifest.range(of: "\n  targets: ["))
    let declarations = manifest[start.upperBound...].split(separator: #/\n    \.(?:target|testTarget|executableTarget|systemLibrary)\(/#)
    return declarations.dropFirst().compactMap { text in
      guard let name = text.firstMatch(of: #/name: "([^"]+)"/#)?.output.1 else { return nil }
      // Up to the end of the list of dependencies; a product in it has brackets of its own, but no square ones.
      let list = text.firstMatch(of: #/dependencies: \[([^\]]*)\]/#)?.output.1 ?? ""
      return (String(name), list.matches(of: #/"([^"]+)"/#).map { String($0.output.1) })
    }
  }
}
