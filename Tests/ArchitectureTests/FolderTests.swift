import Testing

@Suite struct FolderTests {
  /// Nodes hold values of plugins, gestures and transitions, and these name nodes; layouts of nodes are run by passes. Nothing else goes both ways.
  static let limit = 5

  @Test func fewFoldersOfTesseraDependOnEachOther() throws {
    let pairs = try FolderDependencies(module: "Sources/Tessera").mutual
    #expect(pairs.count <= Self.limit, "\(pairs.joined(separator: "\n"))")
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

  @Test func onlyTypesAtTheTopLevelCount() {
    let files = [
      FolderDependencies.File(folder: "A", text: "struct Apple {\n  struct Entry {}\n}\nlet x = Pear()"),
      .init(folder: "B", text: "struct Pear {\n  struct Entry {}\n  let entry: Entry\n}"),
    ]
    #expect(FolderDependencies(files).mutual == [] && FolderDependencies(files).names["B"] == nil)
  }
}
