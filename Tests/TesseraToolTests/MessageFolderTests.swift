import Foundation
import Testing

@testable import TesseraTool

/// `tessera message --check`, and the uses of messages in Swift that it reads.
@Suite struct MessageFolderTests {
  @Test func usesInSwiftHaveKeysArgumentsAndPlaces() {
    let text = #"""
      // environment.message("comment")
      /* environment.message("a /* nested */ comment") */
      let a = context.environment.message("rooms \(count)")
      let ä = "\(environment.message("inner \(f("(", x), as: "n") \(1)"))"; let b = MessageText(key: "named", ["n": 1, "m": .text("[a: b]")])
      let text: MessageText = "typed"
      let c = values.environment.message(
        "more", arguments)
      log.message("Hello world")
      let d = #"environment.message("raw")"#
      let e = environment.message("free \(4, as: "free") words \(12)", ["k": g(a, ["z": 1])])
      """#
    let found = SwiftMessageUses(text)
    #expect(!found.computesKeys)
    #expect(
      found.uses == [
        SwiftMessageUse(key: "rooms", unnamed: 1, line: 3, column: 37),
        SwiftMessageUse(key: "inner", unnamed: 1, names: ["n"], line: 4, column: 32),
        SwiftMessageUse(key: "named", names: ["n", "m"], line: 4, column: 96),
        SwiftMessageUse(key: "typed", line: 5, column: 25),
        SwiftMessageUse(key: "more", computesArguments: true, line: 7, column: 3),
        SwiftMessageUse(key: "free", unnamed: 1, names: ["free", "k"], ignored: "words", line: 10, column: 29),
      ])
  }

  @Test(arguments: ["environment.message(key)", "MessageText(key: name)", "a.environment.message(MessageText(key: \"a\" + b), c)"])
  func computedKeysAreSeen(text: String) { #expect(SwiftMessageUses(text).computesKeys == !text.contains("\"a\"")) }

  @Test(arguments: ["\"", "\"\"\"", "\"\\(", "#\"", "/*", "environment.message(", "environment.message(\"a\", [\"", "\"\\(\"\\(\"\\("])
  func cutFilesAreReadToTheirEnd(text: String) {
    #expect(SwiftMessageUses(text).uses.count <= 1)
    #expect(SwiftMessageUses(String(repeating: text, count: 500)).uses.count <= 500)
  }

  @Test func mistakesAreFoundAtTheirPlaces() throws {
    let folder = try Folder()
    for (name, text) in [
      ("en.mf2", "title = Title\nrooms = {$n :number} of {$all :number} rooms\nunused = Nobody\nscene = Scene\n"),
      ("de.mf2", "title = Titel {$x}\nrooms = {$n :number} von {$all :number}\nunused = Niemand\n"),
    ] { _ = try folder.write(text, name) }
    let scene = try folder.write("{tessera: 1, messages: ., root: {type: text, string: {message: scene}}}", "a.yaml")
    let swift = try folder.write(
      #"""
      let a = environment.message("titel")
      let b = environment.message("rooms \(1) \(2) \(3)")
      let c = environment.message("rooms \(1, as: "nn")")
      let d = environment.message("title")
      """#, "a.swift")
    let outcome = try Tool.run(["message", "--check", folder.url.path, "--swift", folder.url.path, "--scene", scene])
    #expect(outcome.status == 65 && outcome.errors.contains("8 findings"), "\(outcome.errors)")
    let path = folder.url.path + "/"
    #expect(
      outcome.text.split(separator: "\n").map { $0.replacingOccurrences(of: path, with: "") } == [
        "a.swift:1:29: message: en.mf2 has no message `titel`; did you mean `title`?",
        "a.swift:2:29: message: message `rooms` has 2 arguments, got 3",
        "a.swift:3:29: message: message `rooms` has no argument `nn`",
        "a.swift:3:29: message: message `rooms` needs the argument `n`",
        "a.swift:3:29: message: message `rooms` needs the argument `all`",
        "en.mf2:3: message: `unused` is not used by \(folder.url.path), \(scene)".replacingOccurrences(of: path, with: ""),
        "de.mf2: message: `scene` is missing",
        "de.mf2:1: message: `title` reads `$x`, which en.mf2 does not",
      ], "\(outcome.text)")
    try FileManager.default.removeItem(atPath: swift)
    // Without uses, no message is unused.
    let files = try Tool.run(["message", "--check", folder.url.path])
    #expect(files.text.split(separator: "\n").count == 2, "\(files.text)")
  }

  @Test(arguments: [
    (["message"], "give a message, --suite or --check"), (["message", "a", "--check", "b"], "give a message, --suite or --check"),
    (["message", "a", "--swift", "b"], "--swift and --scene need --check FOLDER"),
    (["message", "--check", "/nowhere"], "/nowhere is not a folder"),
    (["message", "--check", "/proc/self/fd"], "has no files of messages"),
  ]) func wrongOptionsAreRefused(arguments: [String], reason: String) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status != 0 && outcome.errors.contains(reason), "\(outcome.errors)")
  }
}
