internal import TesseraMessages

/// Checks a folder of message files, with the Swift files and scenes that use them.
struct MessageFolderCheck {
  let folder: String
  /// Swift files, or folders with them.
  let swift: [String]
  /// Files of scenes.
  let scenes: [String]

  /// Maximum number of Swift files.
  private static let mostFiles = 20_000

  /// Prints the findings, a line each.
  /// - Throws: `ToolError` if there is a finding, or a file cannot be read.
  func run() throws(ToolError) {
    guard Files.isDirectory(folder) else { throw ToolError(.noInput, "\(folder) is not a folder") }
    let catalog = MessageCatalog(folder: folder)
    guard !catalog.files.isEmpty else { throw ToolError(.badData, "\(folder) has no files of messages such as en.mf2") }
    var lines = catalog.problems.map { "\($0)\n" }
    var used: Set<String>? = swift.isEmpty && scenes.isEmpty ? nil : []
    for path in try swiftFiles() {
      let found = SwiftMessageUses(try Files.text(of: path, limit: 16 << 20))
      lines += MessageCheck.problems(found.uses, in: path, catalog).map(\.text)
      if found.computesKeys { used = nil } else { used?.formUnion(found.uses.map(\.key)) }
    }
    for path in scenes {
      let scene = try SceneOptions.load(path)
      if scene.computesMessageKeys { used = nil } else { used?.formUnion(scene.messageKeys) }
    }
    // A message that cannot be read is a problem of its own.
    if catalog.problems.isEmpty {
      lines += MessageCheck.problems(catalog, used: used, by: (swift + scenes).joined(separator: ", ")).map(\.text)
    }
    try StandardOutput.write(lines.joined())
    guard lines.isEmpty else { throw ToolError(.badData, "\(lines.count) \(lines.count == 1 ? "finding" : "findings")") }
  }

  private func swiftFiles() throws(ToolError) -> [String] {
    var files: [String] = []
    for path in swift {
      guard Files.isDirectory(path) else {
        files.append(path)
        continue
      }
      files += try Files.paths(below: path, extension: "swift", most: Self.mostFiles)
    }
    guard files.count <= Self.mostFiles else { throw ToolError(.usage, "--swift: at most \(Self.mostFiles) files") }
    return files
  }
}
