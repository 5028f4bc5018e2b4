import Foundation
import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Themes in scene files, theme files and data.
@Suite struct ThemeSceneTests {
  private func scene(_ theme: String, directory: String = "") throws -> Scene {
    try Scene.parse(
      text: "tessera: 1\ntheme: \(theme)\nroot: {type: box, children: [{type: box, id: below}]}\n", name: "a.yaml", directory: directory,
      registry: .standard)
  }

  private func theme(_ text: String, directory: String = "") throws -> EnvironmentValues {
    try #require(try scene(text, directory: directory).makeRoot().find("below")).environmentValues
  }

  private func errors(_ theme: String, directory: String = "") -> [String] {
    let errors = #expect(throws: SceneErrors.self) { try scene(theme, directory: directory) }
    return errors?.errors.map { "\($0)" } ?? []
  }

  @Test func aSceneNamesAFamilyOrSetsTokens() throws {
    #expect(try theme("ember").theme == .ember)
    let values = try theme("{name: ultramarine, mode: night, density: roomy, ink: {night: red}, radius3: 3, body: {size: 15}}")
    #expect(values.theme.name == "ultramarine" && values.theme.ink == Color(rgb: 0xFF0000) && values.theme[.radius3] == 3)
    #expect(values.theme.accent == Color(rgb: 0xDE6139) && values.density == .roomy && values.theme[.control] == 56)
    #expect(values.theme[.body].size == 15)
  }

  @Test func anyNodeCanHaveATheme() throws {
    let text = "tessera: 1\nroot: {type: box, children: [{type: box, id: own, environment: {theme: {mode: paper}, density: compact}}]}"
    let root = try Scene.parse(text: text, registry: .standard).makeRoot()
    let own = try #require(root.find("own")).environmentValues
    #expect(own.theme.ink == .black && own.theme[.control] == 36 && root.environmentValues.theme.ink == Color(rgb: 0x181C21))
  }

  @Test func mistakesAreReportedWithPlaceAndNearestName() throws {
    let family = errors("embr")
    #expect(family.count == 1 && family[0].hasPrefix("a.yaml:2:8") && family[0].hasSuffix("got `embr`; did you mean `ember`?"))
    let token = errors("{name: ember, acent: red}")
    #expect(token.count == 1 && token[0].hasPrefix("a.yaml:2:22") && token[0].hasSuffix("did you mean `accent`?"))
    let mode = errors("{mode: drak}")
    #expect(mode.count == 1 && mode[0].hasPrefix("a.yaml:2:15") && mode[0].hasSuffix("did you mean `dark`?"))
  }

  @Test func messagesNameTheNearestTokensAndNotAll() throws {
    #expect(
      errors("{name: ember, acent: red}") == ["a.yaml:2:22: error: unknown key `acent` of `theme` of the scene; did you mean `accent`?"])
    let far = errors("{colourful: red}")
    #expect(
      far.count == 1 && far[0].contains("unknown key `colourful` of `theme` of the scene; the nearest of its ") && far[0].utf8.count < 160,
      "\(far)")
    func told(_ value: String) -> [String] {
      let text = "tessera: 1\nroot: {type: box, environment: {theme: \(value)}}\n"
      let errors = #expect(throws: SceneErrors.self) { try Scene.parse(text: text, name: "a.yaml", registry: .standard) }
      return errors?.errors.map(\.description) ?? []
    }
    let family = told("embr")
    #expect(family.count == 1 && family[0].hasSuffix("got `embr`; did you mean `ember`?") && family[0].utf8.count < 250, "\(family)")
    let kind = told("5")
    #expect(kind.count == 1 && kind[0].hasSuffix("names), got `5`") && kind[0].utf8.count < 200, "\(kind)")
  }

  @Test(arguments: [
    (DataValue.text("embr"), "env.theme must be one of lagoon, ember, ultramarine, or a map with ", "got embr; did you mean `ember`?"),
    (.map(["acent": .text("red")]), "unknown key `acent` of env.theme; ", "did you mean `accent`?"),
    (.map(["mode": .text("drak")]), "env.theme.mode must be one of light, ", "got drak; did you mean `dark`?"),
    (.map(["radius3": .map(["compact": .text("wide")])]), "env.theme.radius3.compact must be a number from 0 to 100000, ", "got wide"),
  ]) func mistakesInDataNameTheMemberThatIsWrong(value: DataValue, start: String, end: String) throws {
    let tree = try LiveTree("tessera: 1\nroot: {type: box}\n")
    let before = tree.root.environmentValues.theme
    let error = #expect(throws: DataError.self) { try tree.set("env.theme", value) }
    let problem = "\(try #require(error))"
    #expect(problem.contains(start) && problem.hasSuffix(end) && problem.utf8.count < 200, "\(problem)")
    #expect(tree.root.environmentValues.theme == before)
  }

  private static let named = "{type: text, id: shown, string: {bind: env.theme.name}}"

  @Test(arguments: [DataValue.text("ember"), .map(["name": .text("ember")])])
  func aThemeInDataIsAMapWithItsName(value: DataValue) throws {
    let path = DataPath(["env", "theme"])
    let text = "tessera: 1\ntheme: {name: ultramarine, radius3: 3}\nroot: {type: box, children: [\(Self.named)]}"
    // Before a scene exists, as a part of a map, and while nodes follow.
    for isWhole in [true, false] {
      let data = SceneData(isWhole ? .map(["env": .map(["theme": value])]) : .map([:]))
      let problems = Locked<[String]>([])
      data.onProblem = { problem in problems.withLock { $0.append(problem.message) } }
      if !isWhole { try data.set(value, at: path) }
      let root = try Scene.parse(text: text, registry: .standard).makeRoot(data: data)
      #expect(root.find("shown")?.attribute("string") == .text("ember") && root.environmentValues.theme == .ember)
      try data.set(.text("lagoon"), at: path)
      #expect(root.find("shown")?.attribute("string") == .text("lagoon") && root.environmentValues.theme == .lagoon)
      try data.set(.map(["mode": .text("night")]), at: path)
      #expect(root.find("shown")?.attribute("string") == .text("lagoon") && root.environmentValues.theme.mode == .night)
      #expect(problems.withLock { $0 } == [])
    }
  }

  @Test func aMapWithoutANameChangesTheThemeOfTheScene() throws {
    let data = SceneData()
    try data.set(.map(["mode": .text("night")]), at: DataPath(["env", "theme"]))
    let text = "tessera: 1\ntheme: {name: ember, radius3: 3}\nroot: {type: box, children: [\(Self.named)]}"
    let root = try Scene.parse(text: text, registry: .standard).makeRoot(data: data)
    let theme = root.environmentValues.theme
    #expect(theme.name == "ember" && theme.mode == .night && theme[.radius3] == 3)
    #expect(root.find("shown")?.attribute("string") == .text("ember"))
    // So does a map with an error, which is reported.
    let wrong = SceneData(.map(["env": .map(["theme": .map(["acent": .text("red")])])]))
    let problems = Locked<[String]>([])
    wrong.onProblem = { problem in problems.withLock { $0.append(problem.message) } }
    let plain = try Scene.parse(text: text, registry: .standard).makeRoot(data: wrong)
    #expect(problems.withLock { $0 } == ["unknown key `acent` of env.theme; did you mean `accent`?"])
    #expect(plain.find("shown")?.attribute("string") == .text("ember"))
  }

  @Test func aThemeIsAFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "themes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let brand = try write("name: ember\nground: {light: white, dark: \"#101010\"}\nradius3: 2\n", "brand.yaml")
    let values = try theme("brand.yaml", directory: folder.path)
    #expect(values.theme.ground == .white && values.theme[.radius3] == 2 && values.theme.accent == Color(rgb: 0xA53C10))
    let bad = try write("name: ember\nradius3: wide\n", "bad.yaml")
    let told = errors("bad.yaml", directory: folder.path)
    #expect(told.count == 1 && told[0].hasPrefix("a.yaml:2:8"))
    let reason = "must be a number from 0 to 100000, or a map with compact, regular, roomy, got `wide`"
    #expect(told.first?.hasSuffix("bad.yaml:2:10: `radius3` of the theme \(reason)") == true, "\(bad): \(told)")
    // The same with an option of tool and player, which overrides the scene.
    let data = SceneData()
    try data.setTheme(brand, registry: .standard)
    let root = try scene("ultramarine").makeRoot(data: data)
    #expect(root.environmentValues.theme[.radius3] == 2)
    try data.setTheme("lagoon", registry: .standard)
    #expect(root.environmentValues.theme == .lagoon)
    let missing = #expect(throws: SceneErrors.self) { try data.setTheme("ultramarin", registry: .standard) }
    #expect(missing?.errors.first?.message.hasSuffix("did you mean `ultramarine`?") == true)
  }

  @Test func dataChangeTheThemeAtRunTime() throws {
    let data = SceneData()
    let text = "tessera: 1\nroot: {type: box, children: [{type: text, id: shown, string: {bind: env.theme.mode}}]}"
    let root = try Scene.parse(text: text, registry: .standard).makeRoot(data: data)
    try data.set(.map(["name": .text("ember"), "mode": .text("night")]), at: DataPath(["env", "theme"]))
    #expect(root.environmentValues.theme.mode == .night && root.environmentValues.theme.name == "ember")
    #expect(root.find("shown")?.attribute("string") == .text("night"))
  }
}
