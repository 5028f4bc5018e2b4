import Foundation
import Testing

/// Compares the quotes in the documents with the compiled sources.
@Suite struct DocumentTests {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: [("writing-a-node.md", 7), ("node-hooks.md", 1), ("node-drawing.md", 1)])
  func everyQuoteInTheDocumentIsInTheSource(name: String, count: Int) throws {
    let document = try String(contentsOf: Self.package.appendingPathComponent("../../\(name)").standardizedFileURL, encoding: .utf8)
    let snippets = try Self.snippets()
    let quotes = Self.quotes(document)
    #expect(quotes.count >= count)
    for (name, text) in quotes {
      let source = try #require(snippets[name], "the document quotes `\(name)`, but no source has the line `// snippet: \(name)`")
      #expect(text == source, "the quote `\(name)` is not what the source says")
    }
  }

  /// The marked parts of all sources by name, without their indentation.
  static func snippets() throws -> [String: String] {
    var found: [String: String] = [:]
    for folder in ["Sources", "Tests"] {
      let files = FileManager.default.enumerator(at: package.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        var name: String?
        var lines: [String] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
          let trimmed = line.trimmingCharacters(in: .whitespaces)
          if trimmed.hasPrefix("// snippet: ") {
            name = String(trimmed.dropFirst("// snippet: ".count))
            lines = []
          } else if trimmed == "// end snippet", let finished = name {
            found[finished] = unindented(lines)
            name = nil
          } else {
            lines.append(String(line))
          }
        }
      }
    }
    return found
  }

  /// The blocks of a document that open with ```swift fragment after a line `<!-- snippet: name -->`.
  static func quotes(_ document: String) -> [(name: String, text: String)] {
    var found: [(String, String)] = []
    var name: String?
    var lines: [String]?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("<!-- snippet: "), line.hasSuffix(" -->") {
        name = String(line.dropFirst("<!-- snippet: ".count).dropLast(" -->".count))
      } else if line == "```swift fragment", name != nil {
        lines = []
      } else if line == "```", let text = lines, let quoted = name {
        found.append((quoted, text.joined(separator: "\n")))
        (name, lines) = (nil, nil)
      } else {
        lines?.append(line)
      }
    }
    return found
  }

  static func unindented(_ lines: [String]) -> String {
    let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(min(depth, $0.count))) }.joined(separator: "\n")
  }
}
