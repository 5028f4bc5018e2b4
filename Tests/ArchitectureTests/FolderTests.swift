import Testing

@Suite struct FolderTests {
  /// Pairs of folders that depend on each other, and lines of the largest component: limits that only fall.
  ///
  /// In Tessera nodes hold values of plugins, whose protocols name nodes.
  @Test(arguments: [("Sources/Tessera", 1, 5_950), ("Sources/TesseraContainers", 0, 3_750)])
  func fewFoldersDependOnEachOther(module: String, pairs: Int, lines: Int) throws {
    let dependencies = try FolderDependencies(module: module)
    let mutual = dependencies.mutual
    #expect(mutual.count <= pairs, "\(mutual.count): \(mutual.joined(separator: "\n"))")
    let largest = dependencies.largestComponent
    #expect(largest.lines <= lines, "\(largest.lines) lines: \(largest.folders.joined(separator: ", "))")
  }

  /// The table of the folders is complete, and lists each folder below those that it names. Nodes and node types need each other.
  @Test func foldersAreListedInTheOrderOfTheirDependencies() throws {
    let row = #/^\| `Sources/Tessera/([\w/]+)` \|/#.anchorsMatchLineEndings()
    let rows = try Repository.text("docs/architecture.md").matches(of: row).map { String($0.output.1) }
    let dependencies = try FolderDependencies(module: "Sources/Tessera")
    #expect(rows.sorted() == dependencies.lines.keys.sorted())
    for (folder, names) in dependencies.names {
      for (other, used) in names where Set([folder, other]) != ["Tree", "Types"] {
        let (place, otherPlace) = (try #require(rows.firstIndex(of: folder)), try #require(rows.firstIndex(of: other)))
        #expect(otherPlace < place, "\(folder) names \(used.sorted()) of \(other)")
      }
    }
  }

  @Test func aPairIsFoundByTheNamesOfTypes() {
    let files = [
      FolderDependencies.File(folder: "A", text: "struct Apple { let pear: Pear }"),
      .init(folder: "B", text: "public final class Pear { weak var apple: Apple? }\nextension Plum {}"),
      .init(folder: "C", text: "// Apple\nenum Plum { static let text = \"Apple\" }"),
    ]
    let dependencies = FolderDependencies(files)
    #expect(dependencies.mutual == ["A -> B: Pear; B -> A: Apple"])
    #expect(dependencies.names["B"]?["C"] == ["Plum"] && dependencies.names["C"] == nil)
  }

  @Test func membersOfExtensionsCountAndComponentsGoOverSeveralFolders() {
    let files = [
      FolderDependencies.File(folder: "A", text: "struct Apple {}\nlet pips = Apple().seeds()\n"),
      .init(folder: "B", text: "extension Apple {\n  func seeds() -> Seed { Seed() }\n  private func peel() {}\n}\n"),
      .init(folder: "B/C", text: "struct Seed {}\nlet apple = Apple()\n"), .init(folder: "D", text: "let apple = Apple()\n"),
    ]
    let dependencies = FolderDependencies(files)
    #expect(dependencies.names["A"]?["B"] == ["seeds"] && dependencies.mutual.count == 1)
    #expect(dependencies.largestComponent.folders == ["A", "B", "B/C"] && dependencies.largestComponent.lines == 8)
  }

  @Test func onlyTypesAtTheTopLevelCount() {
    let files = [
      FolderDependencies.File(folder: "A", text: "struct Apple {\n  struct Entry {}\n}\nlet x = Pear()"),
      .init(folder: "B", text: "struct Pear {\n  struct Entry {}\n  let entry: Entry\n}"),
    ]
    #expect(FolderDependencies(files).mutual == [] && FolderDependencies(files).names["B"] == nil)
  }
}
