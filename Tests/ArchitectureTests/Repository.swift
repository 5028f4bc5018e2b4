import Foundation

/// The checkout that this test was compiled from, as text.
enum Repository {
  /// The folder that holds Package.swift.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Files below `folder` (a path from the root) whose extension is one of `extensions`, as paths from the root, sorted.
  ///
  /// Hidden files and folders are left out, so that what a build leaves behind is never read.
  static func files(under folder: String, extensions: Set<String>) -> [String] {
    let start = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles]) else {
      return []
    }
    var found: [String] = []
    for case let file as URL in walk where extensions.contains(file.pathExtension) {
      found.append(path(of: file))
    }
    return found.sorted()
  }

  /// Every Swift, C and header file that is ours.
  static let sourceFiles = ["Sources", "CRender", "Plugins", "Tests", "docs"].flatMap { files(under: $0, extensions: ["swift", "c", "h"]) }

  /// README.md and its neighbours, and everything below docs/.
  static let documents =
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].filter { exists($0) } + files(under: "docs", extensions: ["md"])
    + files(under: "Plugins", extensions: ["md"])

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func lines(_ path: String) throws -> [Substring] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
  }

  private static func path(of file: URL) -> String {
    String(file.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1))
  }
}
