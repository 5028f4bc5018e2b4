import Foundation

/// A Markdown document, read as far as the rules need: sections, code, links.
struct Markdown {
  /// A heading with what stands below it, up to the next heading of any level.
  struct Section {
    var title: String
    /// Lines outside code fences.
    var prose: [Substring] = []
    /// Lines inside code fences.
    var code: [Substring] = []
  }

  let sections: [Section]

  init(_ text: String) {
    var sections = [Section(title: "")]
    var fenced = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        fenced.toggle()
      } else if fenced {
        sections[sections.count - 1].code.append(line)
      } else if line.hasPrefix("#") {
        sections.append(Section(title: line.drop { $0 == "#" || $0 == " " }.description))
      } else {
        sections[sections.count - 1].prose.append(line)
      }
    }
    self.sections = sections
  }

  /// Texts in backticks outside code fences.
  var codeSpans: [String] {
    sections.flatMap(\.prose).filter { SourceRules.holdsOne(of: ["`"], $0) }.flatMap { line in
      line.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    }
  }

  /// Code spans that name a file or a folder: those with a slash, and plain names that end as a source file or a document does.
  ///
  /// What a build or a user makes, and what lies outside the checkout, is not meant.
  var paths: [String] {
    codeSpans.filter { span in
      guard span.contains(#/^[A-Za-z0-9_.][A-Za-z0-9_.+\/<>*-]*$/#) else { return false }
      if span.hasPrefix("out/") || span.hasPrefix(".build") || span.hasPrefix("../shared") { return false }
      if span.contains("/") { return span.contains(#/[A-Za-z]/#) }
      return span.contains(#/^[A-Za-z_][A-Za-z0-9_+-]*\.(?:swift|c|h|md)$/#)
    }
  }

  /// Targets of links and pictures that point into the checkout, without their anchors.
  var links: [String] {
    sections.flatMap(\.prose).filter { SourceRules.holdsOne(of: ["]("], $0) }
      .flatMap { line in line.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) } }
      .filter { !$0.contains("://") && !$0.hasPrefix("#") && !$0.hasPrefix("mailto:") }
      .map { String($0.prefix { $0 != "#" }) }
  }

  /// Names of `make` targets in prose and in code.
  var makeTargets: [String] {
    let commands = codeSpans + sections.flatMap(\.code).map(String.init)
    return commands.filter { SourceRules.holdsOne(of: ["make "], $0) }.flatMap { command in
      command.matches(of: #/(?:^|\s|&&)make ((?:[a-z]+ ?)+)/#).flatMap { $0.output.1.split(separator: " ").map(String.init) }
    }
  }

  /// Measured figures (a number with a unit of time, size or rate) in sections that name no command to get them with.
  ///
  /// A section called Limits states constants of the code, not measurements.
  var figuresWithoutACommand: [String] {
    sections.filter { $0.title != "Limits" }.flatMap { section -> [String] in
      let figures = section.prose.filter { line in
        line.utf8.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
          && line.contains(#/\b\d[\d.,]*\s?(?:ns|µs|us|ms|fps|[KMG]i?B|[KMG]B\/s|kB|Mpx\/s)\b/#)
      }
      if figures.isEmpty { return [] }
      let text = section.prose.joined(separator: "\n")
      let hasCommand =
        text.contains(#/`(?:[A-Z_]+=\S+ )*(?:make|swift|tessera(?:-bench)?|valgrind|docs/|Tests/|\.ci/)[ a-z.]/#)
        || section.code.contains { $0.contains(#/^\s*(?:\$ )?(?:make|swift|tessera(?:-bench)?|valgrind|\S*\/tessera(?:-bench)?) /#) }
      return hasCommand ? [] : figures.map { "\(section.title): \($0)" }
    }
  }
}
