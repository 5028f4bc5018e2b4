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
    var declared: [String: Set<String>] = [:]
    var used: [(folder: String, words: Set<String>)] = []
    for file in files {
      let text = String(decoding: CodeText(file.text, .swift).bytes, as: UTF8.self)
      var words: Set<String> = []
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        let found = Self.words(line)
        // A type at the top level begins its line; a member's name begins with a small letter.
        if let first = line.first, first != UInt8(ascii: " "),
          let keyword = found.firstIndex(where: { Self.keywords.contains($0) }), keyword + 1 < found.count,
          found[..<keyword].allSatisfy({ Self.modifiers.contains($0) || $0.hasPrefix("@") })
        {
          declared[found[keyword + 1], default: []].insert(file.folder)
        }
        words.formUnion(found.filter { $0.first?.isUppercase ?? false })
      }
      used.append((file.folder, words))
    }
    var names: [String: [String: Set<String>]] = [:]
    for (folder, words) in used {
      for word in words {
        guard let owners = declared[word], !owners.contains(folder) else { continue }
        for owner in owners { names[folder, default: [:]][owner, default: []].insert(word) }
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

  private static let keywords: Set<String> = ["class", "struct", "enum", "protocol", "actor", "typealias"]
  private static let modifiers: Set<String> = ["public", "package", "internal", "final", "indirect", "open", "private", "fileprivate"]

  /// Words of a line, attributes with their `@`.
  private static func words(_ line: Substring.UTF8View) -> [String] {
    line.split { byte in
      let isWord =
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "@")
      return !isWord
    }.compactMap { String($0) }
  }
}
