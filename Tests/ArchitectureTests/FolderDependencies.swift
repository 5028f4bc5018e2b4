import Foundation

/// Which folders of one module depend on which, read from the text. A file depends on a folder if it names a type that is declared at the top level of a
/// file there, or a member that only files there declare, in an extension of a type of another folder.
struct FolderDependencies {
  struct File {
    let folder: String
    let text: String
  }

  /// For each folder the folders that it depends on, and by which names.
  let names: [String: [String: Set<String>]]
  /// Lines of each folder.
  let lines: [String: Int]

  init(_ files: [File]) {
    var declared: [String: Set<String>] = [:]
    var used: [(folder: String, words: Set<String>)] = []
    /// Folders that declare a member, and those that declare it in an extension, with the type.
    var members: [String: Set<String>] = [:]
    var extending: [(member: String, type: String, folder: String)] = []
    var calls: [(folder: String, members: Set<String>)] = []
    for file in files {
      let text = String(decoding: CodeText(file.text, .swift).bytes, as: UTF8.self)
      var words: Set<String> = []
      var extended: String?
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        let found = Self.words(line)
        // A type at the top level begins its line; a member's name begins with a small letter.
        if let first = line.first, first != UInt8(ascii: " "),
          let keyword = found.firstIndex(where: { Self.keywords.contains($0) }), keyword + 1 < found.count,
          found[..<keyword].allSatisfy({ Self.modifiers.contains($0) || $0.hasPrefix("@") })
        {
          declared[found[keyword + 1], default: []].insert(file.folder)
        }
        if let first = line.first, first != UInt8(ascii: " ") {
          extended = found.firstIndex(of: "extension").flatMap { $0 + 1 < found.count ? found[$0 + 1] : nil }
        }
        if let keyword = found.firstIndex(where: { Self.memberKeywords.contains($0) }), keyword + 1 < found.count {
          let name = found[keyword + 1]
          members[name, default: []].insert(file.folder)
          let isMember = line.starts(with: "  ".utf8) && !line.starts(with: "   ".utf8)
          if let extended, isMember, !found.contains("private"), !found.contains("fileprivate") {
            extending.append((name, extended, file.folder))
          }
        }
        words.formUnion(found.filter { $0.first?.isUppercase ?? false })
      }
      used.append((file.folder, words))
      calls.append((file.folder, Self.calledMembers(Array(text.utf8))))
    }
    var names: [String: [String: Set<String>]] = [:]
    for (folder, words) in used {
      for word in words {
        guard let owners = declared[word], !owners.contains(folder) else { continue }
        for owner in owners { names[folder, default: [:]][owner, default: []].insert(word) }
      }
    }
    let foreign = extending.filter { entry in
      members[entry.member]?.count == 1 && (declared[entry.type].map { !$0.contains(entry.folder) } ?? false)
    }
    let owners = Dictionary(foreign.map { ($0.member, $0.folder) }) { a, _ in a }
    for (folder, members) in calls {
      for member in members {
        if let owner = owners[member], owner != folder { names[folder, default: [:]][owner, default: []].insert(member) }
      }
    }
    self.names = names
    lines = files.reduce(into: [:]) { $0[$1.folder, default: 0] += $1.text.utf8.count { $0 == UInt8(ascii: "\n") } }
  }

  /// The folders that depend on each other directly or over others, those with the most lines; empty if there is no cycle.
  var largestComponent: (lines: Int, folders: [String]) {
    var reached: [String: Set<String>] = [:]
    for folder in lines.keys {
      var (seen, waiting): (Set<String>, [String]) = ([], [folder])
      while let next = waiting.popLast() {
        for target in (names[next] ?? [:]).keys where seen.insert(target).inserted { waiting.append(target) }
      }
      reached[folder] = seen
    }
    let components = lines.keys.map { folder in
      reached[folder, default: []].filter { reached[$0]?.contains(folder) ?? false }.sorted()
    }
    let sized = components.map { folders in (lines: folders.reduce(0) { $0 + lines[$1, default: 0] }, folders: folders) }
    return sized.max { $0.lines < $1.lines } ?? (0, [])
  }

  /// Names that begin with a small letter, and are after a dot or before a parenthesis.
  private static func calledMembers(_ bytes: [UInt8]) -> Set<String> {
    var result: Set<String> = []
    var at = 0
    while at < bytes.count {
      guard isWord(bytes[at]) else {
        at += 1
        continue
      }
      var end = at
      while end < bytes.count, isWord(bytes[end]) { end += 1 }
      let isSmall = bytes[at] >= UInt8(ascii: "a") && bytes[at] <= UInt8(ascii: "z")
      let isCalled = at > 0 && bytes[at - 1] == UInt8(ascii: ".") || end < bytes.count && bytes[end] == UInt8(ascii: "(")
      if isSmall, isCalled { result.insert(String(decoding: bytes[at..<end], as: UTF8.self)) }
      at = end
    }
    return result
  }

  /// Reads the Swift files below a folder of the repository. Nested folders count on their own.
  init(module path: String) throws {
    try self.init(
      Repository.files(under: path, extensions: ["swift"]).map { file in
        let place = file.dropFirst(path.count + 1).split(separator: "/").dropLast().joined(separator: "/")
        return File(folder: place, text: try Repository.text(file))
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
  private static let memberKeywords: Set<String> = ["func", "var", "let", "case"]
  private static let modifiers: Set<String> = ["public", "package", "internal", "final", "indirect", "open", "private", "fileprivate"]

  /// Words of a line, attributes with their `@`.
  private static func words(_ line: Substring.UTF8View) -> [String] {
    line.split { !isWord($0) && $0 != UInt8(ascii: "@") }.compactMap { String($0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
  }
}
