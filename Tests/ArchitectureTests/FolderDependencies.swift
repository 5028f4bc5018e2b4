import Foundation

/// Which folders of one module depend on which, read from the text: a file depends on a folder where it names a type that is declared at the top level
/// of a file there.
struct FolderDependencies {
  struct File {
    let folder: String
    let text: String
  }

  /// For each folder the folders that it depends on, and by which names.
  let names: [String: [String: Set<String>]]

  init(_ files: [File]) {
    let stripped = files.map { ($0.folder, Self.withoutCommentsAndStrings($0.text)) }
    var declared: [Substring: Set<String>] = [:]
    for (folder, text) in stripped {
      for match in text.matches(of: Self.declaration) { declared[match.output.1, default: []].insert(folder) }
    }
    var names: [String: [String: Set<String>]] = [:]
    for (folder, text) in stripped {
      for word in Set(text.matches(of: Self.name).map(\.output.1)) {
        guard let owners = declared[word], !owners.contains(folder) else { continue }
        for owner in owners { names[folder, default: [:]][owner, default: []].insert(String(word)) }
      }
    }
    self.names = names
  }

  /// Reads the Swift files below a folder of the repository, each counted to the folder right below that.
  init(module path: String) throws {
    try self.init(
      Repository.files(under: path, extensions: ["swift"]).map { file in
        File(folder: String(file.dropFirst(path.count + 1).prefix { $0 != "/" }), text: try Repository.text(file))
      })
  }

  /// Pairs of folders that depend on each other, with the names, as "A -> B: X, Y; B -> A: Z", sorted.
  var mutual: [String] {
    var result: [String] = []
    for (a, targets) in names {
      for (b, there) in targets where a < b {
        guard let back = names[b]?[a] else { continue }
        result.append("\(a) -> \(b): \(there.sorted().joined(separator: ", ")); \(b) -> \(a): \(back.sorted().joined(separator: ", "))")
      }
    }
    return result.sorted()
  }

  /// A type at the top level: it begins its line.
  nonisolated(unsafe) private static let declaration =  // A regular expression holds nothing that changes.
    #/(?m)^(?:(?:public|package|internal|final|indirect|open|@\w+(?:\([^)]*\))?)\s+)*(?:class|struct|enum|protocol|actor|typealias)\s+(\w+)/#
  /// A word that may name a type; a member's name begins with a small letter.
  nonisolated(unsafe) private static let name = #/\b([A-Z]\w*)/#  // A regular expression holds nothing that changes.

  /// The text with comments and what stands between double quotes left out.
  static func withoutCommentsAndStrings(_ text: String) -> String {
    text.replacing(#/(?s)/\*.*?\*//#, with: "").replacing(#/(?s)""".*?"""/#, with: "\"\"")
      .replacing(#/"(?:\\.|[^"\\\n])*"/#, with: "\"\"").replacing(#/\/\/[^\n]*/#, with: "")
  }
}
