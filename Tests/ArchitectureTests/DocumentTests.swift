import Foundation
import Testing

@Suite struct DocumentTests {
  @Test func everyPathNamedInADocumentExists() throws {
    let basenames = Set(
      Repository.sourceFiles.map { ($0 as NSString).lastPathComponent } + Repository.documents.map { ($0 as NSString).lastPathComponent })
    for document in Repository.documents {
      let folder = (document as NSString).deletingLastPathComponent
      for path in Markdown(try Repository.text(document)).paths {
        // A pattern is checked up to the part that varies.
        let fixed = path.split(separator: "/", omittingEmptySubsequences: false).prefix { !$0.contains("*") && !$0.contains("<") }
          .joined(separator: "/")
        let exists =
          fixed.isEmpty || Repository.exists(fixed) || Repository.exists("\(folder)/\(fixed)") || Repository.exists("Sources/\(fixed)")
          || Repository.exists("docs/examples/GaugePlugin/\(fixed)")
          || (!path.contains("/") && basenames.contains(path)) || path == "Package.swift"
        #expect(exists, "\(document) names `\(path)`, which does not exist")
      }
    }
  }

  @Test func everyExampleSceneIsInATest() throws {
    let tests = try Repository.files(under: "Tests", extensions: ["swift"]).map { try Repository.text($0) }
    for example in try Repository.names(in: "docs/examples") where example.hasSuffix(".yaml") {
      let name = example.dropLast(".yaml".count)
      #expect(tests.contains { SourceRules.holdsOne(of: ["\"\(name)\"", "\(name).yaml"], $0) }, "no test draws docs/examples/\(example)")
    }
  }

  @Test func everyLinkOfADocumentLeadsSomewhere() throws {
    for document in Repository.documents {
      let folder = (document as NSString).deletingLastPathComponent
      for link in Markdown(try Repository.text(document)).links {
        #expect(Repository.exists(folder.isEmpty ? link : "\(folder)/\(link)"), "\(document) links to \(link), which does not exist")
      }
    }
  }

  @Test func everyDocumentNamedInASourceFileExists() throws {
    for file in Repository.sourceFiles + ["Package.swift", "Makefile"] where !file.hasPrefix("Tests/ArchitectureTests") {
      let text = try Repository.text(file)
      guard SourceRules.holdsOne(of: ["docs/"], text) else { continue }
      for match in text.matches(of: #/\bdocs\/[A-Za-z0-9_\/.-]+\.(?:md|yaml|json|swift)\b/#) {
        #expect(Repository.exists(String(match.output)), "\(file) names \(match.output), which does not exist")
      }
    }
  }

  @Test func everyMakeTargetNamedInADocumentExists() throws {
    let files = try ["Makefile", ".ci/embedded/embedded.mk"].map { try Repository.text($0) }
    let targets = Set(files.flatMap { $0.matches(of: #/(?m)^([a-z]+):/#).map { String($0.output.1) } })
    for document in Repository.documents {
      for target in Markdown(try Repository.text(document)).makeTargets {
        #expect(targets.contains(target), "\(document) says `make \(target)`, which the Makefile does not have")
      }
    }
  }

  @Test func everyFigureInADocumentNamesTheCommandThatGivesIt() throws {
    for document in Repository.documents where document != "CHANGELOG.md" {
      let bare = Markdown(try Repository.text(document)).figuresWithoutACommand
      #expect(bare.isEmpty, "\(document): \(bare.joined(separator: "\n"))")
    }
  }

  @Test func aPageHasAtMost300Lines() throws {
    // Examples of all types, the page of all controls, and a tutorial.
    let exceptions = ["docs/node-types.md", "docs/controls.md", "docs/writing-a-node.md"]
    for document in Repository.documents where document.hasPrefix("docs/") {
      let count = try Repository.lines(document).count
      #expect(count <= 300 || exceptions.contains(document), "\(document) has \(count) lines: split it by task")
    }
  }

  @Test func theFirstAppIsQuotedWhole() throws {
    let program = try Repository.text("docs/examples/FirstApp/Sources/first-app/main.swift")
    #expect(try Repository.text("docs/first-app.md").contains("```swift\n\(program)```\n"), "docs/first-app.md differs from its program")
  }

  @Test func pathsAreFound() {
    let document = Markdown(
      """
      See `Sources/Tessera/Tree`, `Node.swift`, `Plugins/<Name>/Sources` and `docs/*.md`, not `a + b`, `/proc/pressure`, `16/9`, `out/x.png`
      or `scene.yaml`. A [link](terms.md#pass), [another](https://example.org/a/b), ![picture](images/x.png).
      ```
      `not/this`
      make never-checked-here
      ```
      """)
    #expect(document.paths == ["Sources/Tessera/Tree", "Node.swift", "Plugins/<Name>/Sources", "docs/*.md"])
    #expect(document.links == ["terms.md", "images/x.png"])
  }

  @Test(arguments: [
    ("It takes 3.5 ms.", 1), ("It takes 3.5 ms by `make bench`.", 0), ("| x | 12 MB |\n| y | 3 µs |", 2), ("Two of 1080 rows.", 0),
    ("It takes 3 ms.\n```\ntessera-bench --case fill\n```", 0), ("By `make bench`.\n## Next\nIt takes 3 ms.", 1),
  ]) func aFigureWithoutACommandIsDetected(text: String, count: Int) {
    #expect(Markdown(text).figuresWithoutACommand.count == count)
  }

  @Test(arguments: [("Type `make run`.", ["run"]), ("```\nmake deps test\n```", ["deps", "test"]), ("We make run of it.", [])])
  func makeTargetsAreFound(text: String, targets: [String]) {
    #expect(Markdown(text).makeTargets == targets)
  }
}
