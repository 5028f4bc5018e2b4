import Foundation
import TesseraKit
import TesseraMessages
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Messages in scenes: texts, languages, direction, errors.
@Suite final class MessageSceneTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-messages-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("en", "title = Settings\nrooms = .input {$n :integer}\n  .match $n\n  one {{{$n} room}}\n  * {{{$n} rooms}}\n")
    try write("de", "title = Einstellungen\nrooms = .input {$n :integer} .match $n one {{{$n} Zimmer}} * {{{$n} Zimmer}}\n")
    try write("ar", "title = الإعدادات\nrooms = {$n :integer}\n")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ language: String, _ text: String) throws {
    try text.write(to: folder.appending(path: "\(language).mf2"), atomically: true, encoding: .utf8)
  }

  private func scene(_ nodes: String) throws -> Scene {
    let text = "tessera: 1\nmessages: \(folder.path)\ndata: {n: 1, key: title}\nroot:\n  type: box\n  children:\n\(nodes)"
    return try Scene.parse(text: text, name: "a.yaml", registry: .standard)
  }

  private func text(_ root: AnyNode, _ id: String) -> String? {
    guard case .text(let text)? = root.find(id)?.attribute("string") else { return nil }
    return text
  }

  @Test func textsFollowDataAndLanguage() throws {
    let data = SceneData()
    let root = try scene(
      """
          - {type: text, id: title, string: {message: title}}
          - {type: text, id: rooms, string: {message: rooms, n: {bind: n}}}
          - {type: text, id: computed, string: {message: {bind: key}}}
      """
    ).makeRoot(data: data)
    #expect([text(root, "title"), text(root, "rooms"), text(root, "computed")] == ["Settings", "1 room", "Settings"])
    try data.set(.number(4), at: DataPath(["n"]))
    #expect(text(root, "rooms") == "4 rooms")
    try data.set(.text("de-AT"), at: DataPath(["env", "locale"]))
    #expect([text(root, "title"), text(root, "rooms"), text(root, "computed")] == ["Einstellungen", "4 Zimmer", "Einstellungen"])
    try data.set(.text("en-XA"), at: DataPath(["env", "locale"]))
    #expect(text(root, "title")?.hasPrefix("[") == true)
  }

  @Test func languageSetsTheDirectionInOneFrame() throws {
    let data = SceneData()
    let root = try scene("    - {type: text, id: title, string: {message: title}}").makeRoot(data: data)
    let headless = try HeadlessStage(width: 200, height: 100) { root }
    #expect(root.effectiveDirection == .ltr)
    try data.set(.text("ar"), at: DataPath(["env", "locale"]))
    #expect(text(root, "title") == "الإعدادات")
    try headless.settle()
    #expect(root.effectiveDirection == .rtl)
    #expect(data.value(at: DataPath(["env", "direction"])) == .text("rtl"))
    try data.set(.text("de"), at: DataPath(["env", "locale"]))
    try headless.settle()
    #expect(root.effectiveDirection == .ltr)
    // Another direction than the language's can be set after it.
    try data.set(.text("rtl"), at: DataPath(["env", "direction"]))
    try headless.settle()
    #expect(root.effectiveDirection == .rtl)
  }

  /// Mirrored English shows faults of scenes without messages, too; other languages do not turn them.
  @Test(arguments: [("ar-XB", LayoutDirection.rtl), ("ar", .ltr)]) func mirroredEnglishTurnsAnyScene(
    tag: String, direction: LayoutDirection
  ) throws {
    let data = SceneData(.map(["env": .map(["locale": .text(tag)])]))
    let root = try Scene(text: "tessera: 1\nroot: {type: text, string: Hall}", registry: .standard).makeRoot(data: data)
    _ = try HeadlessStage(width: 200, height: 100) { root }
    #expect(root.effectiveDirection == direction)
  }

  @Test func languageOfTheFirstFrameSetsTheDirection() throws {
    let data = SceneData(.map(["env": .map(["locale": .text("ar")])]))
    let root = try scene("    - {type: text, id: title, string: {message: title}}").makeRoot(data: data)
    _ = try HeadlessStage(width: 200, height: 100) { root }
    #expect(root.effectiveDirection == .rtl)
  }

  @Test(arguments: [
    ("{message: titel}", "en.mf2 has no message `titel`; did you mean `title`?"),
    ("{message: rooms}", "message `rooms` needs the argument `n`"),
    ("{message: rooms, n: 1, m: 2}", "message `rooms` has no argument `m`"),
    ("{message: rooms, n: [1]}", "must be a text, a number or `{bind: EXPRESSION}`"),
  ]) func mistakesAreErrorsWithTheirPlace(_ value: String, _ expected: String) throws {
    let errors = #expect(throws: SceneErrors.self) { try scene("    - {type: text, string: \(value)}") }
    let text = errors?.errors.map { "\($0)" }.joined(separator: "\n") ?? ""
    #expect(text.hasPrefix("a.yaml:7:"))
    #expect(text.contains(expected), "\(text)")
  }

  @Test func aMessageThatCannotBeReadIsReportedOnce() throws {
    try write("en", "title = {$x")
    let errors = #expect(throws: SceneErrors.self) { try scene("    - {type: text, string: {message: title, x: 1}}") }
    #expect(errors?.errors.count == 1, "\(String(describing: errors))")
  }

  @Test func errorsOfFilesAreErrorsOfTheScene() throws {
    try write("de", "title = {$x")
    let errors = #expect(throws: SceneErrors.self) { try scene("    - {type: box}") }
    #expect(
      errors.map { "\($0)" }?.contains("de.mf2:1:12: message `title`: missing }") == true
        || errors.map { "\($0)" }?.contains("de.mf2:1:") == true)
  }

  @Test func messagesReplaceWordsOfStandardNodes() throws {
    try write("de", "title = Einstellungen\ntessera.back = Heim\ntessera.countOf = Seite {$n :integer}/{$count}\n")
    let data = SceneData()
    let nodes = "    - {type: nav-bar, back: true}\n    - {type: page-dots, count: 3}"
    let headless = try HeadlessStage(width: 200, height: 100) { try scene(nodes).makeRoot(data: data) }
    func text() -> String { headless.stage.semanticsTree.text() }
    #expect(text().contains("\"Back\"") && text().contains("\"1 of 3\""))
    try data.set(.text("de-AT"), at: DataPath(["env", "locale"]))
    try headless.settle()
    #expect(text().contains("\"Heim\"") && text().contains("\"Seite 1/3\""))
    try data.set(.text("ar"), at: DataPath(["env", "locale"]))
    try headless.settle()
    #expect(text().contains("\"رجوع\""))
    try write("de", "title = Einstellungen\n\ntessera.bak = Heim\n")
    let errors = #expect(throws: SceneErrors.self) { try scene("    - {type: box}") }
    #expect(
      errors.map { "\($0)" }?.contains("de.mf2:3: `tessera.bak` in `de` is not a word of standard nodes; did you mean `tessera.back`?")
        == true)
  }

  @Test func messagesNeedAFolder() throws {
    let text = "tessera: 1\nroot: {type: text, string: {message: title}}"
    let errors = #expect(throws: SceneErrors.self) { try Scene.parse(text: text, registry: .standard) }
    #expect(errors.map { "\($0)" }?.contains("add `messages: FOLDER`") == true)
  }
}
