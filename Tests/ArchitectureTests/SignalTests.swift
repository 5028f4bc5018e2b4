import Foundation
import Testing

/// What nodes tell programs, scenes can act on.
@Suite struct SignalDescriptionTests {
  /// Public signals that no scene can act on, each with the reason.
  private static let exempt = [
    "cellScroll": "it is sent to the nodes of rows while a list moves: a layout that follows it is code",
    "visibilityDepthChange": "containers of programs and screens change it; what depends on it is loaded by code",
  ]

  /// Names of the public signals that a text declares.
  private func declared(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.drop { $0 == " " }
      guard !words.hasPrefix("///"), words.hasPrefix("public static "), words.contains("Signal<") || words.contains("= Signal") else {
        return nil
      }
      return words.split { " :=".contains($0) }.dropFirst(3).first.map(String.init)
    }
  }

  @Test func everyPublicSignalIsDescribed() throws {
    let texts = try ["Sources", "Plugins"].flatMap { Repository.files(under: $0, extensions: ["swift"]) }.map { try Repository.text($0) }
    let names = Set(texts.flatMap(declared))
    #expect(names.isSuperset(of: ["tap", "load", "loadFailure", "selectionChange", "scroll", "frameShown"]), "\(names)")
    let described = Set(
      texts.flatMap { text in
        text.components(after: "NodeSignal(").map { rest in
          let name = rest.drop { $0 == " " || $0 == "\n" }.prefix { $0.isLetter || $0 == "." }
          return String(name.split(separator: ".").last ?? "")
        }
      })
    for name in names where !described.contains(name) { #expect(Self.exempt[name] != nil, "scenes cannot act on `\(name)`") }
    for name in Self.exempt.keys { #expect(names.contains(name) && !described.contains(name), "`\(name)` needs no exemption") }
  }
}

extension String {
  /// What follows each place of `part`.
  fileprivate func components(after part: String) -> [Substring] {
    var result: [Substring] = []
    var rest = self[...]
    while let range = rest.range(of: part) {
      rest = rest[range.upperBound...]
      result.append(rest)
    }
    return result
  }
}
